#!/usr/bin/env python3
"""Both engines on random C programs: they must find the same racing bytes and give the same verdict.

usage: tests/inside/api/random_task_programs.py [-n PROGRAMS] [-s FIRST_SEED] [-c CLASS] [FILE.c...]
       tests/inside/api/random_task_programs.py --regressions

If files are given, they are checked instead of random programs. tests/inside/api/regressions/ has programs that
once failed, made smaller. A program may say `// expect: race-free`, `findings` or `undecided`."""
import collections
import concurrent.futures
import copy
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2]))
from support import campaign, raw, task_programs
from support.command import COMPILERS, SUPPORT

HERE = pathlib.Path(__file__).resolve().parent
ENGINES = ("bags", "graph")
BEYOND = "beyond"     # outcome of an engine that cannot judge the program
BATCH = 12            # programs in one executable
SHRINK_TRIES = 300
BUILDS = [(compiler, level) for level in ("-O0", "-O2", "-O1")
          for compiler in COMPILERS]
MARK = re.compile(r"/\* @([\w ]+) \*/")
EXPECT = re.compile(r"// expect: ([\w-]+)")

Outcome = collections.namedtuple("Outcome", "engine verdict stop places certain")


class Build(raw.Executable):
    """An executable, with what its source says about each line."""

    def __init__(self, source, how):
        compiler, level = how
        super().__init__(source, compiler, level, f"-I{SUPPORT}")
        text = self.source.read_text()
        self.has_atomics = "__atomic" in text
        self.objects = {number: set(found[1].split())
                        for number, line in enumerate(text.splitlines(), 1)
                        for found in [MARK.search(line)] if found}

    def touched(self, stack, lines):
        """The objects named by the innermost marked line of a stack."""
        return next((self.objects[lines[pc]] for pc in stack if lines.get(pc) in self.objects), set())

    def outcome(self, number, engine):
        report, notes = self.run(number, f"engine={engine}")
        lines = self.lines(report)
        places, certain = set(), set()
        for race in report.get("races", []):
            names = (self.touched(race["earlier"]["stack"], lines)
                     & self.touched(race["later"]["stack"], lines))
            for address in raw.addresses(race):
                where = place(address, names, notes)
                places.add(where)
                if race["certainty"] == "certain":
                    certain.add(where)
        stop = (report.get("stop") or {}).get("kind")
        verdict = ("findings" if certain or stop not in (None, BEYOND) else
                   "undecided" if places or stop or report["dependences"] else "race-free")
        return Outcome(report.get("engine"), verdict, stop, places, certain)


def place(address, names, notes):
    """What was at the address, by name and offset. If several objects were there one after the other, NAMES decides.
    This may be wrong in optimised code, whose lines are not exact."""
    found = frozenset((name, address - base) for name, base, size in notes
                      if 0 <= address - base < size)
    named = frozenset(entry for entry in found if entry[0] in names)
    return named or found or frozenset([("unknown", hex(address))])


def unmatched(some, others):
    """The races of SOME that OTHERS lacks. Memory that was used for several objects has several names: one name in
    common suffices."""
    return [sorted(place)[:2] for place in some if not any(place & other for other in others)]


def is_weaker(some, other):
    """Whether SOME calls a race possible that OTHER calls certain."""
    return (some.verdict, other.verdict) == ("undecided", "findings") and not other.stop


def compare(bags, graph, has_atomics):
    """The disagreement of the two engines, or None. Races that bags call certain must be certain. If bags cannot
    judge the program, nothing more is compared; otherwise they find what the graph finds. If there are sections,
    they may call a certain race possible: they know less of the order that the sections make."""
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
    """What is wrong, or None; and both outcomes."""
    try:
        bags, graph = (build.outcome(number, engine) for engine in ENGINES)
    except raw.Lost as lost:
        return str(lost), None, None
    wrong = compare(bags, graph, build.has_atomics)
    if not wrong and expected and bags.verdict != expected:
        wrong = f"the verdict is {bags.verdict} instead of {expected}"
    return wrong, bags, graph


# ---- making a failing program smaller ----

def variants(tree):
    """Trees with one statement less, or with one statement replaced by its body. Large cuts come first."""
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


def shrink(tree, how):
    def wrong_with(candidate):
        with tempfile.TemporaryDirectory() as directory:
            build = build_trees([candidate], how, directory)
            try:
                return None if build.error else check(build, 0)[0]
            except (subprocess.SubprocessError, KeyError):
                return None

    return campaign.shrink(tree, variants, wrong_with, SHRINK_TRIES)


# ---- campaigns ----

def build_trees(trees, how, directory):
    path = pathlib.Path(directory) / "programs.c"
    path.write_text(task_programs.source(trees))
    return Build(path, how)


def check_batch(job):
    """A list of (seed, what is wrong, outcomes), and the build."""
    kind, seeds, how = job
    with tempfile.TemporaryDirectory() as directory:
        build = build_trees([task_programs.generate(seed, kind) for seed in seeds], how, directory)
        if build.error:
            return kind, how, [(seeds[0], build.error, None, None)]
        return kind, how, [(seed, *check(build, number)) for number, seed in enumerate(seeds)]


def show(seed, way, wrong):
    kind, *how = way
    tree, now = shrink(task_programs.generate(seed, kind), how)
    campaign.report(seed, way, wrong, now, task_programs.source([tree]))


def run(options):
    kinds = [options.kind] if options.kind else list(task_programs.CLASSES)
    weighted = [kind for kind in kinds for _ in range(task_programs.WEIGHTS.get(kind, 1))]
    jobs = [(kind, seeds, BUILDS[number % len(BUILDS)])
            for number, (kind, seeds) in enumerate(campaign.batches_by_kind(options, weighted, BATCH))]
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
                    failures.append((seed, (kind, *how), wrong))
    for kind in kinds:
        print(f"{kind}: " + ", ".join(f"{count} {what}" for what, count in counts[kind].items()))
    campaign.show_failures(failures, show)
    campaign.print_sum(options, len(failures))
    total = sum(counts.values(), collections.Counter())
    is_empty = not total["race-free"] or not total["findings"] or not total["by bags"]
    return 1 if failures or is_empty else 0


def check_files(paths):
    failures = 0
    for path in paths:
        expected = EXPECT.search(path.read_text())
        for how in BUILDS:
            with tempfile.TemporaryDirectory() as directory:
                build = Build(shutil.copy(path, directory), how)
                wrong = build.error or check(build, 0, expected and expected[1])[0]
            if wrong:
                print(f"{path}, {' '.join(how)}: {wrong}")
                failures += 1
    print(f"{len(paths)} files, {failures} failures")
    return 1 if failures else 0


def main():
    parser = campaign.parser(__doc__, 300)
    parser.add_argument("-c", dest="kind", choices=list(task_programs.CLASSES))
    parser.add_argument("--regressions", action="store_true")
    parser.add_argument("files", nargs="*", type=pathlib.Path)
    options = parser.parse_args()
    if options.regressions:
        return check_files(sorted((HERE / "regressions").glob("*.c")))
    return check_files(options.files) if options.files else run(options)


if __name__ == "__main__":
    sys.exit(main())
