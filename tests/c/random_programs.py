#!/usr/bin/env python3
"""Both engines on random C programs: the same racing bytes, and the same verdict.

usage: tests/c/random_programs.py [-n PROGRAMS] [-s FIRST_SEED] [-c CLASS] [FILE.c...]
       tests/c/random_programs.py --regressions

Files are checked instead of random programs; tests/c/regressions/ has those that once failed, made
smaller. One may say `// expect: race-free`, `findings` or `undecided`. RACEPROOF names the command.
"""
import argparse
import collections
import concurrent.futures
import copy
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

import generate_program

RACEPROOF = os.path.abspath(os.environ.get("RACEPROOF", "build/raceproof"))
HERE = pathlib.Path(__file__).resolve().parent
ENGINES = ("bags", "graph")
BEYOND = "beyond"     # why a program stops in the eyes of an engine that cannot judge it
BATCH = 12            # programs in one executable
MOST_FAILURES = 3
SHRINK_TRIES = 300
BUILDS = [(compiler, level) for level in ("-O0", "-O2", "-O1")
          for compiler in ("gcc", "clang") if shutil.which(compiler)]
MARK = re.compile(r"/\* @([\w ]+) \*/")
EXPECT = re.compile(r"// expect: ([\w-]+)")

Outcome = collections.namedtuple("Outcome", "engine verdict stop places certain")


class Build:
    """An executable, and what its source says about its lines."""

    def __init__(self, source, build, directory):
        compiler, level = build
        self.source = pathlib.Path(source)
        self.program = pathlib.Path(directory) / self.source.stem
        done = subprocess.run([RACEPROOF, "cc", f"--compiler={compiler}", level, "-w", f"-I{HERE}",
                               self.source, "-o", self.program], capture_output=True, text=True,
                              check=False)
        self.error = done.stderr if done.returncode else None
        text = self.source.read_text()
        self.has_atomics = "__atomic" in text
        self.objects = {number: set(found[1].split())
                        for number, line in enumerate(text.splitlines(), 1)
                        for found in [MARK.search(line)] if found}

    def run(self, number, engine):
        """The raw report, and where the program's objects were."""
        raw = self.program.with_suffix(f".{number}.{engine}")
        environment = dict(os.environ, RACEPROOF_RAW=str(raw),
                           RACEPROOF_OPTIONS=f"engine={engine} all=1")
        done = subprocess.run([self.program, str(number)], env=environment, capture_output=True,
                              text=True, timeout=60, check=False)
        try:
            report = json.loads(raw.read_text())
        except (OSError, ValueError):
            return {"stop": {"kind": f"no report, status {done.returncode}", "message": done.stderr}}, []
        finally:
            raw.unlink(missing_ok=True)
        notes = [line.split() for line in done.stdout.splitlines()]
        return report, [(name, int(base, 16), int(size)) for name, base, size in notes]

    def lines(self, report):
        """{pc: line of the source} for all stacks of races."""
        pcs = {pc for race in report.get("races", []) for side in ("earlier", "later")
               for pc in race[side]["stack"]}
        own = [module for module in report.get("modules", [])
               if module["path"] == str(self.program)]
        if not pcs or not own:
            return {}
        bias = int(own[0]["bias"], 16)
        pcs = sorted(pcs)
        asked = [hex(int(pc, 16) - 1 - bias) if int(pc, 16) - 1 >= bias else "0x0" for pc in pcs]
        done = subprocess.run(["addr2line", "-e", self.program], input="\n".join(asked) + "\n",
                              capture_output=True, text=True, check=True)
        return {pc: int(found[1]) if found else 0 for pc, text in zip(pcs, done.stdout.splitlines())
                for found in [re.search(rf"/{self.source.name}:(\d+)", text)]}

    def touched(self, stack, lines):
        """The objects that the innermost marked line of a stack names."""
        return next((self.objects[lines[pc]] for pc in stack if lines.get(pc) in self.objects), set())

    def outcome(self, number, engine):
        report, notes = self.run(number, engine)
        lines = self.lines(report)
        places, certain = set(), set()
        for race in report.get("races", []):
            names = (self.touched(race["earlier"]["stack"], lines)
                     & self.touched(race["later"]["stack"], lines))
            base = int(race["address"], 16)
            for address in range(base, base + race["size"]):
                where = place(address, names, notes)
                places.add(where)
                if race["certainty"] == "certain":
                    certain.add(where)
        stop = (report.get("stop") or {}).get("kind")
        verdict = ("findings" if certain or stop not in (None, BEYOND) else
                   "undecided" if places or stop or report["dependences"] else "race-free")
        return Outcome(report.get("engine"), verdict, stop, places, certain)


def place(address, names, notes):
    """What was at the address, by name and offset. Several things may have been, one after the
    other; then NAMES decides. It may be wrong in optimised code, whose lines are not exact."""
    found = frozenset((name, address - base) for name, base, size in notes
                      if 0 <= address - base < size)
    named = frozenset(entry for entry in found if entry[0] in names)
    return named or found or frozenset([("unknown", hex(address))])


def unmatched(some, others):
    """Memory that was used for several objects has several names: one in common will do."""
    return [sorted(place)[:2] for place in some if not any(place & other for other in others)]


def is_weaker(some, other):
    """SOME engine calls possible what the OTHER calls certain."""
    return (some.verdict, other.verdict) == ("undecided", "findings") and not other.stop


def compare(bags, graph, has_atomics):
    """What is wrong, or None. What bags call certain is. If they say that they cannot judge the
    program, that is all; else they find what the graph finds. Where there are sections, they may
    call possible what is certain: they know less of the order that the sections took. Where there
    are atomic operations, the graph may, too: to it they are sections on 8 bytes."""
    if unmatched(bags.certain, graph.certain) and not has_atomics:
        return f"bags call certain what is not: {unmatched(bags.certain, graph.certain)[:3]}"
    if bags.stop == BEYOND:
        return None
    if bags.stop != graph.stop:
        return f"bags stop with {bags.stop}, the graph with {graph.stop}"
    if unmatched(bags.places, graph.places):
        return f"only bags have a race at {unmatched(bags.places, graph.places)[:3]}"
    if unmatched(graph.places, bags.places):
        return f"only the graph has a race at {unmatched(graph.places, bags.places)[:3]}"
    if (bags.verdict != graph.verdict and not is_weaker(bags, graph)
            and not (has_atomics and is_weaker(graph, bags))):
        return f"bags say {bags.verdict}, the graph {graph.verdict}"
    return None


def check(build, number, expected=None):
    """What is wrong, or None, and both outcomes."""
    bags, graph = (build.outcome(number, engine) for engine in ENGINES)
    wrong = compare(bags, graph, build.has_atomics)
    if not wrong and expected and bags.verdict != expected:
        wrong = f"the verdict is {bags.verdict} instead of {expected}"
    return wrong, bags, graph


# ---- making a failing program smaller ----

def variants(tree):
    """Trees with one statement less, or with one replaced by its body; large cuts first."""
    paths = []

    def walk(statements, path):
        for i, statement in enumerate(statements):
            paths.append(path + [i])
            walk(statement.get("body", []), path + [i])

    walk(tree["body"], [])
    for path in sorted(paths, key=len):
        for unwrap in (False, True):
            smaller = copy.deepcopy(tree)
            statements = smaller["body"]
            for i in path[:-1]:
                statements = statements[i]["body"]
            if unwrap and not statements[path[-1]].get("body"):
                continue
            inside = statements[path[-1]].get("body", []) if unwrap else []
            statements[path[-1]:path[-1] + 1] = inside
            yield smaller


def shrink(tree, how, directory):
    tries = 0

    def fails(candidate):
        path = pathlib.Path(directory) / f"shrink{tries}.c"
        path.write_text(generate_program.source([candidate]))
        build = Build(path, how, directory)
        try:
            return not build.error and check(build, 0)[0]
        except (subprocess.SubprocessError, KeyError):
            return None

    wrong, again = fails(tree), True
    while again and tries < SHRINK_TRIES:
        again = False
        for candidate in variants(tree):
            tries += 1
            now = fails(candidate)
            if now:
                tree, wrong, again = candidate, now, True
                break
            if tries >= SHRINK_TRIES:
                break
    return tree, wrong


# ---- campaigns ----

def check_batch(job):
    """A list of (seed, what is wrong, outcomes), and the build."""
    kind, seeds, how = job
    with tempfile.TemporaryDirectory() as directory:
        path = pathlib.Path(directory) / "programs.c"
        trees = [generate_program.generate(seed, kind) for seed in seeds]
        path.write_text(generate_program.source(trees))
        build = Build(path, how, directory)
        if build.error:
            return kind, how, [(seeds[0], "does not compile\n" + build.error[:2000], None, None)]
        return kind, how, [(seed, *check(build, number)) for number, seed in enumerate(seeds)]


def report_failure(kind, how, seed, wrong):
    with tempfile.TemporaryDirectory() as directory:
        tree, now = shrink(generate_program.generate(seed, kind), how, directory)
    print(f"{kind}, seed {seed}, {' '.join(how)}: {wrong}\nshrunk ({now or 'no longer fails'}):\n"
          f"{generate_program.source([tree])}")


def campaign(options):
    kinds = [options.kind] if options.kind else list(generate_program.CLASSES)
    weighted = [kind for kind in kinds for _ in range(generate_program.WEIGHTS.get(kind, 1))]
    seeds = {kind: [] for kind in kinds}
    for seed in range(options.seed, options.seed + options.programs):
        seeds[weighted[seed % len(weighted)]].append(seed)
    jobs = []
    for kind in kinds:
        for i in range(0, len(seeds[kind]), BATCH):
            jobs.append((kind, seeds[kind][i:i + BATCH], BUILDS[len(jobs) % len(BUILDS)]))
    counts = {kind: collections.Counter() for kind in kinds}
    failures = []
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for kind, how, results in pool.map(check_batch, jobs):
            for seed, wrong, bags, graph in results:
                counts[kind]["programs"] += 1
                if bags:
                    counts[kind][bags.verdict] += 1
                    counts[kind]["by bags"] += bags.engine == "bags" and bags.stop != BEYOND
                    counts[kind]["racing bytes"] += len(graph.places)
                    counts[kind]["weaker by bags"] += is_weaker(bags, graph)
                if wrong:
                    failures.append((kind, how, seed, wrong))
    for kind in kinds:
        print(f"{kind}: " + ", ".join(f"{count} {what}" for what, count in counts[kind].items()))
    for failure in failures[:MOST_FAILURES]:
        report_failure(*failure)
    for kind, how, seed, wrong in failures[MOST_FAILURES:]:
        print(f"{kind}, seed {seed}, {' '.join(how)}: {wrong}")
    print(f"{options.programs} programs from seed {options.seed} on, {len(failures)} failures")
    total = sum(counts.values(), collections.Counter())
    is_empty = not total["race-free"] or not total["findings"] or not total["by bags"]
    return 1 if failures or is_empty else 0


def check_files(paths):
    failures = 0
    for path in paths:
        expected = EXPECT.search(path.read_text())
        for how in BUILDS:
            with tempfile.TemporaryDirectory() as directory:
                build = Build(path, how, directory)
                wrong = build.error or check(build, 0, expected and expected[1])[0]
            if wrong:
                print(f"{path}, {' '.join(how)}: {wrong}")
                failures += 1
    print(f"{len(paths)} files, {failures} failures")
    return 1 if failures else 0


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("-n", dest="programs", type=int, default=300)
    parser.add_argument("-s", dest="seed", type=int, default=1)
    parser.add_argument("-c", dest="kind", choices=list(generate_program.CLASSES))
    parser.add_argument("--regressions", action="store_true")
    parser.add_argument("files", nargs="*", type=pathlib.Path)
    options = parser.parse_args()
    if options.regressions:
        return check_files(sorted((HERE / "regressions").glob("*.c")))
    return check_files(options.files) if options.files else campaign(options)


if __name__ == "__main__":
    sys.exit(main())
