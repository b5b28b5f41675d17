#!/usr/bin/env python3
"""The tables of `make bench-explore`: the programs of [Mercer, table I] and [Nakade, table 7.1] beside
the papers' figures, what made the counters finish, and how fast schedules are run.

usage: bench/explore.py [--models] [--limit=SECONDS] [--repetitions=N] [--quick] [--json=FILE]
                        [--only=programs|reductions|speed]

The programs are those of bench/explore, compiled with `raceproof cc`; with --models the models of the
same names. A cell that reaches the limit says so. Rates are medians of several repetitions, taken in
turn. RACEPROOF names the command. The exit status is 1 if a verdict is not the true one."""

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

ROOT = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "bench" / "explore"))
import tables  # noqa: E402

RACEPROOF = os.path.abspath(os.environ.get("RACEPROOF", "build/raceproof"))
PRECISIONS = ("isolated", "regions", "accesses")
RACE_RULES = {"RP001", "RP004"}  # a data race, a permission violation
SPEED = ROOT / "bench" / "explore" / "speed"
# name, number of tasks or the like; all their schedules are run
SPEED_MODELS = [("counter", 8), ("last_zero", 10), ("philosophers", 12)]
SPEED_PROGRAMS = [("counter", 7), ("last_zero", 8)]


class Cell:
    """One search: what was asked, and what came out."""

    def __init__(self, subject, options, limit):
        self.command = [RACEPROOF, "explore", "--quiet", "--format=json", f"--max-time={limit}",
                        *options, *map(str, subject)]
        self.limit = limit
        self.stats, self.rules, self.verdict, self.trouble = {}, set(), None, None
        self.seconds = 0.0

    def run(self):
        start = time.monotonic()
        try:
            done = subprocess.run(self.command, capture_output=True, text=True, errors="replace",
                                  check=False, timeout=self.limit * 2 + 20)
        except subprocess.TimeoutExpired:
            self.trouble = "does not stop"
            return self
        finally:
            self.seconds = time.monotonic() - start
        try:
            report = json.loads(done.stdout)
        except json.JSONDecodeError:
            lines = (done.stderr or done.stdout).strip().splitlines()
            self.trouble = lines[0] if lines else f"exit status {done.returncode}"
            return self
        self.stats, self.verdict = report["stats"], report["verdict"]
        if "states" in report["scope"]:
            self.stats["states"] = report["scope"]["states"]
        self.rules = {finding["rule"] for finding in report["findings"]}
        return self

    def answer(self):
        if self.trouble:
            return "cannot"
        if self.rules & RACE_RULES:
            return "race"
        if self.verdict == "race-free":
            return "no race"
        return "> limit" if self.verdict == "undecided" else self.verdict

    def is_wrong(self, has_race):
        """A search that reached its limit is not wrong: it says so."""
        return self.answer() not in ("race" if has_race else "no race", "> limit", "cannot")

    def numbers(self):
        """Schedules, states, steps and time, as text."""
        if self.trouble:
            return ["-"] * 4
        return [f"{self.stats.get(key, 0):,}" if key in self.stats else "-"
                for key in ("schedules", "states", "steps")] + [f"{self.seconds:.2f} s"]

    def as_json(self):
        return {"command": self.command[1:], "answer": self.answer(), "verdict": self.verdict,
                "seconds": self.seconds, "stats": self.stats, "trouble": self.trouble}


def print_table(heads, rows, left=1):
    widths = [max(len(row[i]) for row in [heads, *rows]) for i in range(len(heads))]
    for row in [heads, *rows]:
        cells = [cell.ljust(width) if i < left else cell.rjust(width)
                 for i, (cell, width) in enumerate(zip(row, widths))]
        print("  " + "  ".join(cells).rstrip())


def compile_program(source, directory, *flags):
    program = directory / f"{source.stem}{''.join(flags)}"
    command = [RACEPROOF, "cc", "-O1", *flags, source, "-o", program]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"{' '.join(map(str, command))}\n{done.stderr}")
    return program


def subject_of(row, options, directory, commutes=False):
    if options.models:
        name = row.name.removesuffix("_isolated") + "_commutes" if commutes else row.name
        return [tables.model(name)]
    return [compile_program(tables.source(row.name), directory,
                            *(["-DCOMMUTES"] if commutes else []))]


def paper(figures, has_states=True):
    """A paper's figures as cells."""
    if figures.verdict is None:
        return ["N/A"] * (3 if has_states else 2)
    states = [f"{figures.states:,}"] if has_states else []
    return [*states, figures.time, figures.verdict]


# ---- the papers' programs ----


def measure_programs(options, directory):
    rows = {}
    for row in tables.ROWS:
        subject = subject_of(row, options, directory)
        extra = ["--reduction=states"] if row.has_many_orders else []
        rows[row.name] = {precision: Cell(subject, [f"--precision={precision}", *extra],
                                          options.limit).run() for precision in PRECISIONS}
    return rows


def print_programs(rows, options):
    what = "models" if options.models else "programs"
    print(f"The papers' {what}, and what the papers say. [Mercer, table I]: states and h:mm:ss of\n"
          "permission regions and of JPF's PreciseRaceDetector, N/A above 30 minutes; [Nakade, table\n"
          "7.1]: states and mm:ss of computation graphs. * is the papers' own mark of a wrong one.\n")
    print_table(["", "tasks", "regions: states", "time", "verdict", "precise: states", "time",
                 "verdict", "graphs: states", "time", "verdict", "truth"],
                [[row.title, str(row.tasks), *paper(row.permissions), *paper(row.precise),
                  *paper(row.graphs), "race" if row.has_race else "no race"]
                 for row in tables.ROWS])
    print("\n  [Nakade, table 7.1] measured permission regions again:")
    for name, figures in tables.PERMISSIONS_AGAIN.items():
        title = next(row.title for row in tables.ROWS if row.name == name)
        print(f"  {title}: {figures.states:,} states, {figures.time}, {figures.verdict}")
    for precision in PRECISIONS:
        print(f"\nHere, --precision={precision} (s: --reduction=states, else the default, dpor; at most "
              f"{options.limit:g} s):\n")
        lines = []
        for row in tables.ROWS:
            cell = rows[row.name][precision]
            lines.append([row.title, str(cell.stats.get("tasks") or "-"), *cell.numbers(),
                          "s" if row.has_many_orders else "",
                          cell.answer() + (" WRONG" if cell.is_wrong(row.has_race) else "")])
        print_table(["", "tasks", "schedules", "states", "steps", "time", "", "verdict"], lines)
    print()


# ---- what reduced them ----


def measure_reductions(options, directory):
    cells = {}
    for row in tables.ROWS:
        if not row.is_open:
            continue
        plain = subject_of(row, options, directory)
        ways = {"none": (plain, ["--reduction=none"]), "sleep": (plain, ["--reduction=sleep"]),
                "dpor": (plain, []), "states": (plain, ["--reduction=states"])}
        if row.has_many_orders:
            ways["commutes"] = (subject_of(row, options, directory, commutes=True), [])
        cells[row.name] = {way: Cell(subject, extra, options.limit).run()
                           for way, (subject, extra) in ways.items()}
    return cells


def print_reductions(cells, options):
    print("What makes the counters finish: n dependent increments have n! traces, so dpor alone has to\n"
          "run all of them; states tells that many lead to the same place; commutes is dpor on a program\n"
          "that declares its sections to commute. At most "
          f"{options.limit:g} s each; that long, it did not finish.\n")
    lines = []
    for row in tables.ROWS:
        for way, cell in cells.get(row.name, {}).items():
            lines.append([row.title, way, *cell.numbers(),
                          cell.answer() + (" WRONG" if cell.is_wrong(row.has_race) else "")])
    print_table(["", "reduction", "schedules", "states", "steps", "time", "verdict"], lines, left=2)
    print()


# ---- schedules a second ----


class Rate:
    """One subject with one number of jobs, measured again and again."""

    def __init__(self, name, kind, subject, extra, jobs, limit):
        self.name, self.kind, self.jobs = name, kind, jobs
        self.cell = Cell(subject, [*extra, *([f"--jobs={jobs}"] if jobs > 1 else [])], limit)
        self.rates, self.seconds, self.schedules = [], [], set()

    def measure(self):
        self.cell.run()
        if self.cell.trouble or self.cell.answer() != "no race":
            return
        schedules = self.cell.stats["schedules"]
        self.schedules.add(schedules)
        self.seconds.append(self.cell.seconds)
        self.rates.append(schedules / self.cell.seconds)

    def median(self):
        return statistics.median(self.rates) if self.rates else 0

    def as_json(self):
        return {"name": self.name, "kind": self.kind, "jobs": self.jobs, "rates": self.rates,
                "seconds": self.seconds, "schedules": sorted(self.schedules),
                "command": self.cell.command[1:], "trouble": self.cell.trouble}


def has_jobs():
    done = subprocess.run([RACEPROOF, "help", "explore"], capture_output=True, text=True, check=False)
    return "--jobs" in done.stdout


def measure_speed(options, directory):
    jobs = (1, 2) if has_jobs() else (1,)
    rates = []
    for name, size in SPEED_MODELS:
        subject = [SPEED / f"{name}.rp"]
        rates += [Rate(f"{name} {size}", "model", subject, [f"--param=n={size}"], n, options.limit)
                  for n in jobs]
    for name, size in SPEED_PROGRAMS:
        subject = [compile_program(SPEED / f"{name}.c", directory), size]
        rates += [Rate(f"{name} {size}", "program", subject, [], n, options.limit) for n in jobs]
    for _ in range(options.repetitions):
        for rate in rates:
            rate.measure()
    return rates


def print_speed(rates, options):
    print(f"Schedules a second, of whole processes; medians of {options.repetitions}, least to most.\n")
    lines, single = [], {}
    for rate in rates:
        key = rate.name, rate.kind
        if rate.jobs == 1:
            single[key] = rate
        if not rate.rates:
            lines.append([rate.name, rate.kind, str(rate.jobs), "-", "-", "-",
                          rate.cell.trouble or rate.cell.answer()])
            continue
        one = single[key]
        pairs = [mine / base for mine, base in zip(rate.rates, one.rates)]
        gain = (f"{statistics.median(pairs):.2f} ({min(pairs):.2f}-{max(pairs):.2f})"
                if rate.jobs > 1 and pairs else "")
        differs = one.schedules and rate.schedules != one.schedules
        same = "  NOT THE SAME SCHEDULES" if differs else ""
        lines.append([rate.name, rate.kind, str(rate.jobs), f"{max(rate.schedules):,}",
                      f"{rate.median():,.0f}",
                      f"{min(rate.rates):,.0f}-{max(rate.rates):,.0f}", gain + same])
    print_table(["", "", "jobs", "schedules", "a second", "spread", "times one job"], lines, left=2)
    print()


def machine():
    return {"processors": os.cpu_count(), "machine": platform.machine(),
            "system": platform.system(), "date": time.strftime("%Y-%m-%d")}


def read_options():
    parser = argparse.ArgumentParser()
    parser.add_argument("--models", action="store_true", help="the models of the same names")
    parser.add_argument("--limit", type=float, default=60, help="seconds for each search")
    parser.add_argument("--repetitions", type=int, default=5, help="for the rates")
    parser.add_argument("--quick", action="store_true", help="one repetition, 5 seconds")
    parser.add_argument("--only", choices=["programs", "reductions", "speed"], action="append")
    parser.add_argument("--json", metavar="FILE", help="write all measurements to FILE")
    options = parser.parse_args()
    if options.quick:
        options.limit, options.repetitions = min(options.limit, 5), 1
    if not pathlib.Path(RACEPROOF).exists():
        sys.exit(f"bench/explore.py: there is no {RACEPROOF}")
    return options


def main():
    options = read_options()
    parts = options.only or ["programs", "reductions", "speed"]
    kept = {"machine": machine(), "limit": options.limit}
    wrong = []
    truth = {row.name: row.has_race for row in tables.ROWS}
    with tempfile.TemporaryDirectory() as scratch:
        directory = pathlib.Path(scratch)
        for part, measure, show in (("programs", measure_programs, print_programs),
                                    ("reductions", measure_reductions, print_reductions)):
            if part in parts:
                cells = measure(options, directory)
                show(cells, options)
                kept[part] = {name: {way: cell.as_json() for way, cell in row.items()}
                              for name, row in cells.items()}
                wrong += [(name, way, cell) for name, row in cells.items()
                          for way, cell in row.items() if cell.is_wrong(truth[name])]
                for name, row in cells.items():
                    for way, cell in row.items():
                        if cell.trouble:
                            print(f"  {name}, {way}: {cell.trouble}")
        if "speed" in parts:
            rates = measure_speed(options, directory)
            print_speed(rates, options)
            kept["speed"] = [rate.as_json() for rate in rates]
    if options.json:
        path = pathlib.Path(options.json)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(kept, indent=1) + "\n", encoding="utf-8")
    for name, way, cell in wrong:
        print(f"  WRONG: {name}, {way}: {cell.answer()}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
