#!/usr/bin/env python3
"""Exploration of random C programs, compared with one run of each under the graph engine.

usage: tests/explore/explored_task_programs.py [-n PROGRAMS] [-s FIRST_SEED] [-c CLASS]

In these programs control does not depend on shared values (tests/support/task_programs.py), so every schedule
makes the same accesses. Therefore each race that one run calls certain shows in some schedule, each race that
exploration shows is at least possible in one run, and all reductions find the same."""
import collections
import concurrent.futures
import pathlib
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from support import campaign, command, task_programs
from support.command import COMPILERS, SUPPORT

BATCH = 8
MOST_SCHEDULES = 150
BUILDS = [(compiler, level) for level in ("-O0", "-O1")
          for compiler in COMPILERS]


class Outcome:
    def __init__(self, report):
        self.verdict = report["verdict"]
        self.is_complete = report["complete"]
        self.reason = (report.get("scope") or {}).get("bound") or ""
        self.schedules = report["scope"].get("schedules")
        self.certain, self.possible, self.others = set(), set(), set()
        for finding in report["findings"]:
            places = tuple(sorted(access["at"]["line"] for access in finding["accesses"]
                                  if access.get("at")))
            if finding["rule"] != "RP001":
                self.others.add((finding["rule"], places))
            elif finding.get("certainty", "certain") == "certain":
                self.certain.add(places)
            else:
                self.possible.add(places)


def outcome(directory, *words):
    done, report = command.report(*words, output="report.json", directory=directory)
    if not report:
        raise RuntimeError(f"no report: {done.returncode} {done.stderr}")
    return Outcome(report)


def compare(once, explored, plain, states):
    """The disagreement, or None."""
    if not explored.is_complete and "schedules is reached" not in explored.reason:
        return f"explore is incomplete: {explored.reason}"
    if explored.is_complete and once.certain - explored.certain:
        return f"explore lacks {sorted(once.certain - explored.certain)[:3]}"
    if explored.certain - once.certain - once.possible:
        more = explored.certain - once.certain - once.possible
        return f"only explore has {sorted(more)[:3]}"
    if explored.is_complete and explored.verdict == "undecided":
        return "explore covers everything and does not decide"
    if once.verdict == "race-free" and explored.is_complete and explored.verdict != "race-free":
        return f"run says race-free, explore {explored.verdict}: {explored.others}"
    if plain.is_complete and explored.is_complete:
        if plain.certain != explored.certain or plain.others != explored.others:
            return (f"without reduction other findings: {plain.certain ^ explored.certain} "
                    f"{plain.others ^ explored.others}")
        if plain.schedules < explored.schedules:
            return f"{explored.schedules} schedules with reduction, {plain.schedules} without"
    if states.is_complete and explored.is_complete and states.certain != explored.certain:
        return f"by states other races: {states.certain ^ explored.certain}"
    if states.is_complete and explored.is_complete and states.others != explored.others:
        return f"by states other findings: {states.others ^ explored.others}"
    return None


def check(program, number, directory):
    once = outcome(directory, "run", "--engine=graph", program, number)
    bound = f"--max-schedules={MOST_SCHEDULES}"
    explored = outcome(directory, "explore", bound, program, number)
    plain = outcome(directory, "explore", bound, "--reduction=none", program, number)
    states = outcome(directory, "explore", bound, "--max-time=5", "--reduction=states", program,
                     number)
    return compare(once, explored, plain, states), once, explored


def check_batch(job):
    kind, seeds, (compiler, level) = job
    with tempfile.TemporaryDirectory() as directory:
        source = pathlib.Path(directory) / "programs.c"
        program = source.with_suffix("")
        source.write_text(task_programs.source([task_programs.generate(seed, kind)
                                                   for seed in seeds]))
        done = command.cc(level, "-g", "-w", f"-I{SUPPORT}", source, "-o", program, compiler=compiler, check=False)
        if done.returncode:
            return kind, [(seeds[0], "does not compile\n" + done.stderr[:2000], None, None)]
        results = []
        for number, seed in enumerate(seeds):
            try:
                results.append((seed, *check(program, str(number), directory)))
            except (RuntimeError, subprocess.SubprocessError, KeyError) as error:
                results.append((seed, f"{type(error).__name__}: {error}", None, None))
        return kind, [(seed, wrong and f"{wrong} ({compiler} {level}, number {number})", once, found)
                      for number, (seed, wrong, once, found) in enumerate(results)]


def main():
    parser = campaign.parser(__doc__, 100)
    parser.add_argument("-c", dest="kind", choices=list(task_programs.CLASSES))
    options = parser.parse_args()
    kinds = [options.kind] if options.kind else list(task_programs.CLASSES)
    jobs = [(kind, seeds, BUILDS[number % len(BUILDS)])
            for number, (kind, seeds) in enumerate(campaign.batches_by_kind(options, kinds, BATCH))]
    counts, failures = collections.Counter(), 0
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for kind, results in pool.map(check_batch, jobs):
            for seed, wrong, once, explored in results:
                if explored:
                    counts[f"{once.verdict} -> {explored.verdict}"
                           + ("" if explored.is_complete else " (bounded)")] += 1
                if wrong:
                    failures += 1
                    print(f"{kind}, seed {seed}: {wrong}", flush=True)
    for what, count in sorted(counts.items()):
        print(f"{count:5} {what}")
    campaign.print_sum(options, failures)
    return 1 if failures or not counts else 0


if __name__ == "__main__":
    sys.exit(main())
