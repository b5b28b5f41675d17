#!/usr/bin/env python3
"""OpenMP programs under raceproof and under other race checkers: who is right, and at what cost.

usage: bench/openmp.py [--reps=N] [--only=NAME[,NAME]] [--tools=NAME[,NAME]] [--quick] [--limit=S]
                       [--json=FILE]

Two sets. The programs are those of bench/openmp, each as it should be and, compiled with -DRACY,
with a classic mistake. The suite is tests/inside/openmp/suite, small programs with the truth at
their heads; those that deadlock are left out. --only takes `programs', `suite' and names.

Each is built plain by gcc and by clang (-O2), by `raceproof cc` with both compilers, with gcc's
ThreadSanitizer on libgomp, with clang's and Archer on libomp; valgrind's helgrind and drd run the
plain one. All on two threads. All builds of one program run in turn, again and again, so that a slow
moment of the machine meets all of them. Times are those of whole processes, wall clock and
processor, the peak of memory that of the largest process; ratios are those of medians to gcc's plain
build. Behind a ratio stands its spread over the repetitions, each against the plain run before it. A
run is stopped after --limit seconds, and not repeated; in a mean it counts as that long, and the
mean is marked by `>'.

A verdict is right if it was so in every repetition. A checker that says `race' of every program is
right of all racy ones: so the last lines also count the programs that are told from their twins.

RACEPROOF names the command. The exit status is 1 if raceproof was wrong, or a plain program was."""

import argparse
import math
import pathlib
import re
import statistics
import sys
import tempfile

import measuring
from measuring import MEASURES, ROOT, number, print_table

sys.path.insert(0, str(ROOT / "bench" / "openmp"))
import checkers  # noqa: E402

# Name -> the size for --quick; without, a program's own. First task programs, then loops and graphs.
QUICK = {"fib": 32, "queens": 10, "mergesort": 300000, "strassen": 192, "sparselu": 28, "fft": 15,
         "health": 60, "floorplan": 9, "alignment": 60, "uts": 800, "floyd": 14, "cholesky": 28,
         "uts-large": 4000, "fftstages": 16, "lu": 20, "nbody": 800, "spmv": 50000,
         "histogram": 400000, "cg": 120, "hydro": 80, "transport": 20000, "bfs": 50000,
         "pagerank": 40000}
# Name -> the program that it is, and its size without --quick.
SIZED = {"uts-large": ("uts", 28000)}  # four million tasks
SUITE = ROOT / "tests" / "inside" / "openmp" / "suite"
EXPECT = re.compile(r"^// expect: (race|clean)\b", re.MULTILINE)
# How a checker did -> its letter in the table of the suite.
LETTERS = {"right": ".", "missed": "m", "false alarm": "f", "undecided": "u", "does not build": "b"}


class Program:
    """A source with one set of flags, and whether it has a race."""

    def __init__(self, name, source, flags, arguments, has_race, twin=None):
        self.name, self.source, self.flags = name, source, flags
        self.arguments, self.has_race, self.twin = arguments, has_race, twin
        self.trials = {}  # name of a checker -> Trial

    def is_large(self):
        return self.twin is not None

    def as_json(self):
        return {"has_race": self.has_race,
                "tools": {name: trial.as_json() for name, trial in self.trials.items()}}


class Trial:
    """A program under a checker, and what was measured."""

    def __init__(self, program, checker):
        self.program, self.checker = program, checker
        self.executable, self.trouble = None, None
        self.answers, self.reports = [], []
        self.measured = {measure: [] for measure in MEASURES}
        self.is_over = False  # the limit
        self.statuses = []

    def build(self, directory):
        other = self.program.trials.get(self.checker.build_of)
        if other:
            self.executable, self.trouble = other.executable, other.trouble
            return
        target = directory / "-".join([self.program.source.stem, *self.program.flags,
                                       self.checker.name])
        if target.exists():  # built for another program of the same source
            self.executable = target
            return
        self.trouble = self.checker.build(self.program.source, self.program.flags, target)
        self.executable = None if self.trouble else target

    def run(self, directory, limit):
        if not self.executable or self.is_over:
            return
        log, errors = directory / "log", directory / "errors"
        log.unlink(missing_ok=True)
        command = self.checker.command(self.executable, self.program.arguments, log)
        values, status = measuring.run(directory, limit, command, self.checker.environment, errors)
        self.is_over = status < 0
        self.statuses.append(status)
        for measure, value in values.items():
            self.measured[measure].append(value)
        if self.checker.judges():
            self.judge(log if log.exists() else errors, status, limit)

    def judge(self, report, status, limit):
        text = report.read_text(encoding="utf-8", errors="replace")
        # A racy program may compute anything, and says so by its status.
        if status == 1 and self.program.has_race:
            status = 0
        answer, races = self.checker.answer(text, status)
        # What was reported before the limit counts, but silence until then is no answer.
        if self.is_over and answer != "race":
            answer = f"> {limit:g} s"
        self.answers.append(answer)
        self.reports.append(races)

    def grades(self):
        """Of each repetition: right, missed, false alarm, undecided, or why there is none."""
        truth = "race" if self.program.has_race else "clean"
        words = {"clean": "missed", "race": "false alarm", truth: "right"}
        return [words.get(answer, answer) for answer in self.answers]

    def grade(self):
        if self.trouble:
            return "does not build"
        grades = self.grades()
        return next((grade for grade in grades if grade != "right"), "right")

    def is_wrong(self):
        return any(grade in ("missed", "false alarm") for grade in self.grades())

    def has_times(self):
        """A crash is not fast."""
        allowed = {-1, 0, 66, checkers.UNDECIDED} | ({1} if self.program.has_race else set())
        return bool(self.statuses) and set(self.statuses) <= allowed

    def median(self, measure):
        return statistics.median(self.measured[measure])

    def plain(self):
        return self.program.trials["plain"]

    def ratio(self, measure):
        if not self.has_times() or not self.plain().has_times():
            return None
        return self.median(measure) / max(self.plain().median(measure), 1e-6)

    def spread(self, measure):
        ratios = [mine / max(base, 1e-6)
                  for mine, base in zip(self.measured[measure], self.plain().measured[measure])]
        return min(ratios), max(ratios)

    def as_json(self):
        return {"grade": self.grade(), "answers": self.answers, "reports": self.reports,
                "statuses": self.statuses, "over_limit": self.is_over, **self.measured,
                "trouble": self.trouble}


# ---- what is measured ----


def large_programs(options):
    found = []
    for name, size in QUICK.items():
        stem, full_size = SIZED.get(name, (name, None))
        source = ROOT / "bench" / "openmp" / f"{stem}.c"
        size = size if options.quick else full_size
        arguments = [str(size)] if size else []
        found.append(Program(name, source, [], arguments, False, f"{name} racy"))
        found.append(Program(f"{name} racy", source, ["-DRACY"], arguments, True, name))
    return found


def suite_programs():
    found = []
    for source in sorted(SUITE.rglob("*.c")):
        expected = EXPECT.search(source.read_text(encoding="utf-8"))
        if expected:
            name = str(source.relative_to(SUITE).with_suffix("")).replace("/", ".")
            found.append(Program(name, source, [], [], expected[1] == "race"))
    return found


def wanted_programs(options):
    everything = [*large_programs(options), *suite_programs()]
    if not options.only:
        return everything
    names = options.only.split(",")
    sets = {"programs": True, "suite": False}
    known = {*sets, *(program.name.split()[0] for program in everything)}
    unknown = [name for name in names if name not in known]
    if unknown:
        sys.exit(f"bench/openmp.py: no program {unknown[0]}")
    return [program for program in everything
            if program.name.split()[0] in names
            or any(program.is_large() == is_large for name, is_large in sets.items()
                   if name in names)]


def wanted_checkers(options, directory):
    found, missing = checkers.all_checkers(directory)
    if options.tools:
        names = options.tools.split(",")
        unknown = [name for name in names if name not in checkers.NAMES]
        if unknown:
            sys.exit(f"bench/openmp.py: no tool {unknown[0]}; there are {', '.join(checkers.NAMES)}")
        found = [checker for checker in found if checker.name in ("plain", *names)]
        missing = [name for name in missing if name in names]
    if missing:
        print(f"not installed: {', '.join(missing)}\n")
    return found


def measure_one(program, tools, options, directory):
    program.trials = {tool.name: Trial(program, tool) for tool in tools}
    for trial in program.trials.values():
        trial.build(directory)
    for _ in range(options.reps):
        for trial in program.trials.values():
            trial.run(directory, options.limit)


def remove_builds(program):
    for file in {trial.executable for trial in program.trials.values()} - {None}:
        file.unlink()


def measure(programs, tools, options, directory, has_one_source=False):
    """Returns the programs that were measured: all, unless the user lost patience. If HAS_ONE_SOURCE,
    what was built for one program serves the next."""
    done = []
    try:
        for program in programs:
            measuring.show_progress(f"{len(done) + 1}/{len(programs)} {program.name}")
            measure_one(program, tools, options, directory)
            if not has_one_source:
                remove_builds(program)
            done.append(program)
    except KeyboardInterrupt:
        print(f"stopped: {len(done)} of {len(programs)} programs\n")
    measuring.show_progress("")
    return done


# ---- tables ----


def shown_grade(trial):
    grade = trial.grade()
    agree = trial.grades().count(grade)
    text = grade if agree in (0, len(trial.answers)) else f"{grade} {agree}/{len(trial.answers)}"
    return f"{text} ({max(trial.reports)})" if any(trial.reports) else text


def shown_ratio(trial, measure):
    ratio = trial.ratio(measure)
    if ratio is None:
        return "-"
    text = ("> " if trial.is_over else "") + number(ratio)
    if len(trial.measured[measure]) < 2:
        return text
    low, high = trial.spread(measure)
    return f"{text} ({number(low)}-{number(high)})"


def mean_ratio(programs, tool, measure):
    """The geometric mean as text; over fewer than all of the programs, it says over how many."""
    trials = [program.trials[tool.name] for program in programs]
    ratios = [ratio for trial in trials if (ratio := trial.ratio(measure))]
    if not ratios:
        return "-"
    text = number(math.exp(statistics.fmean(map(math.log, ratios))))
    if any(trial.is_over for trial in trials):
        text = "> " + text
    return text if len(ratios) == len(trials) else f"{text} of {len(ratios)}"


def print_ratios(programs, tools, measure, title, plain):
    """PLAIN makes the text of a plain program's cell."""
    others = [tool for tool in tools if tool.name != "plain"]
    rows = [[program.name, plain(program.trials["plain"].median(measure))
             if program.trials["plain"].statuses else "-",
             *(shown_ratio(program.trials[tool.name], measure) for tool in others)]
            for program in programs]
    foot = [[f"geometric mean, {what}", "",
             *(mean_ratio(chosen, tool, measure) for tool in others)]
            for what, chosen in (("clean", [p for p in programs if not p.has_race]),
                                 ("racy", [p for p in programs if p.has_race])) if chosen]
    print(f"{title}\n")
    print_table(["", "plain", *(tool.title for tool in others)], rows, foot)


def print_programs(programs, tools):
    judges = [tool for tool in tools if tool.judges()]
    if judges:
        print("Programs: verdicts, and how many races were reported\n")
        print_table(["", *(tool.title for tool in judges)],
                    [[program.name, *(shown_grade(program.trials[tool.name]) for tool in judges)]
                     for program in programs])
    print_ratios(programs, tools, "wall", "Wall time: seconds, then times as long as plain",
                 lambda seconds: f"{seconds:.3f} s")
    print_ratios(programs, tools, "processor",
                 "Processor time: seconds, then times as much as plain",
                 lambda seconds: f"{seconds:.3f} s")
    print_ratios(programs, tools, "kilobytes", "Peak memory: MB, then times as much as plain",
                 lambda kilobytes: f"{kilobytes / 1024:.1f} MB")


def print_suite(programs, tools):
    judges = [tool for tool in tools if tool.judges()]
    if not judges:
        return
    print("Suite: . right, m missed, f false alarm, u undecided, b does not build, - no answer\n")
    print_table(["", "truth", *(tool.title for tool in judges)],
                [[program.name, "race" if program.has_race else "clean",
                  *(LETTERS.get(program.trials[tool.name].grade(), "-") for tool in judges)]
                 for program in programs])
    print_ratios_of_suite(programs, tools)


def print_ratios_of_suite(programs, tools):
    others = [tool for tool in tools if tool.name != "plain"]
    print("Suite: geometric means, times plain; little but starting and stopping\n")
    print_table(["", *(tool.title for tool in others)],
                [[title, *(mean_ratio(programs, tool, measure) for tool in others)]
                 for title, measure in (("wall time", "wall"), ("processor time", "processor"),
                                        ("peak memory", "kilobytes"))])


def told_apart(programs, tool):
    """How many clean programs are found clean, and their racy twins racy."""
    grades = {program.name: program.trials[tool.name].grade() for program in programs}
    pairs = [(program.name, program.twin) for program in programs
             if program.twin in grades and not program.has_race]
    return sum(grades[one] == grades[other] == "right" for one, other in pairs), len(pairs)


def print_summary(programs, tools):
    judges = [tool for tool in tools if tool.judges()]
    rows = []
    for what, has_race in (("clean", False), ("racy", True)):
        chosen = [program for program in programs if program.has_race == has_race]
        counts = {}
        for tool in judges:
            for program in chosen:
                grade = program.trials[tool.name].grade()
                grade = grade if grade in LETTERS else "no answer"
                counts.setdefault(grade, {}).setdefault(tool.name, 0)
                counts[grade][tool.name] += 1
        for grade in [*LETTERS, "no answer"]:
            if grade in counts:
                rows.append([f"{what}, of {len(chosen)}: {grade}",
                             *(str(counts[grade].get(tool.name, 0)) for tool in judges)])
    if any(program.is_large() for program in programs):
        pairs = [told_apart(programs, tool) for tool in judges]
        rows.append([f"twins told apart, of {pairs[0][1] if pairs else 0}",
                     *(str(count) for count, _ in pairs)])
    print_table(["", *(tool.title for tool in judges)], rows)


# ---- the whole ----


def read_options():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n", maxsplit=1)[0])
    parser.add_argument("--reps", type=int, default=3)
    parser.add_argument("--only", help="programs, suite, or names, separated by commas")
    parser.add_argument("--tools", help=f"of {', '.join(checkers.NAMES)}; plain always runs")
    parser.add_argument("--quick", action="store_true", help="smaller sizes")
    parser.add_argument("--limit", type=float, default=60, help="seconds for each run")
    parser.add_argument("--json", metavar="FILE", help="write all measurements to FILE")
    options = parser.parse_args()
    if options.reps < 1 or options.limit <= 0:
        parser.error("--reps and --limit want positive numbers")
    return options


def write_json(programs, options, schema):
    measuring.write_json(
        options.json, schema,
        {"reps": options.reps, "quick": options.quick, "limit": options.limit},
        {"programs": {program.name: program.as_json() for program in programs}})


def print_troubles(programs):
    """What a benchmark must not hide; true if there is nothing of it."""
    fine = True
    words = {}
    for program in programs:
        plain = program.trials["plain"]
        if not program.has_race and (plain.trouble or set(plain.statuses) != {0}):
            fine = False
            print(f"  WRONG: {program.name}, plain: {plain.trouble or plain.statuses}")
        for trial in program.trials.values():
            if trial.checker.is_raceproof() and trial.is_wrong():
                fine = False
                print(f"  WRONG: {program.name}, {trial.checker.title}: {shown_grade(trial)}")
            if trial.trouble:
                first = trial.trouble.splitlines()[0]
                words.setdefault((trial.checker.title, first), []).append(program.name)
    for (title, first), names in words.items():
        more = f" and {len(names) - 1} more" if len(names) > 1 else ""
        print(f"  {names[0]}{more}, {title}: {first}")
    return fine


def main():
    options = read_options()
    programs = wanted_programs(options)
    with tempfile.TemporaryDirectory() as scratch:
        directory = pathlib.Path(scratch)
        measuring.build_measure(directory)
        tools = wanted_checkers(options, directory)
        programs = measure(programs, tools, options, directory)
    large = [program for program in programs if program.is_large()]
    small = [program for program in programs if not program.is_large()]
    if large:
        print_programs(large, tools)
    if small:
        print_suite(small, tools)
    print_summary(programs, tools)
    if options.json:
        write_json(programs, options, "raceproof-bench-openmp/1")
    return 0 if print_troubles(programs) else 1


if __name__ == "__main__":
    sys.exit(main())
