#!/usr/bin/env python3
"""Random OpenMP programs: compares the races that are found with those that the specification implies.

usage: tests/inside/openmp/random_openmp_programs.py [-n PROGRAMS] [-s FIRST_SEED] [-j JOBS] [-p]

A program is made from a seed (random_program.py), printed as C (random_source.py), compiled and run, with several
compilers, sizes of teams and engines. Its races are also computed from its tree (happens_before.py). Both must
have the same racing bytes, and each pair of lines that is reported must be one that races. In half of the
programs the racing accesses are removed. A program on which the two disagree is made smaller and printed; -p prints the
program of the first seed, and the expected races.
"""
import collections
import copy
import os
import pathlib
import random
import sys
import tempfile

import happens_before
import random_program
import random_source

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2]))
from support import campaign, command, raw
from support.command import COMPILERS

BATCH = 12                # programs in one executable
CRASH_TRIES = 8           # so often a compiler is tried that may crash
LEVELS = ("-O0", "-O0", "-O1", "-O2")
ORDERED_BY_RUN = {"locked", "overlap", "atomic", "across", "around"}

Way = collections.namedtuple("Way", "compiler level threads engine")

generate = random_program.generate
levels = LEVELS


# ---- programs ----

def nodes_of(tree):
    waiting = [tree["body"]] + [function["body"] for function in tree["functions"]]
    while waiting:
        for node in waiting.pop():
            yield node
            if "body" in node:
                waiting.append(node["body"])


def remove(tree, unwanted):
    """The tree without some nodes, given by their identities."""
    for node in [tree] + tree["functions"] + list(nodes_of(tree)):
        if "body" in node:
            node["body"] = [inner for inner in node["body"] if id(inner) not in unwanted]


def prune(tree, chooser, kept):
    """Turns accesses into reads, or removes them, until only those to KEPT race."""
    while True:
        changed, unwanted = set(), set()
        for name, one, other in happens_before.find_races(tree, 4):
            if name != kept and not {id(one.tree), id(other.tree)} & changed:
                node = chooser.choice([node for node in (one.tree, other.tree) if "how" in node])
                changed.add(id(node))
                if node["how"] == "read" or "whole" in node or chooser.randrange(3) == 0:
                    unwanted.add(id(node))
                else:
                    node["how"] = "read"
        if not changed:
            return
        remove(tree, unwanted)


def make(seed):
    """The program of a seed: not too large, and often with its races removed."""
    for attempt in range(1000):
        name = f"{seed} {attempt}"
        tree = generate(name, has_shares=seed % 3 != 0)
        chooser = random.Random(name)
        try:
            kind = chooser.randrange(5)
            racy = sorted({name for name, _, _ in happens_before.find_races(tree, 4)})
            if racy and kind < 4:
                prune(tree, chooser, chooser.choice(racy) if kind > 1 else None)
        except happens_before.TooLarge:
            continue
        return tree
    raise ValueError(f"no program for seed {seed}")


def has_shares(tree):
    return any(node["kind"] in ("single", "for", "sections") for node in nodes_of(tree))


def is_ordered_by_run(tree):
    """Whether the order of one run may separate accesses that race only in other runs."""
    def is_kind(node):
        return (node["kind"] in ORDERED_BY_RUN or "reduction" in node
                or any(depend["how"] == happens_before.EXCLUSIVE for depend in node.get("depends", [])))

    return any(is_kind(node) for node in nodes_of(tree))


class Expected:
    """The expected racing bytes (for local arrays only the name), and the pairs of lines. DOUBTFUL_BYTES and
    DOUBTFUL_PAIRS do not race, but may be reported as possible races (docs/openmp.md, "False alarms": a thread holds a
    lock around a team that it opens)."""

    def __init__(self, tree, default_team):
        self.bytes, self.pairs = self.places(tree, happens_before.find_races(tree, default_team))
        self.doubtful_bytes, self.doubtful_pairs \
            = self.places(tree, happens_before.find_doubtful(tree, default_team))

    @staticmethod
    def places(tree, races):
        found, pairs = set(), set()
        for name, one, other in races:
            pairs.add(frozenset((one.tree["line"], other.tree["line"])))
            if tree["objects"][name]["storage"] in ("local", "block"):
                found.add((name, None))
            else:
                found.update((name, byte) for byte in range(max(one.begin, other.begin), min(one.end, other.end)))
        return found, pairs


# ---- builds and runs ----

class Build(raw.Executable):
    """An executable of several programs."""

    def __init__(self, trees, compiler, level, directory):
        self.trees, self.compiler = trees, compiler
        source = pathlib.Path(directory) / f"programs_{compiler}{level}.c"
        source.write_text(random_source.to_c(trees), encoding="utf-8")
        super().__init__(source, compiler, "-fopenmp", level)


class Found:
    """What a run reports, in the same form as Expected."""

    def __init__(self, build, number, threads, engine):
        self.stop, self.bytes, self.pairs = None, set(), set()
        self.possible, self.certain, self.certain_pairs = set(), set(), set()
        try:
            report, notes = build.run(number, f"engine={engine}", OMP_NUM_THREADS=str(threads))
            self.stop = (report.get("stop") or {}).get("kind")
        except raw.Lost as lost:
            self.stop = str(lost)
            return
        if not report.get("races"):
            return
        lines = build.lines(report)
        touched = {node["line"]: node["object"] for node in nodes_of(build.trees[number])
                   if "line" in node and "object" in node}
        unclear = {node["object"] for node in nodes_of(build.trees[number])
                   if node["kind"] == "atomic" and build.compiler == "gcc"}
        for race in report["races"]:
            pair = frozenset(next((lines[pc] for pc in race[side]["stack"] if lines.get(pc)), 0)
                             for side in ("earlier", "later"))
            places = {place(address, pair, notes, touched) for address in raw.addresses(race)}
            self.bytes |= places
            # gcc gives some atomic constructs the lines of the code before them
            names = {name for name, _ in places}
            if all(touched.get(line) in names for line in pair) and not names & unclear:
                self.pairs.add(pair)
                if race["certainty"] == "certain":
                    self.certain_pairs.add(pair)
            if race["certainty"] == "certain":
                self.certain |= places
            else:
                self.possible |= places


def place(address, pair, notes, touched):
    """The name of what is at the address. A local array is recognised by the lines that access it."""
    names = {touched[line] for line in pair if line in touched}
    return raw.place(address, notes) or ((names.pop(), None) if len(names) == 1 else ("unknown", None))


def compare(tree, expected, found, way):
    """The disagreement, or None."""
    if found.stop:
        return f"it stops: {found.stop}"
    extra = found.bytes - expected.bytes - (expected.doubtful_bytes - found.certain)
    missing = expected.bytes - found.bytes
    if extra:
        return f"no race at {sorted(extra, key=str)[:4]}, but one is reported"
    # for the graph engine, iterations, sections and singles belong to the thread that executed them
    if missing and not (way.engine == "graph" and has_shares(tree)):
        return f"a race at {sorted(missing, key=str)[:4]} is not found"
    strange = found.pairs - expected.pairs - (expected.doubtful_pairs - found.certain_pairs)
    if strange and way.level == "-O0":
        return f"no race at lines {[sorted(pair) for pair in strange][:4]}, but one is reported"
    if found.possible and not is_ordered_by_run(tree):
        return f"only possible races at {sorted(found.possible, key=str)[:4]}"
    return None


def check(build, number, way):
    tree = build.trees[number]
    expected = Expected(tree, max(2, way.threads))
    return compare(tree, expected, Found(build, number, way.threads, way.engine), way), expected


def ways_for(compiler, level):
    if compiler == "clang":
        return [Way(compiler, level, threads, "bags") for threads in (2, 4)]
    return [Way(compiler, level, threads, "bags") for threads in (1, 2, 4)] + [Way(compiler, level, 2, "graph")]


# ---- making a program smaller ----

def smaller_nodes(node):
    """Nodes that may replace a node."""
    if node["kind"] in ("task", "taskgroup", "single", "master", "locked", "ordered"):
        yield node["body"]
    step = node["inner"][1] if "inner" in node else 1
    if node.get("count", 1) > step and "name" in node:
        yield [dict(node, count=node["count"] - step, chunk=1, clauses=[])]
    for key in ("clauses", "depends"):
        for i in range(len(node.get(key, []))):
            yield [dict(node, **{key: node[key][:i] + node[key][i + 1:]})]
    if node["kind"] == "parallel" and node["team"] != 2:
        yield [dict(node, team=2)]
    if node.get("schedule"):
        yield [dict(node, schedule="")]


def variants(tree):
    """Trees with one statement less, or with a simpler one."""
    def bodies(of):
        waiting = [of] + of["functions"]
        while waiting:
            holder = waiting.pop(0)
            yield holder
            waiting += [inner for inner in holder["body"] if "body" in inner]

    for number, holder in enumerate(bodies(tree)):
        for i, node in enumerate(holder["body"]):
            if node["kind"] == "block":
                continue
            for instead in [[]] + list(smaller_nodes(node)):
                smaller = copy.deepcopy(tree)
                place_of = next(other for k, other in enumerate(bodies(smaller)) if k == number)
                place_of["body"][i:i + 1] = copy.deepcopy(instead)
                yield smaller


def shrink(tree, way):
    """The smallest program found for which the answer is still wrong, and the answer."""
    def wrong_with(candidate):
        with tempfile.TemporaryDirectory() as directory:
            build = Build([candidate], way.compiler, way.level, directory)
            if build.error:
                return None
            try:
                return check(build, 0, way)[0]
            except (happens_before.TooLarge, KeyError):
                return None

    return campaign.shrink(tree, variants, wrong_with)


# ---- campaigns ----

def can_compile(build, compiler, level):
    """Whether the compiler itself can compile it: clang 14 crashes on some untied tasks, and not every time."""
    return not any(command.run(compiler, "-fopenmp", "-g", level, "-w", "-c", build.source, "-o", os.devnull).returncode
                   for _ in range(CRASH_TRIES))


def check_build(seeds, compiler, level, directory):
    """[(seed, way, what is wrong)], and the seeds of programs with races."""
    build = Build([make(seed) for seed in seeds], compiler, level, directory)
    failures, racy = [], set()
    if build.error and len(seeds) > 1:
        for seed in seeds:
            some, more = check_build([seed], compiler, level, directory)
            failures += some
            racy |= more
        return failures, racy
    if build.error:
        way = ways_for(compiler, level)[0]
        return ([(seeds[0], way, build.error)] if can_compile(build, compiler, level) else []), racy
    for way in ways_for(compiler, level):
        for number, seed in enumerate(seeds):
            wrong, expected = check(build, number, way)
            if wrong:
                failures.append((seed, way, wrong))
            if expected.bytes:
                racy.add(seed)
    return failures, racy


def check_batch(seeds):
    chooser = random.Random(seeds[0] // BATCH)
    failures, racy = [], set()
    with tempfile.TemporaryDirectory() as directory:
        for compiler in COMPILERS:
            some, more = check_build(seeds, compiler, chooser.choice(levels), directory)
            failures += some
            racy |= more
    return failures, len(racy)


def show(seed, way, wrong):
    tree, now = shrink(make(seed), way)
    campaign.report(seed, way, wrong, now, random_source.to_c([tree]))


def run(options):
    return campaign.run(options, BATCH, check_batch, show)


def print_one(seed):
    tree = make(seed)
    print(random_source.to_c([tree]))
    for name, one, other in happens_before.find_races(tree, 4):
        print(f"// {name}: {one.tree['line']} {other.tree['line']}")
    return 0


if __name__ == "__main__":
    sys.exit(campaign.main(__doc__, 120, 2, print_one, run))
