#!/usr/bin/env python3
"""The twelve programs of [Raman, table 2]: how much slower they run under raceproof.

usage: bench/programs.py [--size=small|large] [--reps=N] [--only=NAME[,NAME]] [--graph]
                         [--compiler=NAME] [--json=FILE]

Each program of bench/c is built plain (-O2, tasks are calls), with `raceproof cc -O2`, the same
with clang and -flto, and with gcc's ThreadSanitizer: with tasks as calls (TSan 1), where it has
nothing to compare and would find nothing, and on two threads (TSan 2). All builds of one program run in turn, again and again, so that a slow
moment of the machine meets all of them. Times are processor times of the kernel alone, as the
program measures them: without set-up and without checking the result, where raceproof has little
to do. The time of threads is their sum; clang's is compared with plain code by clang. A slowdown
is the ratio of the medians; behind it stands the spread (least to most) over the
repetitions, each against the plain run before it. Memory is the process's peak. `paper' is the
slowdown without static optimisations of [Raman, table 3], on a JVM. --graph adds raceproof's graph
engine, which keeps all accesses: for the small size. RACEPROOF names the command.

Exit status 1 if a result was wrong or raceproof reported anything: the programs have no races."""

import argparse
import json
import math
import os
import pathlib
import platform
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

RACEPROOF = os.environ.get("RACEPROOF", "build/raceproof")
ROOT = pathlib.Path(__file__).resolve().parent.parent
# Name -> [Raman, table 3], slowdown of ESP-bags without optimisations; the order of table 2.
PAPER = {"series": 1.01, "lufact": 12.45, "sor": 14.99, "crypt": 7.63, "sparse": 12.79,
         "moldyn": 10.57, "montecarlo": 1.99, "raytracer": 11.89, "fannkuch": 1.49,
         "fasta": 3.88, "mandelbrot": 1.02, "matmul": 6.43}
LAST_LINE = re.compile(r"^\w+ (?:small|large): checksum (\S+), ([0-9.]+) seconds, (\d+) KB, (\w+)$",
                       re.MULTILINE)
FLAGS = ["-std=gnu17", "-O2", "-g"]
# Additions in isolated sections commute, which raceproof does not know: no race, but the order of
# the sections is undecided. [Raman, table 3] calls it an atomic conflict.
ORDER_MATTERS, UNDECIDED = {"raytracer"}, 67


class Build:
    """One program compiled in one way, and what was measured of it."""

    def __init__(self, program, way, compile_command, start=()):
        self.program, self.way = program, way
        self.compile_command, self.start = compile_command, list(start)
        self.kernel, self.whole, self.kilobytes = [], [], []
        self.checksum, self.trouble = None, None

    def compile(self, directory):
        self.executable = directory / f"{self.program}-{self.way}"
        source = ROOT / "bench" / "c" / f"{self.program}.c"
        command = [*self.compile_command, *FLAGS, f"-I{ROOT / 'include'}", source, "-o",
                   self.executable, "-lm"]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            sys.exit(f"{' '.join(map(str, command))}\n{done.stderr}")

    def measure(self, size):
        """Runs once. What is wrong stays in self.trouble: a benchmark must not hide an alarm."""
        begin = time.monotonic()
        done = subprocess.run([*self.start, self.executable, size], capture_output=True, text=True,
                              errors="replace", check=False)
        self.whole.append(time.monotonic() - begin)
        line = LAST_LINE.search(done.stdout)
        allowed = (0, UNDECIDED) if self.program in ORDER_MATTERS else (0,)
        if done.returncode not in allowed or not line or line[4] != "right":
            self.trouble = (f"exit status {done.returncode}\n"
                            + "\n".join((done.stdout + done.stderr).splitlines()[:40]))
        if line:
            self.checksum = line[1]
            self.kernel.append(float(line[2]))
            self.kilobytes.append(int(line[3]))
        else:
            self.kernel.append(math.nan)
            self.kilobytes.append(0)

    def slowdown(self, plain):
        return statistics.median(self.kernel) / statistics.median(plain.kernel)

    def spread(self, plain):
        ratios = [mine / base for mine, base in zip(self.kernel, plain.kernel)]
        return min(ratios), max(ratios)

    def as_json(self, plain):
        return {"kernel_seconds": self.kernel, "process_seconds": self.whole,
                "peak_kb": max(self.kilobytes), "slowdown": self.slowdown(plain),
                "slowdown_least": self.spread(plain)[0], "slowdown_most": self.spread(plain)[1],
                "process_slowdown": statistics.median(self.whole) / statistics.median(plain.whole),
                "trouble": self.trouble}


def has_raceproof_cc():
    if not shutil.which(RACEPROOF):
        return False
    return subprocess.run([RACEPROOF, "cc", "--version"], capture_output=True,
                          check=False).returncode == 0


def works_without_setarch(directory):
    """gcc 12's ThreadSanitizer does not start under every layout of addresses."""
    source = directory / "empty.c"
    source.write_text("int main (void) { return 0; }\n", encoding="utf-8")
    subprocess.run(["gcc", "-fsanitize=thread", source, "-o", directory / "empty"], check=True)
    return all(subprocess.run([directory / "empty"], capture_output=True,
                              check=False).returncode == 0 for _ in range(5))


def builds_of(program, options, with_raceproof, tsan_start):
    compiler = options.compiler
    builds = [Build(program, "plain", [compiler, "-DRP_SEQUENTIAL"])]
    lto = ["-flto", "-fuse-ld=lld"]
    if with_raceproof:
        instrumented = [RACEPROOF, "cc", f"--compiler={compiler}"]
        run = [RACEPROOF, "run", "--quiet", "--color=never"]
        builds.append(Build(program, "raceproof", instrumented, [*run, "--engine=bags"]))
        if options.graph:
            builds.append(Build(program, "graph", instrumented, [*run, "--engine=graph"]))
        if options.clang:
            builds.append(Build(program, "plain_clang", ["clang", *lto, "-DRP_SEQUENTIAL"]))
            builds.append(Build(program, "clang", [RACEPROOF, "cc", "--compiler=clang", *lto],
                                [*run, "--engine=bags"]))
    tsan = ["gcc", "-DRP_SEQUENTIAL", "-fsanitize=thread"]
    builds.append(Build(program, "tsan", tsan, tsan_start))
    builds.append(Build(program, "tsan2", [*tsan, "-DBENCH_THREADS=2"], tsan_start))
    return builds


def geometric_mean(numbers):
    numbers = [number for number in numbers if number > 0]
    return math.exp(statistics.fmean(map(math.log, numbers))) if numbers else math.nan


def megabytes(build):
    return f"{max(build.kilobytes) / 1024:.0f}" if build else "-"


def shown(build, plain):
    """`5.1 (4.9-5.6)`, with a mark if something was wrong."""
    if not build:
        return "-"
    low, high = build.spread(plain)
    return f"{build.slowdown(plain):.2f} ({low:.1f}-{high:.1f}){'!' if build.trouble else ''}"


def print_table(rows, options):
    head = ["program", "plain s", "raceproof x", "TSan 1 x", "TSan 2 x", "paper x", "MB plain",
            "raceproof", "TSan 2"]
    if options.clang:
        head.insert(3, "clang -flto x")
    if options.graph:
        head.insert(3, "graph x")
    lines = [head]
    for program, ways in rows.items():
        plain, mine = ways["plain"], ways.get("raceproof")
        line = [program, f"{statistics.median(plain.kernel):.3f}", shown(mine, plain),
                shown(ways["tsan"], plain), shown(ways["tsan2"], plain), f"{PAPER[program]:.2f}",
                megabytes(plain), megabytes(mine), megabytes(ways["tsan2"])]
        if options.clang:
            line.insert(3, shown(ways["clang"], ways["plain_clang"]))
        if options.graph:
            line.insert(3, shown(ways.get("graph"), plain))
        lines.append(line)
    means = means_of(rows)
    last = ["geometric mean", "", f"{means['raceproof']:.2f}", f"{means['tsan']:.2f}",
            f"{means['tsan2']:.2f}", f"{means['paper']:.2f}", "", "", ""]
    if options.clang:
        last.insert(3, f"{means['clang']:.2f}")
    if options.graph:
        last.insert(3, f"{means['graph']:.2f}")
    lines.append(last)
    widths = [max(len(line[column]) for line in lines) for column in range(len(head))]
    for number, line in enumerate(lines):
        if number in (1, len(lines) - 1):
            print("-" * (sum(widths) + 2 * len(widths) - 2))
        print("  ".join(text.ljust(width) if column == 0 else text.rjust(width)
                        for column, (text, width) in enumerate(zip(line, widths))))


def base_of(ways, way):
    return ways["plain_clang" if way in ("clang", "plain_clang") else "plain"]


def means_of(rows):
    """Geometric means over the rows that were measured; the paper's over the same rows."""
    means = {way: geometric_mean([ways[way].slowdown(base_of(ways, way)) for ways in rows.values()
                                  if way in ways])
             for way in ("raceproof", "clang", "graph", "tsan", "tsan2")}
    means["paper"] = geometric_mean([PAPER[program] for program in rows])
    return means


def write_json(rows, options):
    data = {"schema": "raceproof-bench-programs/1", "size": options.size, "reps": options.reps,
            "machine": platform.machine(), "cpus": os.cpu_count(), "compiler": options.compiler,
            "programs": {program: {**{way: build.as_json(base_of(ways, way))
                                      for way, build in ways.items()}, "paper": PAPER[program]}
                         for program, ways in rows.items()},
            "geometric_means": {way: None if math.isnan(mean) else mean
                                for way, mean in means_of(rows).items()}}
    text = json.dumps(data, indent=2) + "\n"
    if options.json == "-":
        print(text, end="")
    else:
        pathlib.Path(options.json).write_text(text, encoding="utf-8")


def read_arguments():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n", maxsplit=1)[0])
    parser.add_argument("--size", choices=["small", "large"], default="large")
    parser.add_argument("--reps", type=int, default=5)
    parser.add_argument("--only", help="one name, or several separated by commas")
    parser.add_argument("--compiler", default="gcc", help="for plain and raceproof; TSan is gcc's")
    parser.add_argument("--graph", action="store_true", help="the graph engine, too (small size)")
    parser.add_argument("--json", metavar="FILE", help="write all numbers; - for standard output")
    options = parser.parse_args()
    options.clang = bool(shutil.which("clang") and shutil.which("ld.lld"))
    options.names = options.only.split(",") if options.only else list(PAPER)
    unknown = [name for name in options.names if name not in PAPER]
    if unknown:
        parser.error(f"no program {unknown[0]}; there are {', '.join(PAPER)}")
    if options.reps < 1:
        parser.error("--reps wants a positive number")
    if options.graph and options.size != "small":
        parser.error("--graph keeps every access in memory: use --size=small")
    return options


def check_results(rows):
    """Prints what went wrong; true if nothing did."""
    fine = True
    for program, ways in rows.items():
        for way, build in ways.items():
            trouble = build.trouble
            # Threads may add in another order; they have their own check of the result.
            if not trouble and way != "tsan2" and build.checksum != base_of(ways, way).checksum:
                trouble = f"checksum {build.checksum}, plain {ways['plain'].checksum}"
            if trouble:
                fine = False
                print(f"\n{program}, {way}: {trouble}")
    return fine


def main():
    options = read_arguments()
    with_raceproof = has_raceproof_cc()
    if not with_raceproof:
        print(f"{RACEPROOF} cc is not there: only plain and ThreadSanitizer", file=sys.stderr)
    rows = {}
    with tempfile.TemporaryDirectory() as name:
        directory = pathlib.Path(name)
        tsan_start = []
        if not works_without_setarch(directory):
            tsan_start = ["setarch", platform.machine(), "-R"]
        for program in options.names:
            builds = builds_of(program, options, with_raceproof, tsan_start)
            for build in builds:
                build.compile(directory)
            for _ in range(options.reps):
                for build in builds:
                    build.measure(options.size)
            rows[program] = {build.way: build for build in builds}
            if sys.stderr.isatty():
                print(f"\r{program:<12}", end="", file=sys.stderr, flush=True)
    print_table(rows, options)
    if options.json:
        write_json(rows, options)
    return 0 if check_results(rows) else 1


if __name__ == "__main__":
    sys.exit(main())
