"""What campaigns of random programs have in common: seeds in batches, shrinking, and what is printed."""
import argparse
import concurrent.futures

MOST_SHRUNK = 3
SHRINK_TRIES = 400


def shrink(program, variants, wrong_with):
    """The smallest program found that is still judged wrongly, and how: WRONG_WITH says that, or None."""
    wrong, tries, again = wrong_with(program), 0, True
    while again and tries < SHRINK_TRIES:
        again = False
        for candidate in variants(program):
            tries += 1
            now = wrong_with(candidate)
            if now:
                program, wrong, again = candidate, now, True
                break
            if tries >= SHRINK_TRIES:
                break
    return program, wrong


def report(seed, way, wrong, now, text):
    """A failure, and the shrunk program, which fails as NOW says."""
    print(f"\nseed {seed}, {' '.join(map(str, way))}: {wrong}\nshrunk ({now or 'no longer fails'}):\n{text}",
          flush=True)


def run(options, batch, check_batch, show):
    """CHECK_BATCH of some seeds: [(seed, way, what is wrong)], and how many have races. SHOW prints one that failed."""
    seeds = range(options.seed, options.seed + options.programs)
    jobs = {}
    for seed in seeds:
        jobs.setdefault(seed // batch, []).append(seed)
    failures, racy = [], 0
    with concurrent.futures.ProcessPoolExecutor(options.jobs) as pool:
        for some, count in pool.map(check_batch, jobs.values()):
            failures += some
            racy += count
    shown = set()
    for seed, way, wrong in failures:
        if seed not in shown and len(shown) < MOST_SHRUNK:
            show(seed, way, wrong)
            shown.add(seed)
        else:
            print(f"seed {seed}, {' '.join(map(str, way))}: {wrong}")
    print(f"{len(seeds)} programs from seed {options.seed} on, {racy} with races: {len(failures)} failures")
    is_dull = not 0.2 < racy / len(seeds) < 0.8
    return 1 if failures or is_dull else 0


def main(usage, programs, jobs, print_one, campaign):
    parser = argparse.ArgumentParser(usage=usage)
    parser.add_argument("-n", dest="programs", type=int, default=programs)
    parser.add_argument("-s", dest="seed", type=int, default=1)
    parser.add_argument("-j", dest="jobs", type=int, default=jobs)
    parser.add_argument("-p", dest="print", action="store_true")
    options = parser.parse_args()
    return print_one(options.seed) if options.print else campaign(options)
