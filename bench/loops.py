#!/usr/bin/env python3
"""Loops of a million iterations, and tasks made by loops: raceproof beside plain programs and Archer.

usage: bench/loops.py [--reps=N] [--only=NAME[,NAME]] [--tools=NAME[,NAME]] [--quick] [--limit=S]
                      [--json=FILE]

The kernels are those of bench/openmp/loops.c; none has a race. All run on two threads: plain (gcc and
clang), under raceproof (both) and under Archer (clang). As in bench/openmp.py, whose tables these
are, all builds of one kernel run in turn, again and again; shown are ratios of medians to gcc's
plain build, with their spread. The last table has raceproof with clang against Archer, whose
compiler is clang, too: below 1, raceproof takes less.

The number of iterations is 10^6, for the stencil also 10^7; with --quick a tenth. RACEPROOF names
the command. The exit status is 1 if raceproof was wrong, or a plain program was."""

import argparse
import pathlib
import sys
import tempfile

import measuring
import openmp
from measuring import MEASURES, ROOT, number, print_table

SOURCE = ROOT / "bench" / "openmp" / "loops.c"
KERNELS = {"stencil": (10**6, 10**7), "indirect": (10**6,), "reduction": (10**6,),
           "collapse": (10**6,), "dynamic": (10**6,), "nested": (10**6,), "triangular": (10**6,),
           "critical": (10**6,), "locks": (10**6,), "atomic": (10**6,), "taskloop": (10**6,),
           "depend": (10**6,)}
TOOLS = "clang,raceproof,raceproof-clang,archer"


def kernel_programs(options):
    found = []
    for name, sizes in KERNELS.items():
        for size in sizes if not options.only or name in options.only.split(",") else ():
            count = size // 10 if options.quick else size
            found.append(openmp.Program(f"{name} 10^{len(str(count)) - 1}", SOURCE, [],
                                        [name, str(count)], False))
    return found


def print_against(programs, one, other):
    """Medians of the tool ONE divided by those of OTHER."""
    rows = []
    for program in programs:
        mine, theirs = program.trials[one.name], program.trials[other.name]
        row = [program.name]
        for measure in MEASURES:
            if not (mine.has_times() and theirs.has_times()):
                row.append("-")
                continue
            mark = "> " if mine.is_over else "< " if theirs.is_over else ""
            row.append(mark + number(mine.median(measure) / max(theirs.median(measure), 1e-6)))
        rows.append(row)
    print(f"{one.title} against {other.title}\n")
    print_table(["", "wall time", "processor time", "peak memory"], rows)


def read_options():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n", maxsplit=1)[0])
    parser.add_argument("--reps", type=int, default=5)
    parser.add_argument("--only", help=f"of {', '.join(KERNELS)}")
    parser.add_argument("--tools", default=TOOLS, help=f"{TOOLS}, or others of bench/openmp.py")
    parser.add_argument("--quick", action="store_true", help="a tenth of the iterations")
    parser.add_argument("--limit", type=float, default=60, help="seconds for each run")
    parser.add_argument("--json", metavar="FILE", help="write all measurements to FILE")
    options = parser.parse_args()
    unknown = [name for name in (options.only or "stencil").split(",") if name not in KERNELS]
    if unknown:
        parser.error(f"no kernel {unknown[0]}; there are {', '.join(KERNELS)}")
    if options.reps < 1 or options.limit <= 0:
        parser.error("--reps and --limit want positive numbers")
    return options


def main():
    options = read_options()
    with tempfile.TemporaryDirectory() as scratch:
        directory = pathlib.Path(scratch)
        measuring.build_measure(directory)
        tools = openmp.wanted_checkers(options, directory)
        programs = openmp.measure(kernel_programs(options), tools, options, directory,
                                  has_one_source=True)
    openmp.print_programs(programs, tools)
    by_name = {tool.name: tool for tool in tools}
    if {"raceproof-clang", "archer"} <= set(by_name):
        print_against(programs, by_name["raceproof-clang"], by_name["archer"])
    if options.json:
        openmp.write_json(programs, options, "raceproof-bench-loops/1")
    return 0 if openmp.print_troubles(programs) else 1


if __name__ == "__main__":
    sys.exit(main())
