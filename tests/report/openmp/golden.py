#!/usr/bin/env python3
"""Compares reports about OpenMP programs with the files in expected/: golden.py [--update].

For each program there is the text, without the line of counts, and the parts of the JSON that only OpenMP programs have.
--update rewrites all expected files; read the difference before you commit it."""
import json
import pathlib
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2]))
from support import command, expected
from support.command import RACEPROOF, environment

HERE = pathlib.Path(__file__).resolve().parent
SAME_OPTIMISED = ["reduction"]  # the headlines do not depend on -O2


def run(program, *flags):
    done = subprocess.run([RACEPROOF, "run", *flags, program], cwd=HERE, env=environment(COLUMNS="80"), text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False, timeout=60)
    return done.stdout


def is_stable(line):
    return not line.lstrip().startswith("Checked ")


def text_of(program):
    text = run(program).replace(program, "PROGRAM")
    return "".join(line for line in text.splitlines(keepends=True) if is_stable(line))


def essence(finding):
    return {
        "message": finding["message"],
        "help": finding["help"],
        "object": finding["object"] and finding["object"]["name"],
        "tasks": [access["by"].get("words") for access in finding["accesses"]],
        "sections": [access.get("isolated") for access in finding["accesses"]],
        "join": finding["order"] and finding["order"]["join"],
        "waiting": [waiting["what"] for waiting in finding.get("waiting", [])],
    }


def json_of(program):
    path = program + ".json"
    run(program, "--format=json", f"--output={path}")
    report = json.loads(pathlib.Path(path).read_text())
    kept = {"verdict": report["verdict"], "openmp": report["scope"]["openmp"],
            "findings": [essence(finding) for finding in report["findings"]]}
    return json.dumps(kept, indent=2) + "\n"


def compare(name, found, is_update):
    difference = expected.compare(HERE / "expected" / name, found.encode(), is_update)
    print(difference, end="")
    return not difference


def build(source, level, program):
    command.cc("-g", level, "-fopenmp", source.name, "-o", program, directory=HERE)


def messages(report):
    return [finding["message"] for finding in json.loads(report)["findings"]]


def is_same_optimised(source, program, plain):
    build(source, "-O2", program)
    optimised = messages(json_of(program))
    if optimised != messages(plain):
        print(f"{source.stem}: with -O2: {optimised}")
    return optimised == messages(plain)


def main():
    is_update = "--update" in sys.argv
    sources = sorted(HERE.glob("*.c"))
    good = len(sources) > 0
    with tempfile.TemporaryDirectory() as directory:
        for source in sources:
            program = f"{directory}/{source.stem}"
            build(source, "-O0", program)
            good &= compare(f"{source.stem}.text", text_of(program), is_update)
            found = json_of(program)
            good &= compare(f"{source.stem}.json", found, is_update)
            if source.stem in SAME_OPTIMISED:
                good &= is_same_optimised(source, program, found)
    print(f"{len(sources)} programs")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
