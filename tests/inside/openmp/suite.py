#!/usr/bin/env python3
"""The OpenMP programs of tests/inside/openmp/suite: each has the verdict that its first lines expect.

usage: tests/inside/openmp/suite.py [--only=PATTERN] [--family=NAME] [--compiler=gcc|clang] [--threads=1,2,4,16] [--jobs=N]
                             [--seed=N] [--limit=SECONDS] [--every=N] [--first=K] [--plain]

The header of a program, in comments (`//`, in Fortran `!`):

    One sentence or more: what the program shows.
    expect: race NAME        each variable that races; `heap` stands for a heap block, and a part of a variable
                             is named as in the report, a[3] or a(3)%x
    expect: clean            no race. Other words: `deadlock`; `doubt`: another order of locks deadlocks; `unseen`: the
                             scope names something that was not seen, and the verdict is undecided
    expect-any: ..           the same for `--loops=any`, if it differs
    expect-as-scheduled: ..  and for `--loops=as-scheduled`
    at: 14 17                the lines of one racing pair, one number if both are the same
    prints: TEXT             a line that the program prints, all of them in order (default: not looked at)
    status: N                with which the program itself ends (default: 0)
    plain: REASON            why the program without raceproof is not compared; `gcc: REASON`, `clang: REASON`: only the one
                             that this compiler makes
    also: undecided          another verdict that is right: the result depends on the order, or exploration did not see all
    compilers: gcc           compilers that know the construct (default: gcc clang)
    command: explore         the verb that decides (default: run), with options
    flags: ...               options for the compiler
    environment: NAME=VALUE  environment of the run
    seconds: N               time limit of the run (default: --limit)

families.txt has the families. With --every=N only every N-th program is tried, from the K-th (0 is the first). With --plain each clean program is also built and run without
raceproof, with teams of the same size, and must end with the same status and print the same lines, in any order, unless its
header says why not.

Answers that are known to be wrong are in known.txt: NAME: COMPILER... and the reason. They are shown, and count as wrong
only if they are right after all.

A race must be found at each named variable and at no other, and at the pair of lines. Everything is built once with each
compiler, at -O1, or with --seed at a level picked for each program, and run with each team size. A program that crashes,
or ends with another status than its own, is wrong, whatever the verdict. The program's status is not visible if the
verdict is undecided, nor with explore. The exit status is 1 if anything is wrong.
"""
import argparse
import concurrent.futures
import functools
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2]))
from support import command
from support.command import INTERNAL_ERROR, RACEPROOF, SKIPPED, UNDECIDED

SUITE = pathlib.Path(__file__).resolve().parent / "suite"
FORTRAN = {".f90", ".F90", ".f", ".F"}
VERBS = {".c": "cc", ".cc": "c++"} | dict.fromkeys(FORTRAN, "cc")
NAMES = {".cc": {"gcc": "g++", "clang": "clang++"}} | dict.fromkeys(FORTRAN, {"gcc": "gfortran"})
LOOPS = ("any", "as-scheduled")
LEAST_TEAM = 2  # threads that raceproof gives a team whose size the program leaves open, even with OMP_NUM_THREADS=1
KEYS = {"expect", *(f"expect-{loops}" for loops in LOOPS), "at", "also", "prints", "status", "plain",
        "seconds", "compilers", "command", "flags", "environment"}


def read_known():
    """The answers that are known to be wrong: (program, compiler) -> reason."""
    known = {}
    for line in (SUITE.parent / "known.txt").read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            name, compilers, reason = line.split(":", 2)
            known.update({(name, compiler): reason.strip() for compiler in compilers.split()})
    return known


KNOWN = read_known()


@functools.cache
def read_families():
    """{family: words with which the names of its programs begin}"""
    lines = (SUITE.parent / "families.txt").read_text(encoding="utf-8").splitlines()
    return {name: words.split() for name, _, words in (line.partition(":") for line in lines
                                                       if line and not line.startswith("#"))}


def families_of(name):
    """The families of a program, given by its path in the suite. There should be exactly one."""
    folder, _, file = name.rpartition("/")
    word = folder.split("/")[0] or re.split("[-.]", file)[0]
    return [family for family, words in read_families().items() if word in words]


class Expectation:
    """What the header of a program says."""

    def __init__(self, path):
        self.path = path
        self.name = name_of(path)
        self.verb = VERBS[path.suffix]
        fields, lines = header(path)
        self.lines = sorted(int(number) for number in " ".join(fields.get("at", [])).split())
        self.seconds = float(fields["seconds"][0]) if "seconds" in fields else None
        self.prints = fields.get("prints")
        self.status = int(fields.get("status", ["0"])[0])
        self.also = " ".join(fields.get("also", [])).split()
        self.command = " ".join(fields.get("command", ["run"]))
        self.flags = " ".join(fields.get("flags", [])).split()
        self.environment = dict(text.split("=", 1)
                                for text in " ".join(fields.get("environment", [])).split())
        known = " ".join(fields.get("compilers", [])).replace(",", " ").split()
        self.compilers = known or (["gcc"] if path.suffix in FORTRAN else ["gcc", "clang"])
        self.kind, self.variables = meaning(path, fields["expect"])
        self.twins = self.compilers if self.kind == "clean" and self.command.split()[0] == "run" else []
        self.twins = [compiler for compiler in self.twins if compiler not in not_compared(fields.get("plain", []))]
        self.stops = self.kind == "deadlock"  # before the program ends
        self.loops = {loops: meaning(path, fields[f"expect-{loops}"]) for loops in LOOPS
                      if f"expect-{loops}" in fields}
        kinds = {self.kind, *(kind for kind, _ in self.loops.values())}
        check(path, len(self.lines) <= 2 and all(1 <= n <= len(lines) for n in self.lines), "at")
        check(path, "race" in kinds or not self.lines, "lines but no race")


def name_of(path):
    return path.relative_to(SUITE).as_posix() if SUITE in path.parents else path.name


def check(path, holds, what):
    if not holds:
        sys.exit(f"{path}: a wrong header: {what}")


def header(path):
    """The fields of the comments at the top, each a list of texts, and the lines of the file."""
    mark = "!" if path.suffix in FORTRAN else "//"
    lines = path.read_text(encoding="utf-8").splitlines()
    fields, sentences = {}, 0
    for line in lines:
        if not line.startswith(mark + " "):
            break
        found = re.fullmatch(r"([a-z-]+): *(.*?) *", line[len(mark) + 1:])
        if found and found[1] in KEYS:
            fields.setdefault(found[1], []).append(found[2])
        else:
            check(path, not fields, f"`{line}`")
            sentences += 1
    check(path, sentences > 0, "it does not say what it shows")
    check(path, "expect" in fields, "it expects nothing")
    return fields, lines


def meaning(path, texts):
    """(`race`, names), or (`clean`, []), (`deadlock`, []), (`doubt`, []), (`unseen`, [])"""
    words = [text.split() for text in texts]
    kinds = {word[0] for word in words if word}
    check(path, len(kinds) == 1 and kinds <= {"race", "clean", "deadlock", "doubt", "unseen"}, f"expect {texts}")
    kind = kinds.pop()
    check(path, all(len(word) == (2 if kind == "race" else 1) for word in words), f"expect {texts}")
    return kind, [word[1] for word in words if kind == "race"]


def not_compared(reasons):
    """The compilers whose program without raceproof differs, by the texts of `plain`."""
    found = set()
    for reason in reasons:
        compiler = reason.partition(":")[0]
        found |= {compiler} if compiler in ("gcc", "clang") else {"gcc", "clang"}
    return found


# ---- what a report says ----

def is_race(finding):
    return "race" in finding["name"]


def names(finding, variable):
    """Whether the finding is about that variable or a part of it."""
    thing = finding.get("object") or {}
    if variable == "heap":
        return (thing.get("storage") or "").startswith("heap")
    if not variable.isidentifier():
        return thing.get("name") == variable
    return variable in re.findall(r"[A-Za-z_]\w*", thing.get("name") or "")


def places(finding, source):
    """The lines of the two accesses in that file: of the innermost frame that is in it."""
    found = []
    for access in finding.get("accesses", []):
        frames = [access] + [frame.get("at") or {} for frame in access.get("stack", [])]
        inside = [place.get("line") for place in frames
                  if pathlib.Path(place.get("file") or "?").name == source.name]
        found.append(inside[0] if inside else None)
    return found


def spoken(finding):
    thing = (finding.get("object") or {}).get("name")
    lines = [access.get("line") for access in finding.get("accesses", [])]
    return f"{finding['name']} on {thing} at {lines}"


def judge(report, kind, variables, expected):
    """What is wrong with the report, as a list of texts."""
    findings, verdict = report.get("findings", []), report.get("verdict", "none")
    if kind == "clean":
        right = verdict == "race-free" or verdict in expected.also
        if verdict in expected.also:
            findings = [finding for finding in findings if finding.get("certainty") != "possible"]
        return [spoken(finding) for finding in findings] or ([] if right else [verdict])
    if kind == "deadlock":
        has_one = any("deadlock" in finding["name"] for finding in findings)
        return [] if has_one or verdict in expected.also else [verdict]
    if kind == "doubt":
        said = any(row.get("deadlock") for row in report.get("dependences", []))
        return [] if said and verdict == "undecided" else [verdict]
    if kind == "unseen":
        return [] if report.get("scope", {}).get("unseen") and verdict == "undecided" else [verdict]
    races = [finding for finding in findings if is_race(finding)]
    problems = [f"no race on {variable} ({verdict})" for variable in variables
                if verdict not in expected.also and not any(names(finding, variable) for finding in races)]
    problems += [f"unexpected {spoken(finding)}" for finding in findings
                 if not is_race(finding)
                 or not any(names(finding, variable) for variable in variables)]
    if not problems and verdict not in expected.also and expected.lines and not any(
            set(places(finding, expected.path)) == set(expected.lines) for finding in races):
        problems.append(f"no race at {expected.lines}, "
                        f"only at {[places(finding, expected.path) for finding in races]}")
    return problems


# ---- building and running ----

class Result:
    """One run: the program, the way it was run, and what was wrong."""

    def __init__(self, expected, way, kind, report, problems):
        self.expected, self.way, self.kind, self.problems = expected, way, kind, problems
        self.known = KNOWN.get((expected.name, way.split()[0]))
        self.found_race = any(is_race(finding) for finding in report.get("findings", []))


def first_line(text):
    lines = [line for line in text.splitlines() if line.strip()]
    return lines[0][:160] if lines else ""


def build(expected, compiler, level, program, is_plain=False):
    """Builds the program. Returns an error text, or nothing."""
    compiler = NAMES.get(expected.path.suffix, {}).get(compiler, compiler)
    words = [compiler] if is_plain else [RACEPROOF, expected.verb, f"--compiler={compiler}"]
    done = command.run(*words, "-fopenmp", "-g", level, *expected.flags, expected.path, "-o", program, "-lm",
                       directory=program.parent)  # where gfortran leaves module files
    return f"does not build: {first_line(done.stderr)}" if done.returncode else ""


def ending(expected, report, status):
    """What is wrong with the exit status of a run whose findings do not change it, as a text; or nothing."""
    if report.get("verdict") == "undecided":
        wanted = UNDECIDED
    elif expected.command.split()[0] != "run" or expected.stops:
        return f"ends with status {status}" if status >= INTERNAL_ERROR else ""
    else:
        wanted = expected.status
    return "" if status == wanted else f"ends with status {status}, not {wanted}"


def plain(expected, program, threads, limit):
    """The status and the lines of the program without raceproof; the status is None if it does not end."""
    variables = {"OMP_NUM_THREADS": str(max(int(threads), LEAST_TEAM))} | expected.environment
    try:
        done = command.run(program, limit=limit, **variables)
    except subprocess.TimeoutExpired:
        return None, []
    return done.returncode, sorted(done.stdout.splitlines())


def run(expected, program, threads, options, limit, as_plain=None):
    """The report; and an error text, or nothing: there is no report, or the ending or the lines are not as expected,
    or not as in AS_PLAIN."""
    output = program.with_suffix(f".{threads}.json")
    variables = {"OMP_NUM_THREADS": threads, "RACEPROOF_OPTIONS": "exitcode=0"} | expected.environment
    try:
        done, report = command.report(*expected.command.split(), *options, program, output=output, limit=limit, **variables)
    except subprocess.TimeoutExpired:
        return {}, f"longer than {limit} s"
    if not report:
        return {}, f"no report, status {done.returncode}: {first_line(done.stderr)}"
    if expected.prints is not None and [line.strip() for line in done.stdout.splitlines()] != expected.prints:
        return report, f"prints {done.stdout.splitlines()}"
    if as_plain and as_plain != (expected.status, sorted(done.stdout.splitlines())):
        return report, f"without raceproof: status {as_plain[0]}, {as_plain[1]}; with: {done.stdout.splitlines()}"
    return report, ending(expected, report, done.returncode)


def level_for(expected, compiler, seed):
    if seed is None:
        return "-O1"
    return random.Random(f"{seed} {expected.name} {compiler}").choice(("-O0", "-O1", "-O2"))


def try_program(job):
    """All runs of one program with one compiler."""
    expected, compiler, options = job
    level = level_for(expected, compiler, options.seed)
    modes = [((), expected.kind, expected.variables)]
    modes += [((f"--loops={loops}",), *meant) for loops, meant in expected.loops.items()]
    results = []
    with tempfile.TemporaryDirectory() as directory:
        program = pathlib.Path(directory) / expected.path.stem
        error = build(expected, compiler, level, program)
        twin = program.with_suffix(".plain")
        has_twin = options.plain and compiler in expected.twins
        error = error or has_twin and build(expected, compiler, level, twin, is_plain=True)
        for extra, kind, variables in modes:
            for threads in options.threads:
                way = " ".join([compiler, level, f"{threads} threads", *extra])
                limit = expected.seconds or options.limit
                as_plain = plain(expected, twin, threads, limit) if has_twin and not error else None
                report, failure = ({}, error) if error else run(expected, program, threads, extra, limit, as_plain)
                problems = [failure] if failure else judge(report, kind, variables, expected)
                results.append(Result(expected, way, kind, report, problems))
    return results


# ---- the table ----

def ratio(part, whole):
    return f"{part / whole:.3f}" if whole else "-"


def summary(results):
    """Precision: reported races that are expected. Recall: expected races that are reported."""
    races = [result for result in results if result.kind == "race"]
    hits = sum(result.found_race for result in races)
    reported = sum(result.found_race for result in results)
    wrong = sum(bool(result.problems) for result in results)
    programs = len({result.expected.name for result in results})
    return (f"{programs} programs, {len(results)} runs: {wrong} wrong; "
            f"precision {ratio(hits, reported)}, recall {ratio(hits, len(races))}")


def print_wrong(results):
    wrong = [result for result in results if result.problems]
    width = max((len(result.expected.name) for result in wrong), default=0)
    for result in wrong:
        print(f"{result.expected.name:<{width}}  {result.way:<22}  {result.kind:<8}  "
              + "; ".join(result.problems) + (f" (known: {result.known})" if result.known else ""))


def outdated(results):
    """Programs in known.txt for which all answers were right."""
    wrong = {result.expected.name for result in results if result.problems}
    return sorted({result.expected.name for result in results if result.known} - wrong)


def parse():
    parser = argparse.ArgumentParser(usage=__doc__.split("\n\n")[1].removeprefix("usage: "))
    parser.add_argument("--only", default="", metavar="PATTERN", help="names that match this")
    parser.add_argument("--family", choices=list(read_families()))
    parser.add_argument("--compiler", choices=("gcc", "clang"))
    parser.add_argument("--threads", default="1,2,4,16", type=lambda text: text.split(","))
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--seed", type=int)
    parser.add_argument("--limit", type=float, default=60)
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--plain", action="store_true")
    parser.add_argument("--suite", type=pathlib.Path, default=SUITE, help=argparse.SUPPRESS)
    return parser.parse_args()


def chosen(options):
    """The programs to run, and those that cannot be run."""
    paths = [path for path in sorted(options.suite.rglob("*")) if path.suffix in VERBS]
    if options.family:
        paths = [path for path in paths if options.family in families_of(name_of(path))]
    paths = [path for path in paths if re.search(options.only, name_of(path))][options.first::options.every]
    programs = [Expectation(path) for path in paths]
    missing = set() if shutil.which("gfortran") else FORTRAN
    return ([program for program in programs if program.path.suffix not in missing],
            [program for program in programs if program.path.suffix in missing])


def main():
    options = parse()
    programs, left_out = chosen(options)
    compilers = [name for name in ("gcc", "clang")
                 if options.compiler in (None, name) and shutil.which(name)]
    for program in left_out:
        print(f"{program.name}: not run, there is no gfortran")
    jobs = [(program, compiler, options) for program in programs for compiler in compilers
            if compiler in program.compilers]
    if not jobs:
        print("nothing to run")
        return SKIPPED if left_out or not compilers else 1
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        results = [result for some in pool.map(try_program, jobs) for result in some]
    print_wrong(results)
    for name in outdated(results):
        print(f"{name}: known.txt says that it is wrong, and it is right")
    print(summary(results))
    return 1 if outdated(results) or any(r.problems and not r.known for r in results) else 0


if __name__ == "__main__":
    sys.exit(main())
