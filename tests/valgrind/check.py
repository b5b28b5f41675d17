#!/usr/bin/env python3
"""Runs the command on some models under valgrind: no invalid access, no use of uninitialised
memory, no leak, and the same exit status as without. Exit status 77 (skipped) without valgrind."""

import pathlib
import re
import shutil
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from support import command
from support.command import RACEPROOF

VALGRIND = ["valgrind", "--quiet", "--error-exitcode=9", "--leak-check=full",
            "--errors-for-leak-kinds=definite,indirect,possible"]
# A model for each way to end, and for each kind of task.
CASES = [
    ["examples/sum.rp"],
    ["examples/sum.rp", "--format=json"],
    ["examples/sum.rp", "--format=sarif", "--all"],
    ["examples/sum.rp", "--graph=/dev/null"],
    ["examples/nakade_7_1.rp", "--param=n=5", "--on-the-fly", "--keep-going"],
    ["examples/sum_fixed.rp", "--param=n=8"],
    ["examples/table_7_1_two_dim_arrays.rp", "--param=rows=4,columns=3", "--schedule=random"],
    ["examples/clocked_loop.rp", "--param=n=4,steps=3"],
    ["examples/phaser_pipeline.rp", "--param=n=4"],
    ["examples/regions.rp"],
    ["examples/regions_ewait.rp"],
    ["examples/isolated_order.rp"],
    ["examples/assume.rp", "--schedule=random", "--seed=3"],
    ["examples/deadlock_futures.rp"],
    ["examples/deadlock_phaser.rp"],
    ["examples/misuse_get.rp"],
    ["examples/assertion.rp"],
    ["examples/division_by_zero.rp"],
    ["tests/lang/misuse/recursion_in_task.rp"],
    ["tests/lang/misuse/phased_mode_not_held.rp"],
    ["tests/lang/racy/undeclared_access.rp"],
    ["tests/lang/errors/several.rp"],
    ["tests/lang/errors/parameter_without_value.rp"],
]


def run(arguments, prefix=()):
    done = command.run(*prefix, RACEPROOF, "run", *arguments)
    return done.returncode, done.stderr


def main():
    if not shutil.which("valgrind"):
        command.skip("valgrind is not installed")
    failed = 0
    for arguments in CASES:
        if not pathlib.Path(arguments[0]).exists():
            print(f"{arguments[0]} is not there")
            failed += 1
            continue
        plain, _ = run(arguments)
        status, text = run(arguments, VALGRIND)
        if status != plain or re.search(r"^==\d+==", text, re.M):
            failed += 1
            print(f"{' '.join(arguments)}: exit status {status}, without valgrind {plain}\n{text}")
    print(f"{len(CASES)} runs, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
