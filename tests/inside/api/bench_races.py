#!/usr/bin/env python3
"""The programs of bench/c: no finding without RACE, and each RACE=k is found at its two marked lines.

usage: tests/inside/api/bench_races.py COMPILER LEVEL [NAME...]      (gcc or clang; -O0, -O2 or -O3)

A mark is a comment `// RACE k: a` or `b` at the line of an access, `ab` if the line races with itself. Each finding must
be between marked lines, since no other lines conflict, and one finding must be between line a and line b. The programs
run with their small size.
"""
import concurrent.futures
import pathlib
import re
import shutil
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2]))
from support import command
from support.command import FOUND, ROOT, SKIPPED, UNDECIDED

SOURCES = ROOT / "bench" / "c"
MARK = re.compile(r"RACE (\d+): (ab|a|b)\b")
# Additions in isolated sections commute, but raceproof does not know that: the verdict is undecided.
ORDER_MATTERS = {"raytracer"}


def marks(source):
    """{k: {"a": line, "b": line}}"""
    found = {}
    for number, line in enumerate(source.read_text(encoding="utf-8").splitlines(), 1):
        for k, sides in MARK.findall(line.partition("//")[2]):
            for side in sides:
                pair = found.setdefault(int(k), {})
                assert side not in pair, f"{source}:{number}: RACE {k}: {side} is marked twice"
                pair[side] = number
    for k, pair in found.items():
        assert set(pair) == {"a", "b"}, f"{source}: RACE {k} has only one mark"
    return found


def run(source, compiler, level, race, directory):
    """Returns the exit status, what the program printed, and the report."""
    program = pathlib.Path(directory) / f"{source.stem}-{race}"
    command.cc("-std=gnu17", level, "-Wall", "-Wextra", "-Werror", f"-DRACE={race}", source, "-o", program, "-lm",
               compiler=compiler)
    done, report = command.report("run", program, "small", output=program.with_suffix(".json"))
    return done.returncode, done.stdout + done.stderr, report


def races(report):
    """The pairs of lines that race: ((file name, line), (file name, line))."""
    return [[(pathlib.Path(access["file"] or "?").name, access["line"])
             for access in finding["accesses"]]
            for finding in report.get("findings", []) if finding["rule"] == "RP001"]


def check_clean(source, compiler, level, directory):
    status, output, report = run(source, compiler, level, 0, directory)
    allowed = {0, UNDECIDED} if source.stem in ORDER_MATTERS else {0}
    if status not in allowed or races(report):
        return [f"status {status}, races {races(report)}\n{output}"]
    return [] if ", right\n" in output else [f"the result is wrong\n{output}"]


def check_racy(source, compiler, level, race, pair, directory):
    status, output, report = run(source, compiler, level, race, directory)
    if status != FOUND:
        return [f"status {status} instead of {FOUND}\n{output}"]
    places = {(source.name, line) for line in pair.values()}
    found = races(report)
    problems = [f"a race at {lines}, expected {sorted(places)}" for lines in found
                if not set(lines) <= places]
    if not any(set(lines) == places for lines in found):
        problems.append(f"no race at {sorted(places)}, only at {found}")
    if ", right\n" not in output:
        problems.append(f"depth-first, the result should be right\n{output}")
    return problems


def check(job):
    source, compiler, level, race, pair = job
    with tempfile.TemporaryDirectory() as directory:
        if race:
            problems = check_racy(source, compiler, level, race, pair, directory)
        else:
            problems = check_clean(source, compiler, level, directory)
    return [f"{source.name} RACE={race} {compiler} {level}: {text}" for text in problems]


def main():
    compiler, level, names = sys.argv[1], sys.argv[2], sys.argv[3:]
    if not shutil.which(compiler):
        print(f"no {compiler} here")
        return SKIPPED
    sources = [source for source in sorted(SOURCES.glob("*.c"))
               if not names or source.stem in names]
    jobs = []
    for source in sources:
        marked = marks(source)
        assert len(marked) >= 2, f"{source}: fewer than two racy variants"
        jobs += [(source, compiler, level, 0, None)]
        jobs += [(source, compiler, level, race, pair) for race, pair in sorted(marked.items())]
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        problems = [text for texts in pool.map(check, jobs) for text in texts]
    for text in problems:
        print(text)
    print(f"{len(jobs)} programs by {compiler} {level}, {len(problems)} problems")
    return 1 if problems or not jobs else 0


if __name__ == "__main__":
    sys.exit(main())
