#!/usr/bin/env python3
"""What one event costs under raceproof: nanoseconds and bytes, and whether that grows with their number.

usage: bench/events.py [--only=EVENT[,EVENT]] [--compilers=NAME[,NAME]] [--reps=N] [--full] [--quick]
                       [--limit=S] [--callgrind] [--json=FILE]

The events are those of the programs in bench/events; EVENTS below says what each is. A program runs
one kind of event 10^4, 10^5 and 10^6 times, with --full also 10^7 times, with --quick only the first
two. All kinds and numbers of one program run in turn, again and again, each beside a run without
events, which is subtracted. Shown are medians per event:

  ns       processor time of the events alone, as the program measures it
  bytes    growth of the peak of resident memory while they ran
  kept     what the verifier says that it keeps: for tasks, and as shadow memory
  instr.   with --callgrind: instructions, counted by valgrind: 4,000 events less 1,000

A cost that does not grow with the number of events is the same in all columns of its group. The
first columns have a large part of what is paid once: a table that is allocated, or a page of 2 MB,
where the kernel has such, of which little is used. A run is stopped after --limit seconds; its
cell, and those of larger numbers, show `>'.

RACEPROOF names the command. The exit status is 1 if a program failed or was not found race-free."""

import argparse
import json
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import pathlib

import measuring
from measuring import ROOT, number, print_table

RACEPROOF = os.path.abspath(os.environ.get("RACEPROOF", ROOT / "build" / "raceproof"))
FLAGS = ["-std=gnu17", "-O2", "-g"]
WITHOUT_OPENMP = ("task_api",)  # with OpenMP's library in the program, iterations of rp_forall are tasks
COLLECTED = re.compile(r"Collected : (\d+)")
FEW, MORE = 1000, 4000  # events under callgrind
QUANTITIES = ("nanoseconds", "bytes", "kept")
# Source -> event -> what it is.
EVENTS = {
    "openmp": {"iteration": "iteration of a parallel for",
               "iteration-dynamic": "the same, schedule(dynamic)",
               "task": "task and taskwait",
               "tasks": "task, one taskwait for all",
               "depend": "task with depend, 64 addresses",
               "depend-read": "the same, all and their creator read a word",
               "critical": "critical section",
               "critical-write": "iteration with a write in a critical section",
               "lock": "lock, always the same",
               "locks": "lock, one of 1,024",
               "atomic": "atomic update of one word",
               "atomics": "atomic update, 1,024 words",
               "barrier": "barrier, of one of 2 threads"},
    "accesses": {"read-first": "read 8 bytes, first time",
                 "write-first": "write 8 bytes, first time",
                 "read-again": "read 8 bytes again",
                 "write-again": "write 8 bytes again",
                 "read-shared": "read 8 bytes of a table that parallel tasks read",
                 "memset-4k": "memset of 4 KB in a task",
                 "memcpy-4k": "memcpy of 4 KB in a task"},
    "task_api": {"async": "rp_async, one finish for all",
                 "finish": "rp_finish with one rp_async",
                 "forall": "iteration of an rp_forall",
                 "forall-async": "the same, each with one rp_async",
                 "future": "rp_future_new and rp_future_get",
                 "get": "rp_future_get of the same future",
                 "phaser": "rp_phaser_next, of one of 2 tasks"}}


class Failed(Exception):
    """A program did not do what it should; the text says what."""


class Row:
    """One event, compiled by one compiler, and what was measured of it."""

    def __init__(self, name, title, program, counts):
        self.name, self.title, self.program, self.counts = name, title, program, counts
        self.measured = {count: {quantity: [] for quantity in QUANTITIES} for count in counts}
        self.limit_at = None  # the number of events that took too long
        self.instructions, self.trouble = None, None

    def measure(self, directory, limit):
        """One repetition. A row that failed once is left alone."""
        try:
            base = self.run(directory, limit, 0)
            for count in self.counts:
                if self.trouble or (self.limit_at is not None and count >= self.limit_at):
                    return
                values = self.run(directory, limit, count)
                if values is None:
                    self.limit_at = count
                    return
                for quantity in QUANTITIES:
                    cost = (values[quantity] - base[quantity]) / count
                    self.measured[count][quantity].append(cost)
        except Failed as failed:
            self.trouble = str(failed)

    def run(self, directory, limit, count):
        """What COUNT events took in all; None if that was too long."""
        log, output, errors = (directory / name for name in ("log", "output", "errors"))
        log.unlink(missing_ok=True)
        command = [RACEPROOF, "run", "--quiet", "--format=json", f"--output={log}",
                   self.program, self.name, str(count)]
        _, status = measuring.run(directory, limit, command, {}, errors, output)
        if status < 0 and count:
            return None
        if status:
            raise Failed(f"{count} events: status {status}, "
                         f"{errors.read_text(encoding='utf-8', errors='replace')[:200]}")
        seconds, kilobytes = output.read_text(encoding="utf-8").split()
        stats = json.loads(log.read_text(encoding="utf-8"))["stats"]
        return {"nanoseconds": float(seconds) * 1e9, "bytes": float(kilobytes) * 1024,
                "kept": (stats.get("task_kb", 0) + stats.get("shadow_kb", 0)) * 1024.0}

    def count_instructions(self, directory):
        few, more = (self.instructions_of(directory, count) for count in (FEW, MORE))
        self.instructions = (more - few) / (MORE - FEW)

    def instructions_of(self, directory, count):
        command = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", self.program,
                   self.name, str(count)]
        done = subprocess.run(command, capture_output=True, text=True, check=False,
                              env={**os.environ, **measuring.THREADS,
                                   "RACEPROOF_RAW": str(directory / "raw")})
        found = COLLECTED.search(done.stderr)
        if done.returncode or not found:
            raise Failed(f"callgrind, {count} events: status {done.returncode}")
        return int(found[1])

    def cell(self, count, quantity):
        if self.limit_at is not None and count >= self.limit_at:
            return ">"
        values = self.measured[count][quantity]
        if not values:
            return "-"
        median = statistics.median(values)
        return number(median) if median >= 0.005 else "0"

    def as_json(self):
        return {"what": self.title, "counts": self.measured, "over_limit_at": self.limit_at,
                "instructions": self.instructions, "trouble": self.trouble}


def build(compiler, directory):
    """Returns {source: program}."""
    programs = {}
    for source in EVENTS:
        programs[source] = directory / f"{source}-{compiler}"
        openmp = [] if source in WITHOUT_OPENMP else ["-fopenmp"]
        subprocess.run([RACEPROOF, "cc", f"--compiler={compiler}", *FLAGS, *openmp,
                        ROOT / "bench" / "events" / f"{source}.c", "-o", programs[source]],
                       check=True)
    return programs


def rows_of(compiler, options, directory):
    programs = build(compiler, directory)
    return [Row(name, title, programs[source], options.counts)
            for source, events in EVENTS.items() for name, title in events.items()
            if not options.only or name in options.only]


def measure(rows, options, directory, compiler):
    for repetition in range(options.reps):
        for row in rows:
            measuring.show_progress(f"{compiler} {repetition + 1}/{options.reps} {row.name}")
            row.measure(directory, options.limit)
    for row in rows if options.callgrind else []:
        measuring.show_progress(f"{compiler} callgrind {row.name}")
        try:
            row.count_instructions(directory)
        except Failed as failed:
            row.trouble = row.trouble or str(failed)
    measuring.show_progress("")


def power(count):
    return f"10^{len(str(count)) - 1}"


def print_rows(rows, options, compiler):
    print(f"{compiler}: per event, for so many events\n")
    heads = ["", *(f"{unit} {power(count)}" for unit in ("ns", "bytes", "kept")
                   for count in options.counts)]
    lines = [[row.title, *(row.cell(count, quantity) for quantity in QUANTITIES
                           for count in options.counts)] for row in rows]
    if options.callgrind:
        heads.append("instr.")
        for line, row in zip(lines, rows):
            line.append("-" if row.instructions is None else number(row.instructions))
    print_table(heads, lines)


def read_options():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n", maxsplit=1)[0])
    names = [name for events in EVENTS.values() for name in events]
    compilers = [name for name in ("gcc", "clang") if shutil.which(name)]
    parser.add_argument("--only", type=lambda text: text.split(","), help=", ".join(names))
    parser.add_argument("--compilers", type=lambda text: text.split(","), default=compilers)
    parser.add_argument("--reps", type=int, default=5)
    parser.add_argument("--full", action="store_true", help="also 10^7 events")
    parser.add_argument("--quick", action="store_true", help="only 10^4 and 10^5 events, once")
    parser.add_argument("--limit", type=float, default=60, help="seconds for each run")
    parser.add_argument("--callgrind", action="store_true", help="count instructions, too")
    parser.add_argument("--json", metavar="FILE", help="write all measurements to FILE")
    options = parser.parse_args()
    unknown = [name for name in options.only or [] if name not in names]
    if unknown:
        parser.error(f"no event {unknown[0]}; there are {', '.join(names)}")
    if options.reps < 1 or options.limit <= 0:
        parser.error("--reps and --limit want positive numbers")
    if options.callgrind and not shutil.which("valgrind"):
        parser.error("--callgrind needs valgrind")
    if options.quick:
        options.reps = 1
    options.counts = [10**4, 10**5] + [10**6] * (not options.quick) + [10**7] * options.full
    return options


def main():
    options = read_options()
    everything = {}
    with tempfile.TemporaryDirectory() as scratch:
        directory = pathlib.Path(scratch)
        measuring.build_measure(directory)
        for compiler in options.compilers:
            everything[compiler] = rows_of(compiler, options, directory)
            measure(everything[compiler], options, directory, compiler)
            print_rows(everything[compiler], options, compiler)
    if options.json:
        measuring.write_json(
            options.json, "raceproof-bench-events/1",
            {"reps": options.reps, "limit": options.limit},
            {"events": {compiler: {row.name: row.as_json() for row in rows}
                        for compiler, rows in everything.items()}})
    troubles = [f"{row.title}, {compiler}: {row.trouble}"
                for compiler, rows in everything.items() for row in rows if row.trouble]
    for text in troubles:
        print(f"  WRONG: {text}")
    return 1 if troubles else 0


if __name__ == "__main__":
    sys.exit(main())
