#!/usr/bin/env python3
"""The tables of `make bench`: [Nakade, table 7.2] beside the thesis's numbers, and how run scales.

usage: bench/run.py [--repetitions=N] [--quick] [--json=FILE]

Each row is measured several times, the rows in turn, so that a slow moment of the machine meets all
of them; shown are the median and the spread (least to most). Times are those of the whole process,
memory is its peak. Compare numbers of one run of this script with each other, not with other
machines'. RACEPROOF names the command."""

import argparse
import json
import os
import pathlib
import platform
import statistics
import subprocess
import sys
import tempfile
import time

RACEPROOF = os.environ.get("RACEPROOF", "build/raceproof")
FIGURE_7_1 = "examples/nakade_7_1.rp"
# [Nakade, table 7.2]: n -> states and minutes:seconds, on the fly and normal.
THESIS = {5: ("5", "00:01", "14", "00:01"), 50: ("5", "00:01", "61", "00:03"),
          100: ("5", "00:01", "112", "00:05"), 500: ("5", "00:01", "513", "02:25"),
          1000: ("5", "00:01", "1013", "08:34")}
SIZES = [5, 50, 100, 500, 1000, 100000]
# What the project promises for these: seconds and megabytes.
SCALE = [("100,000 tasks, 10 million accesses, contiguous", "bench/scale_contiguous.rp",
          ["--param=tasks=100000,each=100"], 10, 2048),
         ("100,000 tasks, 10 million accesses, scattered", "bench/scale_scattered.rp",
          ["--param=tasks=100000,each=100"], 10, 2048),
         ("1 million tasks, recursive, on the fly", "bench/scale_recursive.rp",
          ["--param=depth=19", "--on-the-fly"], None, 1024),
         ("1 million tasks, recursive, normal", "bench/scale_recursive.rp",
          ["--param=depth=19"], None, None)]


class Row:
    """One command, and what was measured of it."""

    def __init__(self, name, model, options, verdict):
        self.name, self.verdict = name, verdict
        self.command = [RACEPROOF, "run", "--quiet", "--format=json", "--engine=graph", *options,
                        model]
        self.seconds, self.megabytes, self.stats = [], [], {}

    def measure(self):
        with tempfile.TemporaryFile() as out:
            start = time.monotonic()
            child = subprocess.Popen(self.command, stdout=out)
            _, status, usage = os.wait4(child.pid, 0)
            self.seconds.append(time.monotonic() - start)
            child.returncode = os.waitstatus_to_exitcode(status)
            out.seek(0)
            report = json.loads(out.read() or b"{}")
        if report.get("verdict") != self.verdict:
            sys.exit(f"{' '.join(self.command)}: expected the verdict {self.verdict}, got "
                     f"{report.get('verdict')} (exit status {child.returncode})")
        self.megabytes.append(usage.ru_maxrss / 1024)
        self.stats = report["stats"]

    def time(self):
        return statistics.median(self.seconds)

    def memory(self):
        return max(self.megabytes)

    def spread(self):
        return f"{min(self.seconds):.3f}-{max(self.seconds):.3f}"

    def as_json(self):
        return {"name": self.name, "command": self.command[1:], "seconds": self.seconds,
                "median_seconds": self.time(), "peak_megabytes": self.memory(),
                "stats": self.stats}


def print_table(heads, rows):
    widths = [max(len(row[i]) for row in [heads, *rows]) for i in range(len(heads))]
    for row in [heads, *rows]:
        cells = [row[0].ljust(widths[0])]
        cells += [cell.rjust(width) for cell, width in zip(row[1:], widths[1:])]
        print("  " + "  ".join(cells).rstrip())


def print_table_7_2(rows):
    print("Table 7.2 again: figure 7.1 with n tasks in its loop. Nodes and time here, then\n"
          "the thesis's (states of the model checker, and minutes:seconds).\n")
    lines = []
    for n in SIZES:
        fly, normal = rows[n, "on-the-fly"], rows[n, "normal"]
        thesis = THESIS.get(n, ("-",) * 4)
        lines.append([f"{n:,}", str(fly.stats["nodes"]), f"{fly.time():.3f} s", fly.spread(),
                      str(normal.stats["nodes"]), f"{normal.time():.3f} s", normal.spread(),
                      *thesis])
    print_table(["n", "on the fly", "time", "spread", "normal", "time", "spread",
                 "thesis: fly", "time", "normal", "time"], lines)
    least, most = SIZES[0], SIZES[-1]
    growth = rows[most, "on-the-fly"].time() / rows[least, "on-the-fly"].time()
    print(f"\n  on the fly, n = {most:,} against n = {least}: {growth:.1f} times the time, for "
          f"{most // least:,} times the tasks")
    growth = rows[most, "normal"].time() / rows[1000, "normal"].time()
    print(f"  normal, n = {most:,} against n = 1,000: {growth:.1f} times the time, for "
          f"{most // 1000} times the tasks\n")


def print_scale(rows):
    print("Scale: medians of the same repetitions; goals where there are any.\n")
    lines = []
    for row, (_, _, _, seconds, megabytes) in rows:
        stats = row.stats
        kept = stats["nodes"] - stats.get("folded", 0)
        lines.append([row.name, f"{stats['nodes']:,}", f"{kept:,}", f"{row.time():.2f} s",
                      f"< {seconds} s" if seconds else "", f"{row.memory():,.0f} MB",
                      f"< {megabytes:,} MB" if megabytes else ""])
    print_table(["", "nodes", "kept", "time", "goal", "memory", "goal"], lines)
    fly, normal = rows[2][0], rows[3][0]
    print(f"\n  recursive: folding takes {fly.memory() / normal.memory():.2f} of the memory and "
          f"{fly.time() / normal.time():.2f} of the time")


def missed(rows):
    """The goals that were not met."""
    for row, (name, _, _, seconds, megabytes) in rows:
        if seconds and row.time() > seconds:
            yield f"{name}: {row.time():.1f} s, the goal is {seconds} s"
        if megabytes and row.memory() > megabytes:
            yield f"{name}: {row.memory():.0f} MB, the goal is {megabytes} MB"


def machine():
    return {"processors": os.cpu_count(), "machine": platform.machine(),
            "system": platform.system(), "date": time.strftime("%Y-%m-%d")}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--repetitions", type=int, default=5)
    parser.add_argument("--quick", action="store_true", help="one repetition")
    parser.add_argument("--json", metavar="FILE", help="write all measurements to FILE")
    options = parser.parse_args()
    repetitions = 1 if options.quick else options.repetitions
    if not pathlib.Path(RACEPROOF).exists():
        sys.exit(f"bench/run.py: there is no {RACEPROOF}")
    table = {(n, mode): Row(f"figure 7.1, n={n}, {mode}", FIGURE_7_1,
                            [f"--param=n={n}", *extra], "findings")
             for n in SIZES for mode, extra in (("on-the-fly", ["--on-the-fly"]), ("normal", []))}
    scale = [(Row(name, model, extra, "race-free"), goal)
             for goal in SCALE for name, model, extra in [goal[:3]]]
    for _ in range(repetitions):
        for row in [*table.values(), *(row for row, _ in scale)]:
            row.measure()
    print_table_7_2(table)
    print_scale(scale)
    if options.json:
        rows = [*table.values(), *(row for row, _ in scale)]
        text = json.dumps({"machine": machine(), "repetitions": repetitions,
                           "rows": [row.as_json() for row in rows]}, indent=1)
        pathlib.Path(options.json).write_text(text + "\n")
    for problem in missed(scale):
        print(f"  not met here: {problem}")


if __name__ == "__main__":
    main()
