#!/usr/bin/env python3
"""Checks which variable a race is on, at every level of optimisation: test_names.py [-v] [NAME...].

Each file of programs/ has a line
    /* names: x s.y heap */      the objects of its findings, without subscripts
    /* texts: A B */             words that must be in the texts about objects
A finding without a name ("a local variable of `main`") is allowed in optimised code. A wrong name never is."""
import concurrent.futures
import os
import pathlib
import re
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2]))
from support import command

PROGRAMS = pathlib.Path(__file__).resolve().parent / "programs"
LEVELS = {"gcc": ("-O0", "-O2", "-O3"), "clang": ("-O0", "-O2")}


def wanted(text, key):
    found = re.search(rf"/\* {key}: (.*?) \*/", text)
    return found.group(1).split() if found else []


def objects(path, compiler, level, engine):
    with tempfile.TemporaryDirectory() as directory:
        verb, name = ("cc", compiler) if path.suffix == ".c" else ("c++", command.CXX[compiler])
        command.cc("-g", level, "-fopenmp", path, "-o", "program", verb=verb, compiler=name, directory=directory)
        _, report = command.report("run", f"--engine={engine}", "./program", output="report", directory=directory, limit=60)
    return [(re.sub(r"\[[^]]*\]", "", finding["object"]["name"]), finding["object"].get("text", "global"))
            for finding in report["findings"] if finding["rule"] == "RP001"]


def check(path, compiler, level, engine):
    text = path.read_text()
    names, texts = wanted(text, "names"), wanted(text, "texts")
    found = objects(path, compiler, level, engine)
    where = f"{path.name} with {compiler} {level}, {engine}:"
    plain = ["heap" if name.startswith("heap(") else name for name, _ in found]
    known = [name for name in plain if not name.startswith("stack(")]
    problems = [f"{where} wrong name {name} of {names}" for name in known if name not in names]
    if level == "-O0" and len(known) < len(plain):
        problems.append(f"{where} a finding without a name: {found}")
    # the graph engine judges threads, not iterations, so it may find less
    missing = set(names) - set(known) if engine == "bags" else set()
    if missing and len(known) == len(plain):
        problems.append(f"{where} no finding about {missing}: {plain}")
    if level == "-O0":
        problems += [f"{where} no object with {word}" for word in texts
                     if not any(word in words for _, words in found)]
    if len(known) < len(plain) and "-v" in sys.argv:
        print(where, found)
    return problems, len(plain), len(plain) - len(known)


def main():
    names = [name for name in sys.argv[1:] if name != "-v"]
    jobs = [(path, compiler, level, engine) for path in sorted(PROGRAMS.iterdir())
            if not names or path.stem in names for compiler, levels in LEVELS.items() for level in levels
            for engine in (("bags", "graph") if level == "-O0" else ("bags",))]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        results = list(pool.map(lambda job: check(*job), jobs))
    for problems, _, _ in results:
        for problem in problems:
            print(problem)
    print(f"{len(jobs)} runs, {sum(count for _, count, _ in results)} findings, "
          f"{sum(count for _, _, count in results)} without a name")
    return 1 if not jobs or any(problems for problems, _, _ in results) else 0


if __name__ == "__main__":
    sys.exit(main())
