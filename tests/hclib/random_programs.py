#!/usr/bin/env python3
"""Random HClib programs (random.c): the engines and exploration find races on the same variables, and
deadlocks in the same programs. RACEPROOF names the command; -n how many, -s the first seed."""
import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile

RACEPROOF = os.path.abspath(os.environ.get("RACEPROOF", "build/raceproof"))
SOURCE = pathlib.Path(__file__).resolve().parent / "random.c"


def command(*words):
    return subprocess.run(words, capture_output=True, text=True, check=False, timeout=60)


def found(words, program, seed):
    """Lines of races, by variable, and whether there is a deadlock."""
    done = command(RACEPROOF, *words, "--quiet", "--format=json", program, str(seed))
    report = json.loads(done.stdout)
    rules = {finding["rule"] for finding in report["findings"]}
    objects = {json.dumps(finding["object"], sort_keys=True)
               for finding in report["findings"] if finding["rule"] == "RP001"}
    unknown = rules - {"RP001", "RP002"}
    return report["verdict"], objects, "RP002" in rules, unknown


def check(program, seed, counts):
    bags = found(("run", "--engine=bags"), program, seed)
    graph = found(("run", "--engine=graph"), program, seed)
    explored = found(("explore",), program, seed)
    counts["races"] += bool(graph[1])
    counts["deadlocks"] += graph[2]
    counts["clean"] += graph[0] == "race-free"
    if bags != graph:
        return f"seed {seed}: bags {bags}, graph {graph}"
    if graph != explored:
        return f"seed {seed}: graph {graph}, explored {explored}"
    return None


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("-n", type=int, default=100)
    parser.add_argument("-s", type=int, default=1)
    args = parser.parse_args()
    failed = []
    with tempfile.TemporaryDirectory() as scratch:
        for options in ((), ("-DNONBLOCKING",)):
            counts = {"races": 0, "deadlocks": 0, "clean": 0}
            program = os.path.join(scratch, "random")
            built = command(RACEPROOF, "cc", "-O1", *options, str(SOURCE), "-o", program)
            if built.returncode:
                sys.exit(built.stderr)
            for seed in range(args.s, args.s + args.n):
                problem = check(program, seed, counts)
                if problem:
                    print(*options, problem)
                    failed.append(problem)
            print(*options, counts)
            if not all(counts.values()):
                failed.append("some kind of program did not occur")
    sys.exit(bool(failed))


if __name__ == "__main__":
    main()
