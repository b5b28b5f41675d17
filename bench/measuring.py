"""What bench/openmp.py, bench/loops.py and bench/events.py share: measured runs, tables, JSON files."""

import json
import os
import pathlib
import platform
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
MEASURES = ("wall", "processor", "kilobytes")
THREADS = {"OMP_NUM_THREADS": "2", "OMP_DYNAMIC": "false"}


def build_measure(directory):
    """The small program that starts all others; bench/measure.c says why."""
    subprocess.run(["gcc", "-O2", ROOT / "bench" / "measure.c", "-o", directory / "measure"],
                   check=True)


def run(directory, limit, command, environment, errors, output=None):
    """Returns {measure: value} and the exit status, which is negative if COMMAND was stopped after
    LIMIT seconds. Standard error and output go to these files; output is dropped if there is none."""
    numbers = directory / "numbers"
    numbers.unlink(missing_ok=True)
    with open(errors, "wb") as error_stream, open(output or os.devnull, "wb") as output_stream:
        subprocess.run([directory / "measure", numbers, str(limit), *command], check=False,
                       stdin=subprocess.DEVNULL, stdout=output_stream, stderr=error_stream,
                       env={**os.environ, **THREADS, **environment})
    *values, status = numbers.read_text(encoding="utf-8").split()
    return dict(zip(MEASURES, map(float, values))), int(status)


def show_progress(text):
    if sys.stderr.isatty():
        print(f"\r{text:<50}" if text else "\r" + " " * 50 + "\r", end="", file=sys.stderr,
              flush=True)


def number(value):
    return f"{value:.0f}" if value >= 100 else f"{value:.1f}" if value >= 10 else f"{value:.2f}"


def print_table(heads, rows, foot=()):
    lines = [heads, *rows, *foot]
    widths = [max(len(line[column]) for line in lines) for column in range(len(heads))]
    for position, line in enumerate(lines):
        if position == 1 or (foot and position == 1 + len(rows)):
            print("  " + "-" * (sum(widths) + 2 * len(widths) - 2))
        print("  " + "  ".join(text.ljust(width) if column == 0 else text.rjust(width)
                               for column, (text, width) in enumerate(zip(line, widths))))
    print()


def write_json(path, schema, options, data):
    path = pathlib.Path(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    data = {"schema": schema, **options, "threads": 2, "date": time.strftime("%Y-%m-%d"),
            "machine": platform.machine(), "processors": os.cpu_count(), **data}
    path.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")
