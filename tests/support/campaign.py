"""What campaigns of random programs have in common: seeds, batches of them, shrinking, and what is printed.

A program is made from a seed alone. So a failure names its seed, and `-n 1 -s SEED` has the same program again.
"""
import argparse
import concurrent.futures

MOST_SHRUNK = 3
SHRINK_TRIES = 400


def parser(usage, programs):
    """The command-line options that all campaigns have."""
    made = argparse.ArgumentParser(usage=usage)
    made.add_argument("-n", dest="programs", type=int, default=programs)
    made.add_argument("-s", dest="seed", type=int, default=1)
    return made


def seeds_of(options):
    return range(options.seed, options.seed + options.programs)


def batches(seeds, size):
    """Divides seeds into lists of SIZE: compiling several programs at once takes about as long as compiling one."""
    return [list(seeds[i:i + size]) for i in range(0, len(seeds), size)]


def batches_by_kind(options, kinds, size):
    """(kind, seeds) for each batch. The kinds take turns; a kind that is several times in KINDS gets more programs."""
    of_kind = {kind: [] for kind in kinds}
    for seed in seeds_of(options):
        of_kind[kinds[seed % len(kinds)]].append(seed)
    return [(kind, batch) for kind, seeds in of_kind.items() for batch in batches(seeds, size)]


def shrink(program, variants, wrong_with, tries=SHRINK_TRIES):
    """The smallest program found for which the answer is still wrong, and the answer. WRONG_WITH returns what is
    wrong with a program, or None."""
    wrong, again = wrong_with(program), True
    while again and tries > 0:
        again = False
        for candidate in variants(program):
            tries -= 1
            now = wrong_with(candidate)
            if now:
                program, wrong, again = candidate, now, True
                break
            if tries <= 0:
                break
    return program, wrong


def report(seed, way, wrong, now, text):
    """Prints a failure and the shrunk program, which fails as NOW says."""
    print(f"\nseed {seed}, {' '.join(map(str, way))}: {wrong}\nshrunk ({now or 'no longer fails'}):\n{text}",
          flush=True)


def show_failures(failures, show):
    """FAILURES are (seed, way, what is wrong). SHOW shrinks and prints the first ones, at most one for each seed."""
    shown = set()
    for seed, way, wrong in failures:
        if seed not in shown and len(shown) < MOST_SHRUNK:
            show(seed, way, wrong)
            shown.add(seed)
        else:
            print(f"seed {seed}, {' '.join(map(str, way))}: {wrong}")


def print_sum(options, failures, what=""):
    """Prints the last line, which shows how to run the same campaign again."""
    print(f"{options.programs} programs from seed {options.seed} on{what}: {failures} failures")


def run(options, batch, check_batch, show):
    """Runs CHECK_BATCH on all batches of seeds. It returns [(seed, way, what is wrong)] and how many programs race.
    SHOW prints a failure."""
    seeds = seeds_of(options)
    jobs = {}
    for seed in seeds:
        jobs.setdefault(seed // batch, []).append(seed)
    failures, racy = [], 0
    with concurrent.futures.ProcessPoolExecutor(options.jobs) as pool:
        for some, count in pool.map(check_batch, jobs.values()):
            failures += some
            racy += count
    show_failures(failures, show)
    print_sum(options, len(failures), f", {racy} with races")
    is_dull = not 0.2 < racy / len(seeds) < 0.8
    return 1 if failures or is_dull else 0


def main(usage, programs, jobs, print_one, campaign):
    made = parser(usage, programs)
    made.add_argument("-j", dest="jobs", type=int, default=jobs)
    made.add_argument("-p", dest="print", action="store_true")
    options = made.parse_args()
    return print_one(options.seed) if options.print else campaign(options)
