#!/usr/bin/env python3
"""Random loops over arrays, in OpenMP tasks: compares the racing bytes that are found with those of an interpreter.

usage: tests/inside/openmp/random_loops.py [-n PROGRAMS] [-s FIRST_SEED] [-j JOBS] [-p]

A program is made from a seed (random_loop.py), printed as C (loop_in_c.py), compiled with several compilers and levels, and run. The
interpreter (loop_races.py) executes it, too, and knows for each strand which bytes it reads and writes, and which strands are ordered.
Both must have the same racing bytes. One that differs is made smaller and printed; -p prints the program of the first
seed and what is expected. RACEPROOF names the command.
"""
import collections
import copy
import pathlib
import random
import sys
import tempfile

import loop_in_c
import loop_races

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2]))
from support import campaign, raw
from support.command import COMPILERS

BATCH = 10                # programs in one executable
WAYS = (("clang", "-O2"), ("clang", "-O2"), ("clang", "-O2"), ("clang", "-O1"), ("clang", "-O3"), ("clang", "-O0"),
        ("clang", "-Os"), ("gcc", "-O2"), ("gcc", "-O2"), ("gcc", "-O2"), ("gcc", "-O1"), ("gcc", "-O3"), ("gcc", "-Og"),
        ("gcc", "-Os"))

Way = collections.namedtuple("Way", "compiler level threads")


# ---- builds and runs ----

class Build(raw.Executable):
    """An executable of several programs."""

    def __init__(self, programs, compiler, level, directory):
        self.programs = programs
        source = pathlib.Path(directory) / f"loops_{compiler}{level}.c"
        source.write_text(loop_in_c.to_c(programs), encoding="utf-8")
        super().__init__(source, compiler, "-fopenmp", level)

    def racing(self, number, threads):
        """{object: its racing bytes}. Raises Lost if the program has no report."""
        found = collections.defaultdict(int)
        for name, byte in raw.racing_bytes(self, number, "engine=bags", OMP_NUM_THREADS=str(threads)):
            found[name] |= 1 << byte
        return found


def bytes_of(mask):
    """Some of the bytes, as a text."""
    found = [byte for byte in range(mask.bit_length()) if mask >> byte & 1]
    return f"{found[:6]}{' ...' if len(found) > 6 else ''}"


def check(build, number, threads):
    """What is wrong, or None, and whether there are races."""
    certain, possible = loop_races.races(build.programs[number])
    try:
        found = build.racing(number, threads)
    except raw.Lost as lost:
        return str(lost), bool(certain)
    for name in sorted(found.keys() | certain.keys()):
        extra, missing = found[name] & ~possible.get(name, 0), certain.get(name, 0) & ~found[name]
        if extra:
            return f"no race at {name}, bytes {bytes_of(extra)}, but one is reported", bool(certain)
        if missing:
            return f"a race at {name}, bytes {bytes_of(missing)}, is not found", bool(certain)
    return None, bool(certain)


# ---- making a program smaller ----

def smaller_nodes(node):
    """Nodes that may replace a node."""
    if node["kind"] in ("task", "critical", "if"):
        yield node["body"]
    for i in range(len(node.get("depends", []))):
        yield [dict(node, depends=node["depends"][:i] + node["depends"][i + 1:])]
    for i in range(len(node.get("accesses", []))):
        yield [dict(node, accesses=node["accesses"][:i] + node["accesses"][i + 1:])]


def variants(program):
    """Programs with one statement less, or with a simpler one."""
    def bodies(of):
        waiting = [of]
        while waiting:
            holder = waiting.pop(0)
            yield holder
            waiting += [inner for inner in holder["body"] if "body" in inner]

    for number, holder in enumerate(bodies(program)):
        for i, node in enumerate(holder["body"]):
            for instead in [[]] + list(smaller_nodes(node)):
                smaller = copy.deepcopy(program)
                place_of = next(other for k, other in enumerate(bodies(smaller)) if k == number)
                place_of["body"][i:i + 1] = copy.deepcopy(instead)
                yield smaller


def shrink(program, way):
    """The smallest program found for which the answer is still wrong, and the answer."""
    def wrong_with(candidate):
        with tempfile.TemporaryDirectory() as directory:
            build = Build([candidate], way.compiler, way.level, directory)
            return None if build.error else check(build, 0, way.threads)[0]

    return campaign.shrink(program, variants, wrong_with)


# ---- campaigns ----

def check_batch(seeds):
    """[(seed, way, what is wrong)], and how many have races."""
    chooser = random.Random(f"ways {seeds[0] // BATCH}")
    ways = chooser.sample([way for way in WAYS if way[0] in COMPILERS], 2)
    failures, racy = [], set()
    with tempfile.TemporaryDirectory() as directory:
        for compiler, level in ways:
            way = Way(compiler, level, chooser.choice((1, 2, 4)) if compiler == "gcc" else chooser.choice((2, 4)))
            build = Build([loop_races.make(seed) for seed in seeds], compiler, level, directory)
            if build.error:
                failures.append((seeds[0], way, build.error))
                continue
            for number, seed in enumerate(seeds):
                wrong, has_races = check(build, number, way.threads)
                if wrong:
                    failures.append((seed, way, wrong))
                if has_races:
                    racy.add(seed)
    return failures, len(racy)


def show(seed, way, wrong):
    program, now = shrink(loop_races.make(seed), way)
    campaign.report(seed, way, wrong, now, loop_in_c.to_c([program]))


def run(options):
    return campaign.run(options, BATCH, check_batch, show)


def print_one(seed):
    program = loop_races.make(seed)
    print(loop_in_c.to_c([program]))
    certain, possible = loop_races.races(program)
    for name in sorted(possible):
        print(f"// {name}: {bytes_of(certain.get(name, 0))}, possible {bytes_of(possible[name])}")
    return 0


if __name__ == "__main__":
    sys.exit(campaign.main(__doc__, 100, 1, print_one, run))
