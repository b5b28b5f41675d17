#!/usr/bin/env python3
"""gcc's own OpenMP run-time tests under raceproof: each ends as it does without, and has only judged findings.

usage: tests/inside/openmp/gcc_testsuite.py [DIRECTORY] [--filter=REGEX] [--jobs=N] [--compiler=gcc|clang]
                                     [--limit=SECONDS] [--result=FILE] [--plain=FILE]

DIRECTORY is `libgomp/testsuite` of gcc's source, also taken from the variable GCC_TESTSUITE. Without it, the
source that Debian's package gcc-12-source installs is unpacked to a temporary directory. If that is not there
either, the status is 77. The tests stay gcc's: nothing of them is kept here but names, in gcc_testsuite.txt.

Each test whose directives ask to run it is built and run plain. Those that pass are built and run by raceproof.
The program's own status must be the same; its output, if two plain runs with teams of different sizes print the same.
A program that does not end within the limit counts as different, and so does one that raceproof ends, at a misuse or a
deadlock. Findings are printed; each must be in gcc_testsuite.txt, or with clang in gcc_testsuite_clang.txt:

    NAME LANGUAGE: status: why the test ends in another way under raceproof
    NAME LANGUAGE: output: why it prints something else
    NAME LANGUAGE: race VARIABLE: what is wrong with the test; `misuse`, `deadlock` likewise, without a variable
    NAME LANGUAGE: possible VARIABLE: the same for a possible race

A reason that begins with `sometimes' says that the point need not come in every run. In names and variables, `*`, `?` and `[...]` are patterns.

--result writes a line of JSON for each test; --plain takes what the tests do without raceproof from such a file.
--filter picks names. The status is 1 if a difference or a finding is not listed, or something listed did not come.
"""
import argparse
import collections
import concurrent.futures
import fnmatch
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tarfile
import tempfile
import time

import gcc_directives

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2]))
from support.command import RACEPROOF, environment

JUDGED = pathlib.Path(__file__).resolve().parent / "gcc_testsuite.txt"
JUDGED_CLANG = JUDGED.with_name("gcc_testsuite_clang.txt")
TARBALLS = "/usr/src/gcc-12", "gcc-12*.tar.xz"
FOLDERS = (("libgomp.c", r"\.c$", ["c"]), ("libgomp.c-c++-common", r"\.c$", ["c", "c++"]),
           ("libgomp.c++", r"\.C$", ["c++"]), ("libgomp.fortran", r"\.[fF](90|95|03|08)?$", ["fortran"]))
COMPILERS = {"gcc": {"c": "gcc", "c++": "g++", "fortran": "gfortran"}, "clang": {"c": "clang", "c++": "clang++"}}
VERBS = {"c": "cc", "c++": "c++", "fortran": "cc"}
COMPILE_LIMIT = 600
UNDECIDED = 67
SKIPPED = 77
TIME = "time"


# ---- the tests ----

def unpack(directory):
    """Unpacks libgomp/testsuite of Debian's source to DIRECTORY. Returns its path, or None."""
    tarballs = sorted(pathlib.Path(TARBALLS[0]).glob(TARBALLS[1]))
    if not tarballs:
        return None
    with tarfile.open(tarballs[-1], "r|xz") as archive:
        for member in archive:
            if re.match(r"[^/]*/(libgomp/testsuite/|include/|libgomp/[^/]*\.h$)", member.name) and (member.isfile() or member.isdir()):
                archive.extract(member, directory)
    found = list(pathlib.Path(directory).glob("*/libgomp/testsuite"))
    return found[0] if found else None


def find_tests(root, pattern, languages):
    """(name, language, path) of each test."""
    tests = []
    for folder, ending, known in FOLDERS:
        for path in sorted((root / folder).rglob("*")):
            name = path.relative_to(root).as_posix()
            if re.search(ending, path.name) and re.search(pattern, name):
                tests += [(name, language, path) for language in known if language in languages]
    return tests


class Case:
    """One test in one language: where it is, what it needs, and its results."""

    def __init__(self, name, language, path):
        self.name, self.language, self.path = name, language, path
        self.test = gcc_directives.read(path, language)
        self.result = {"name": name, "language": language, "skip": self.test.skip}

    def key(self):
        return f"{self.name} {self.language}"


# ---- building and running ----

def execute(command, directory, variables, limit):
    """(status or TIME, standard output, standard error). The status of a killed program is 128 plus the signal."""
    with open(directory / "out", "wb") as out, open(directory / "err", "wb") as err:
        process = subprocess.Popen(command, cwd=directory, env=variables, stdin=subprocess.DEVNULL, stdout=out,
                                   stderr=err, start_new_session=True)
        try:
            status = process.wait(limit)
        except subprocess.TimeoutExpired:
            status = TIME
        finally:
            try:
                os.killpg(process.pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
            process.wait()
    if status != TIME and status < 0:
        status = 128 - status
    return status, read_text(directory / "out"), read_text(directory / "err")


def read_text(path, most=1 << 20):
    with open(path, "rb") as file:
        return file.read(most).decode("utf-8", "replace")


def flags(case, root):
    test = case.test
    chosen = ["-O2"] if test.flags is None else list(test.flags)
    if case.language == "fortran" and not any(flag.startswith("-O") for flag in chosen + test.more_flags):
        chosen.append("-O2")
    includes = [f"-I{root.parent.parent / 'include'}", f"-I{root.parent}"]
    return ["-fopenmp", *includes, "-w", *chosen, *test.more_flags]


def build(case, root, compiler, prefix, directory):
    """Builds DIRECTORY/program. Returns an error text, or nothing."""
    sources = [case.path] + [case.path.parent / source for source in case.test.sources]
    command = [*prefix, *compiler, *flags(case, root), *map(str, sources), "-o", str(directory / "program"), "-lm"]
    status, out, err = execute(command, directory, environment(), COMPILE_LIMIT)
    if status != 0:
        return (err + out).strip() or f"the compiler ended with {status}"
    return None


def run_plain(case, directory, limit, more=None):
    variables = {"GOMP_SPINCOUNT": "0"} | (more or {}) | case.test.environment
    return execute(["./program"], directory, environment(**variables), limit)


def check_plain(case, options, directory):
    """Fills in whether the test passes without raceproof, and what it prints."""
    compiler = COMPILERS[options.compiler][case.language]
    error = build(case, options.root, [compiler], [], directory)
    if error:
        return {"passed": False, "why": f"does not build: {error[:200]}"}
    status, out, _ = run_plain(case, directory, options.limit)
    passed = status != TIME and (status != 0) == case.test.should_fail
    if not passed:
        return {"passed": False, "why": f"ended with {status}"}
    again = run_plain(case, directory, options.limit, {"OMP_NUM_THREADS": "3"})
    return {"passed": True, "status": status, "output": out if again[:2] == (status, out) else None}


def checked_environment(case, report):
    settings = f"exitcode=0 format=json log_path={report}"
    return environment(**{"RACEPROOF_OPTIONS": settings} | case.test.environment)


def run_checked(case, directory, limit):
    """The program's own exit status, its output, and the report."""
    variables = checked_environment(case, "log") | {"RACEPROOF_OPTIONS": "exitcode=0"}
    report = directory / "report.json"
    status, out, err = execute([RACEPROOF, "run", "--format=json", f"--output={report}", "./program"], directory,
                               variables, limit)
    try:
        found = json.loads(report.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        found = {"verdict": "none"}
    if status == UNDECIDED:
        # `run` replaces the exit status. A program that is started directly keeps its own unless that is 0.
        status = execute(["./program"], directory, checked_environment(case, directory / "log"), limit)[0]
        status = 0 if status == UNDECIDED else status
    return status, out, err, found


def spoken(finding):
    """A finding, as the result file has it."""
    thing = (finding.get("object") or {}).get("name") or ""
    places = [f"{pathlib.Path(access.get('file') or '?').name}:{access.get('line')}"
              for access in finding.get("accesses", [])]
    return {"kind": finding.get("name"), "variable": thing, "places": places, "text": finding.get("message")}


def is_own(finding):
    """Whether the finding is not merely that the program crashed or gave up, which its status shows."""
    return finding.get("name") != "crash"


def is_stopped(findings):
    """Whether raceproof ended the program."""
    return any(finding["kind"] in ("misuse", "deadlock") for finding in findings)


def check_raceproof(case, options, directory):
    """Fills in how the test ends under raceproof."""
    compiler = [f"--compiler={COMPILERS[options.compiler][case.language]}"]
    error = build(case, options.root, compiler, [RACEPROOF, VERBS[case.language]], directory)
    if error:
        return {"status": "build", "error": error[:2000], "verdict": "none", "findings": []}
    start = time.monotonic()
    status, out, err, report = run_checked(case, directory, options.limit)
    return {"status": status, "output": out, "error": err[-2000:], "verdict": report.get("verdict"),
            "seconds": round(time.monotonic() - start, 2), "warnings": report.get("warnings", []),
            "incomplete": report.get("incomplete"),
            "findings": [spoken(finding) for finding in report.get("findings", []) if is_own(finding)]}


def check(case, options, plain):
    """Checks one test. Returns its result."""
    result = case.result
    if result["skip"]:
        return result
    place = pathlib.Path(tempfile.mkdtemp(prefix="raceproof-gcc-", dir=options.work))
    try:
        for name in ("plain", "checked"):
            (place / name).mkdir()
        result["plain"] = plain or check_plain(case, options, place / "plain")
        if result["plain"]["passed"]:
            result["checked"] = check_raceproof(case, options, place / "checked")
            result["same"] = (result["checked"]["status"] == result["plain"]["status"]
                              and not is_stopped(result["checked"]["findings"]))
            expected = result["plain"]["output"]
            result["same_output"] = expected is None or expected == result["checked"].get("output")
    finally:
        shutil.rmtree(place, ignore_errors=True)
    return result


# ---- what is judged, and what is told ----

class Judgement:
    """A line of the list of judged findings."""

    def __init__(self, line, may_be_stale):
        self.test, kind, self.reason = line.split(": ", 2)
        self.may_be_stale = may_be_stale or self.reason.startswith("sometimes")
        self.kind, _, self.variable = kind.partition(" ")
        self.is_met = False

    def is_of(self, key):
        return fnmatch.fnmatchcase(key, self.test)

    def covers(self, key, kind, variable):
        """If a variable has a certain race, other accesses to it may be called possible races, or not: where a program
        spins, it depends on the time how often."""
        is_kind = self.kind == kind or (self.kind, kind) == ("race", "possible")
        return self.is_of(key) and is_kind and fnmatch.fnmatchcase(variable, self.variable)


def read_judged(compiler):
    """The list of judged findings for gcc. For clang there is a list of additions, and entries of gcc's list may be
    missing."""
    judged = []
    for path in [JUDGED] + [JUDGED_CLANG] * (compiler == "clang"):
        lines = path.read_text(encoding="utf-8").splitlines()
        judged += [Judgement(line, compiler == "clang" and path == JUDGED)
                   for line in lines if line and not line.startswith("#")]
    return judged


def points(result):
    """The parts of a result that must be in the list: (kind, variable, text)."""
    checked = result["checked"]
    if not result["same"]:
        text = f"status {checked['status']} instead of {result['plain']['status']}"
        yield "status", "", f"{text}: {first_line(checked.get('error') or '')}"
    elif not result["same_output"]:
        yield "output", "", "prints something else"
    found = {}
    for finding in checked["findings"]:
        kind = finding["kind"]
        if "race" in kind:
            kind = "possible" if finding["text"].startswith("possible") else "race"
        name = re.match(r"[A-Za-z_]\w*(\(.*\))?", finding["variable"] or "")
        found.setdefault((kind, name[0] if name and kind in ("race", "possible") else ""), []).append(finding)
    for (kind, name), findings in found.items():
        yield kind, name, f"{len(findings)} {kind} {name} at {' and '.join(findings[0]['places'])}"


def first_line(text):
    lines = [line for line in text.splitlines() if line.strip()]
    return lines[0][:140] if lines else ""


def tell(results, judged):
    """Prints the table. Returns how many points are not in the list, or are in it without need."""
    ran = [result for result in results if "checked" in result]
    counts = collections.Counter(result["checked"]["verdict"] for result in ran)
    unlisted, names = 0, set()
    for result in ran:
        key = f"{result['name']} {result['language']}"
        names.add(key)
        for kind, variable, text in points(result):
            found = [judgement for judgement in judged if judgement.covers(key, kind, variable)]
            unlisted += not found
            for judgement in found:
                judgement.is_met = True
            print(f"{key}: {text}{f' [{found[0].reason}]' if found else ''}")
    stale = [judgement for judgement in judged
             if not judgement.is_met and not judgement.may_be_stale and any(judgement.is_of(name) for name in names)]
    for judgement in stale:
        print(f"{judgement.test}: {judgement.kind} {judgement.variable} is listed, but did not come")
    same = sum(result["same"] for result in ran)
    skipped = sum(result["skip"] is not None for result in results)
    print(f"\n{len(results)} tests, {skipped} skipped by their directives, {len(results) - skipped - len(ran)} fail plain")
    print(f"{len(ran)} pass plain: {same} end the same way, {len(ran) - same} do not "
          f"({100 * same / max(len(ran), 1):.2f} in 100)")
    print(f"{sum(not r['same_output'] for r in ran if r['same'])} print something else, "
          f"{sum(bool(r['checked']['findings']) for r in ran)} have findings")
    print("verdicts: " + ", ".join(f"{count} {verdict}" for verdict, count in counts.most_common()))
    print(f"{unlisted} points are not listed in {JUDGED.name}, {len(stale)} are without need")
    return unlisted + len(stale)


def read_plain(path):
    if not path or not os.path.exists(path):
        return {}
    with open(path, encoding="utf-8") as file:
        results = [json.loads(line) for line in file]
    return {f"{result['name']} {result['language']}": result.get("plain") for result in results}


def run_all(options):
    cases = [Case(*test) for test in find_tests(options.root, options.filter, COMPILERS[options.compiler])]
    plain = read_plain(options.plain)
    results = []
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool, \
            open(options.result or os.devnull, "w", encoding="utf-8") as file:
        for result in pool.map(lambda case: check(case, options, plain.get(case.key())), cases):
            results.append(result)
            print(json.dumps(result), file=file, flush=True)
    return results


def parse():
    parser = argparse.ArgumentParser(usage=__doc__.split("usage: ")[1].split("\n\n")[0])
    parser.add_argument("directory", nargs="?", default=os.environ.get("GCC_TESTSUITE"))
    parser.add_argument("--filter", default="")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--compiler", choices=sorted(COMPILERS), default="gcc")
    parser.add_argument("--limit", type=float, default=20)
    parser.add_argument("--result")
    parser.add_argument("--plain")
    return parser.parse_args()


def main():
    options = parse()
    with tempfile.TemporaryDirectory(prefix="raceproof-gcc-testsuite-") as work:
        options.work = work
        options.root = pathlib.Path(options.directory).resolve() if options.directory else unpack(work)
        if not options.root or not (options.root / "libgomp.c").is_dir():
            print("gcc's testsuite is not here: install gcc-12-source, or name libgomp/testsuite")
            return SKIPPED
        results = run_all(options)
    return 1 if tell(results, read_judged(options.compiler)) else 0


if __name__ == "__main__":
    sys.exit(main())
