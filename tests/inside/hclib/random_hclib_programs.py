#!/usr/bin/env python3
"""Random HClib programs (random.c): the engines and exploration find races on the same variables, and
deadlocks in the same programs.

usage: tests/inside/hclib/random_hclib_programs.py [-n PROGRAMS] [-s FIRST_SEED]
"""
import json
import pathlib
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2]))
from support import campaign, command

SOURCE = pathlib.Path(__file__).resolve().parent / "random.c"


def found(words, program, seed):
    """{variable: lines of its races}, and whether there is a deadlock."""
    _, report = command.report(*words, "--quiet", program, seed, output=f"{program}.json", limit=60)
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
    chosen = campaign.parser(__doc__, 100).parse_args()
    failed = []
    with tempfile.TemporaryDirectory() as scratch:
        for options in ((), ("-DNONBLOCKING",)):
            counts = {"races": 0, "deadlocks": 0, "clean": 0}
            program = pathlib.Path(scratch) / "random"
            command.cc("-O1", *options, SOURCE, "-o", program)
            for seed in campaign.seeds_of(chosen):
                problem = check(program, seed, counts)
                if problem:
                    print(*options, problem)
                    failed.append(problem)
            print(*options, counts)
            if not all(counts.values()):
                failed.append("some kind of program did not occur")
    campaign.print_sum(chosen, len(failed))
    sys.exit(bool(failed))


if __name__ == "__main__":
    main()
