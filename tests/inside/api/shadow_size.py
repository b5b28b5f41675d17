#!/usr/bin/env python3
"""On benchmarks that mainly use arrays, the shadow memory is at most four times the memory that the program touches, and
so is everything that the verifier adds to the process.

usage: tests/inside/api/shadow_size.py [NAME...]
"""
import concurrent.futures
import pathlib
import re
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2]))
from support import command
from support.command import ROOT

NAMES = ["crypt", "lufact", "matmul", "sor", "sparse"]
MOST_TIMES = 4
FIXED_KB = 4096   # code, tables and buffers of the verifier, which do not depend on the program
EMPTY = '#include "bench.h"\nint main (void) { return bench_close (0, true); }\n'


def plain_memory(source, directory):
    """The peak memory of the program in KB, built without raceproof."""
    program = directory / f"{source.stem}-plain"
    command.run("gcc", "-std=gnu17", "-O2", "-DRP_SEQUENTIAL", f"-I{ROOT}/include", f"-I{ROOT}/bench/c", source,
                "-o", program, "-lm", check=True)
    done = command.run(program, "large", check=True)
    return int(re.search(r", (\d+) KB,", done.stdout)[1])


def statistics(source, directory):
    program = directory / source.stem
    command.cc("-std=gnu17", "-O2", source, "-o", program, "-lm")
    _, report = command.report("run", program, "large", output=program.with_suffix(".json"), check=True)
    return report["stats"]


def check(source, empty_kb, directory):
    plain_kb = plain_memory(source, directory)
    touched_kb = plain_kb - empty_kb
    stats = statistics(source, directory)
    shadow, added = stats["shadow_kb"], stats["peak_rss_kb"] - plain_kb
    print(f"{source.stem}: touches {touched_kb} KB, shadow {shadow} KB ({shadow / touched_kb:.2f} "
          f"times), all that is added {added} KB ({added / touched_kb:.2f} times)")
    return (touched_kb > 4096 and touched_kb / 2 < shadow <= MOST_TIMES * touched_kb
            and added <= MOST_TIMES * touched_kb + FIXED_KB)


def main():
    with tempfile.TemporaryDirectory() as name, concurrent.futures.ThreadPoolExecutor(2) as pool:
        directory = pathlib.Path(name)
        empty = directory / "empty.c"
        empty.write_text(EMPTY)
        empty_kb = plain_memory(empty, directory)
        sources = [ROOT / "bench" / "c" / f"{name}.c" for name in sys.argv[1:] or NAMES]
        good = list(pool.map(lambda source: check(source, empty_kb, directory), sources))
    return 0 if all(good) else 1


if __name__ == "__main__":
    sys.exit(main())
