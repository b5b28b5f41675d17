#!/usr/bin/env python3
"""Runs models and compares all findings and the exit status with the `// expect:` comments in them.

usage: expect.py [--mode=depth-first|on-the-fly|random] [--seeds=N] FILE.rp|DIRECTORY...

docs/language.md, "Expect comments", has the forms. A file without expectations is a failure, and so is a finding
that is not expected. In mode `on-the-fly` the findings must be the same as in `depth-first`. In mode `random` the
verdict must be the same for each seed, and a model without findings must have none; files with the comment `//
schedule-dependent` are left out."""

import argparse
import pathlib
import re
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from support import command

COMMENT = re.compile(r"^\s*// (param|expect):\s*(.*?)\s*$")
FINDING = re.compile(r"(RP\d+) (certain|possible) (\S+) (\S+)((?: \S+:\d+)*)")
RULES = {"RP002": "deadlock", "RP004": "permission", "RP005": "misuse", "RP006": "assertion",
         "RP008": "undeclared-access", "RP009": "run-time-error"}
STATUS = {"race-free": 0, "findings": 66, "undecided": 67, "error": 2}
# For each form, the words that follow it: a name, a rule, a line.
FORMS = {"race-free": "", "undecided": "", "race": "name line line",
         "possible-race": "name line line", "deadlock": "", "assertion": "line",
         "run-time-error": "line", "misuse": "line", "undeclared-access": "name line",
         "permission": "name line line",
         "error": "rule line"}
WORDS = {"name": r"[A-Za-z_]\w*", "rule": r"RP\d{3}", "line": r"\d+"}


class Malformed(Exception):
    pass


def normal(form, words):
    """The words with lines in ascending order, so that the order of a pair does not matter."""
    names = [word for word in words if not word.isdigit()]
    lines = sorted(int(word) for word in words if word.isdigit())
    return " ".join([form, *names, *map(str, lines)])


def read_form(text):
    form, *words = text.split()
    if form not in FORMS:
        raise Malformed(f"unknown expectation `{text}'")
    kinds = FORMS[form].split()
    if len(kinds) != len(words) or not all(re.fullmatch(WORDS[kind], word)
                                           for kind, word in zip(kinds, words)):
        raise Malformed(f"`{text}' should be: {form} {FORMS[form].upper()}".rstrip())
    return normal(form, words)


def verdict_of(expected):
    forms = {text.split()[0] for text in expected}
    if forms & {"error", "run-time-error"}:
        return "error"
    if forms - {"race-free", "undecided", "possible-race"}:
        return "findings"
    return "undecided" if forms & {"undecided", "possible-race"} else "race-free"


class Model:
    """What the comments of a file say."""

    def __init__(self, path):
        self.path = path
        text = path.read_bytes().decode("utf-8", "replace")
        self.params, self.expected = [], set()
        self.schedule_dependent = False
        for line in text.splitlines():
            self.schedule_dependent |= line.strip().startswith("// schedule-dependent")
            match = COMMENT.match(line)
            if match and match[1] == "param":
                self.params += [f"--param={binding.strip()}" for binding in match[2].split(",")]
            elif match:
                self.expected.add(read_form(match[2]))
        if not self.expected:
            raise Malformed("no `// expect:' comment")
        verdicts = self.expected & {"race-free", "undecided"}
        findings = {text.split()[0] for text in self.expected - verdicts}
        if verdicts and findings - ({"possible-race"} if verdicts == {"undecided"} else set()):
            raise Malformed("race-free and undecided exclude findings")
        self.verdict = verdict_of(self.expected)


def read_line(line):
    match = FINDING.fullmatch(line)
    if not match:
        return f"a line that no test understands: {line}"
    rule, certainty, _, name, places = match.groups()
    lines = [place.rsplit(":", 1)[1] for place in places.split()]
    names = [] if name == "-" else [name]
    if rule == "RP001":
        return normal("race" if certainty == "certain" else "possible-race", names + lines)
    if rule not in RULES:
        return normal("error", [rule, *lines])
    shown = {"RP002": [], "RP004": names + lines, "RP008": names + lines}.get(rule, lines)
    return normal(RULES[rule], shown)


def run(model, options):
    """The verdict line, the exit status and the set of findings."""
    done = command.raceproof("run", "--format=line", *options, *model.params, model.path, limit=300)
    lines = done.stdout.splitlines()
    verdict = lines.pop() if lines else "nothing on standard output"
    problem = done.stderr if done.returncode not in STATUS.values() else ""
    return verdict, done.returncode, {read_line(line) for line in lines}, problem


def compare(model, options, exact):
    """The mistakes, one line each."""
    verdict, status, found, problem = run(model, options)
    wrong = []
    if verdict != f"verdict {model.verdict}":
        wrong.append(f"expected the verdict {model.verdict}, got: {verdict}")
    if status != STATUS[model.verdict]:
        wrong.append(f"expected the exit status {STATUS[model.verdict]}, got {status}")
    expected = model.expected - {"race-free", "undecided"}
    if exact or not expected:
        wrong += [f"missing: {text}" for text in sorted(expected - found)]
        wrong += [f"unexpected: {text}" for text in sorted(found - expected)]
    return wrong + problem.splitlines()[:20]


def variants(model, mode, seeds):
    """The options of each run, and whether it must show exactly the expected findings."""
    if mode == "depth-first":
        return [([], True)]
    if mode == "on-the-fly":
        return [(["--on-the-fly", "--keep-going"], True)]
    if model.schedule_dependent:
        return []
    return [(["--schedule=random", f"--seed={seed}"], False) for seed in range(1, seeds + 1)]


def find_files(arguments):
    files = []
    for argument in map(pathlib.Path, arguments):
        found = sorted(argument.rglob("*.rp")) if argument.is_dir() else [argument]
        if not found:
            sys.exit(f"expect.py: there are no models in {argument}")
        files += found
    return files


def check(path, options):
    """The number of runs, and the mistakes."""
    try:
        model = Model(path)
    except Malformed as error:
        return 1, [str(error)]
    runs = variants(model, options.mode, options.seeds)
    wrong = []
    for extra, exact in runs:
        try:
            problems = compare(model, extra, exact)
        except subprocess.TimeoutExpired:
            problems = ["did not end in time"]
        wrong += [f"{' '.join(extra)}: {text}" if extra else text for text in problems]
        if wrong:
            break
    return len(runs), wrong


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--mode", choices=["depth-first", "on-the-fly", "random"],
                        default="depth-first")
    parser.add_argument("--seeds", type=int, default=5)
    parser.add_argument("files", nargs="+")
    options = parser.parse_args()
    files = find_files(options.files)
    runs, failed = 0, 0
    for path in files:
        count, wrong = check(path, options)
        runs += count
        failed += bool(wrong)
        for text in wrong:
            print(f"{path}: {text}")
    print(f"{len(files)} models, {runs} runs, {failed} models with failures")
    return 1 if failed or not runs else 0


if __name__ == "__main__":
    sys.exit(main())
