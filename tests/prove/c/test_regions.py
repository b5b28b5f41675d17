#!/usr/bin/env python3
"""Proves the C files in regions/ and compares the verdicts with their comments.

  // expect: LINE proved|undecided
  // expect: LINE race VARIABLE LINE [LINE]     the region's line; then where the two accesses are

Every region of a file must be expected, and every expectation must be met. A race must come with
values, be confirmed, and be about this variable and these lines. Prints what differs, one line each.
"""
import concurrent.futures
import json
import os
import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2]))
from support import command

EXPECT = re.compile(r"//\s*expect:\s*(\d+)\s+(proved|race|undecided)(?:\s+(\w+))?((?:\s+\d+)*)\s*$")
REGIONS = pathlib.Path(__file__).parent / "regions"
STATUS = {"race": 66, "undecided": 67, "proved": 0}


def expectations(path):
    found = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        match = EXPECT.match(line)
        if match:
            lines = sorted(int(number) for number in match.group(4).split())
            found[int(match.group(1))] = (match.group(2), match.group(3), lines)
    return found


def prove(path):
    done = command.raceproof("prove", "--format=json", "--quiet", path)
    return done.returncode, done.stdout, done.stderr


def is_race(pair, variable, lines):
    """Whether the pair is the expected one: a confirmed race with values."""
    at = sorted(side["at"]["line"] for side in pair["accesses"])
    named = re.split(r"[\[.]", pair["variable"])[0]
    wanted = lines * 2 if len(lines) == 1 else lines
    return (pair["status"] == "race" and named == variable and at == wanted
            and pair.get("element") and "params" in pair)


def compare(path):
    expected = expectations(path)
    status, text, messages = prove(path)
    if not expected:
        return [f"{path.name}: nothing expected"]
    if status == 2 or not text:
        return [f"{path.name}: status {status}, no report: {messages.strip() or text}"]
    report = json.loads(text)
    problems = []
    regions = {region["at"]["line"]: region for region in report["regions"]}
    if set(regions) != set(expected):
        problems.append(f"{path.name}: regions at {sorted(regions)}, expected {sorted(expected)}")
    for line, (verdict, variable, lines) in expected.items():
        region = regions.get(line)
        if not region:
            continue
        if region["verdict"] != verdict:
            problems.append(f"{path.name}:{line}: {region['verdict']} ({region['reason']}), "
                            f"expected {verdict}")
        if verdict == "undecided" and not region["reason"]:
            problems.append(f"{path.name}:{line}: undecided without a reason")
        first = region["pairs"]["first"]
        pairs = report["pairs"][first:first + region["pairs"]["count"]]
        if verdict == "race" and not any(is_race(pair, variable, lines) for pair in pairs):
            seen = [(pair["status"], pair["variable"],
                     [side["at"]["line"] for side in pair["accesses"]]) for pair in pairs]
            problems.append(f"{path.name}:{line}: no race on {variable} at {lines}; pairs: {seen}")
    verdicts = {region["verdict"] for region in regions.values()}
    worst = next(word for word in STATUS if word in verdicts or word == "proved")
    if status != STATUS[worst]:
        problems.append(f"{path.name}: exit status {status}, expected {STATUS[worst]}")
    return problems


def main():
    only = sys.argv[1:]
    files = [path for path in sorted(REGIONS.glob("*.c")) if not only or path.stem in only]
    here = pathlib.Path.cwd()
    names = [path.relative_to(here) if path.is_relative_to(here) else path for path in files]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        problems = [problem for found in pool.map(compare, names) for problem in found]
    for problem in problems:
        print(problem)
    print(f"{len(files)} files, {len(problems)} problems")
    return 1 if problems or not files else 0


if __name__ == "__main__":
    sys.exit(main())
