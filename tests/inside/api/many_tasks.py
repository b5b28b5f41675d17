#!/usr/bin/env python3
"""A program with very many tasks: it comes to its end, and each task costs little memory.

usage: tests/inside/api/many_tasks.py TASKS
"""
import pathlib
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2]))
from support import command

SOURCE = pathlib.Path(__file__).resolve().parent / "many_tasks.c"
FEW = 1000

# Bytes of memory that a task may cost. In the flat shape, all tasks wait to be joined. In the loop, iterations need not
# be tasks.
MOST_BYTES = {"blocks": 64, "recursive": 64, "flat": 192, "loop": 1}
# The same for a task that waits: its stack, and what the verifier keeps about it.
NESTED, MOST_NESTED_BYTES = 2000, 256 * 1024


def run(program, shape, tasks):
    done, report = command.report("run", program, shape, tasks, output=program.with_suffix(".json"), limit=None)
    assert done.returncode == 0, f"{shape}: status {done.returncode}\n{done.stdout}{done.stderr}"
    return report


def check(program, shape, tasks):
    few, many = (run(program, shape, count)["stats"] for count in (FEW, tasks))
    few_kb, many_kb = (stats["peak_rss_kb"] - stats.get("shadow_kb", 0) for stats in (few, many))
    bytes_each = 1024 * (many_kb - few_kb) / (tasks - FEW)
    told_each = 1024 * many["task_kb"] / tasks
    print(f"{shape}: {many['tasks']} tasks in {many['seconds']:.1f} s, {bytes_each:.0f} bytes each, "
          f"{told_each:.0f} of them in tables")
    assert many["tasks"] == tasks + 1, many
    assert bytes_each <= MOST_BYTES[shape], f"{shape}: more than {MOST_BYTES[shape]} bytes a task"
    least = 8 if shape != "loop" else 0
    assert least <= told_each <= bytes_each + 1, f"{shape}: the report's memory for tasks is wrong"


def check_nested(program):
    few, many = (run(program, "nested", count)["stats"]["peak_rss_kb"] for count in (10, NESTED))
    bytes_each = 1024 * (many - few) / (NESTED - 10)
    print(f"nested: {bytes_each:.0f} bytes each")
    assert bytes_each <= MOST_NESTED_BYTES, f"more than {MOST_NESTED_BYTES} bytes a waiting task"


def main():
    tasks = int(sys.argv[1])
    with tempfile.TemporaryDirectory() as directory:
        program = pathlib.Path(directory) / "many_tasks"
        command.cc("-O2", SOURCE, "-o", program)
        for shape in MOST_BYTES:
            check(program, shape, tasks)
        check_nested(program)


if __name__ == "__main__":
    main()
