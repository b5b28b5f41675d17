#!/usr/bin/env python3
"""Random sequences of static loops: compares the verdict with the orders that the specification guarantees [OpenMP
5.2, 11.5.3].

usage: tests/inside/openmp/random_static.py [-n PROGRAMS] [-s SEED] [--compiler=gcc|clang]

A program has several parallel regions, each with an array of its own and some loops over it, with and without
chunk sizes, of equal and of different lengths, with and without a barrier between them. Two iterations that access
the same element, one of which writes, race unless a barrier is between them, or one thread executes both: in one
loop, in loops with chunk sizes, or in loops without chunk sizes that have the same number of iterations."""
import pathlib
import random
import re
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2]))
from support import campaign, command
from support.command import COMPILERS

THREADS, REGIONS, ELEMENTS = 4, 12, 24


class Loop:
    def __init__(self, rng, lengths):
        self.count = rng.choice(lengths)
        self.chunk = rng.choice((0, 0, 0, 1, 2, 3))
        self.first = rng.choice((0, 0, 0, 1, 4))
        self.step = rng.choice((1, 1, 1, 1, 2))
        self.writes = rng.random() < 0.5
        self.waits = rng.random() < 0.2
        self.is_down = rng.random() < 0.2

    def text(self, name):
        schedule = f"static, {self.chunk}" if self.chunk else "static"
        head = f"int i = {self.count - 1}; i >= 0; i--" if self.is_down else f"int i = 0; i < {self.count}; i++"
        place = f"{name}[{self.first} + {self.step} * i]"
        return (f"#pragma omp for schedule({schedule}){'' if self.waits else ' nowait'}\n    for ({head})\n"
                f"      {f'{place} = i' if self.writes else f'use ({place})'};\n")

    def thread(self, number):
        """The thread that executes logical iteration NUMBER."""
        if self.chunk:
            return number // self.chunk % THREADS
        least, rest = divmod(self.count, THREADS)
        return number // (least + 1) if number < rest * (least + 1) else rest + (number - rest * (least + 1)) // least

    def accesses(self):
        """{element: threads that access it}"""
        found = {}
        for number in range(self.count):
            i = self.count - 1 - number if self.is_down else number
            found.setdefault(self.first + self.step * i, set()).add(self.thread(number))
        return found


def are_equal(a, b):
    return bool(a.chunk and b.chunk) or (not a.chunk and not b.chunk and a.count == b.count)


def has_race(loops):
    """Whether two of the loops race. Inside of one loop there is no race: its iterations access different elements."""
    for i, a in enumerate(loops):
        for j in range(i + 1, len(loops)):
            if loops[j - 1].waits:
                break
            b = loops[j]
            mine, other = a.accesses(), b.accesses()
            if (a.writes or b.writes) and any(not are_equal(a, b) or mine[element] != other[element]
                                              for element in mine.keys() & other.keys()):
                return True
    return False


def program(rng):
    regions = []
    for _ in range(REGIONS):
        lengths = rng.sample((1, 3, 4, 5, 7, 8, 9, 10), 2)
        regions.append([Loop(rng, lengths) for _ in range(rng.randint(2, 5))])
    text = "static void use (int n) { volatile int got = n; (void) got; }\n"
    text += "".join(f"static int r{i}[{ELEMENTS}];\n" for i in range(REGIONS)) + "int\nmain (void)\n{\n"
    for i, loops in enumerate(regions):
        text += f"#pragma omp parallel num_threads({THREADS})\n  {{\n"
        text += "".join(loop.text(f"r{i}") for loop in loops) + "  }\n"
    return text + "  return 0;\n}\n", {f"r{i}" for i, loops in enumerate(regions) if has_race(loops)}


def judge(directory, text, compiler):
    (directory / "a.c").write_text(text)
    command.cc("-fopenmp", "-g", "-O0", "a.c", compiler=compiler, directory=directory)
    _, report = command.report("run", "--quiet", "./a.out", output="report.json", directory=directory, limit=60)
    return {re.match(r"data race on `(\w+)", one["message"])[1] for one in report["findings"]}


def main():
    parser = campaign.parser(__doc__, 10)
    parser.add_argument("--compiler", choices=("gcc", "clang"))
    options = parser.parse_args()
    wrong = races = 0
    for seed in campaign.seeds_of(options):
        text, expected = program(random.Random(seed))
        for compiler in [options.compiler] if options.compiler else COMPILERS:
            with tempfile.TemporaryDirectory() as directory:
                found = judge(pathlib.Path(directory), text, compiler)
            races += len(expected)
            for name in sorted(found ^ expected):
                wrong += 1
                print(f"seed {seed}, {compiler}: {name}: {'no race' if name in expected else 'a race'} found")
    campaign.print_sum(options, wrong, f", {races} regions with a race")
    return wrong > 0


if __name__ == "__main__":
    sys.exit(main())
