#!/usr/bin/env python3
"""Checks that every external symbol the libraries define starts with rp_.

usage: tools/check_symbols.py NM ARCHIVE...
"""
import subprocess
import sys


def symbols(nm, archive):
    """Yields (object file, symbol)."""
    done = subprocess.run([nm, "-g", "--defined-only", "-A", archive],
                          capture_output=True, text=True, check=True)
    for line in done.stdout.splitlines():
        place, rest = line.rsplit(":", 1)
        yield place.split(":")[-1], rest.split()[-1]


def main():
    nm, archives = sys.argv[1], sys.argv[2:]
    count, problems = 0, []
    for archive in archives:
        for member, symbol in symbols(nm, archive):
            count += 1
            if not symbol.startswith("rp_"):
                problems.append(f"{member}: external symbol {symbol} lacks the prefix rp_")
    for problem in problems:
        print(problem)
    print(f"{count} symbols, {len(problems)} problems")
    return 1 if problems or not count else 0


if __name__ == "__main__":
    sys.exit(main())
