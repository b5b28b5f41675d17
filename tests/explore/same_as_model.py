#!/usr/bin/env python3
"""Random programs written twice, as a model and in C: exploration must give the same results for both.

usage: tests/explore/same_as_model.py [-n PROGRAMS] [-s FIRST_SEED] [--keep DIRECTORY]

A task's actions depend on the values that it reads, so schedules differ in more than their order. The findings are
compared, by rule and statements, and with the default reduction also the number of schedules. For the C program
the findings without reduction and by states are compared, too, unless there is a race."""
import collections
import concurrent.futures
import pathlib
import random
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from support import campaign, command
from support.command import COMPILERS

VARIABLES = ("x", "y", "z")
MOST_SCHEDULES = 400
BATCH = 10


class Writer:
    """Lines of one language, and which statement each line belongs to."""

    def __init__(self):
        self.lines, self.labels = [], {}

    def add(self, text, label=None):
        self.lines.append(text)
        if label is not None:
            self.labels[len(self.lines)] = label


class Program:
    """A tree of statements. Each statement that can be in a finding has a label."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.labels = 0
        self.budget = 8  # number of sections that may still be made
        tasks = self.random.choice((2, 2, 3))
        self.tasks = [self.body(2) for _ in range(tasks)]

    def label(self):
        self.labels += 1
        return self.labels

    def access(self):
        draw, variable = self.random.random(), self.random.choice(VARIABLES)
        number = self.random.randint(0, 2)
        if draw < 0.3:
            return ("read", self.label(), variable)
        if draw < 0.55:
            return ("write", self.label(), variable, number)
        if draw < 0.75:
            return ("add", self.label(), variable, number + 1)
        other = self.random.choice(VARIABLES)
        return ("if", self.label(), variable, number, ("write", self.label(), other, number + 1))

    def section(self):
        objects = self.random.choice(((), (), (), ("x",), ("y",), ("x", "y"), ("y", "x")))
        body = [self.access() for _ in range(self.random.randint(1, 2))]
        if self.random.random() < 0.1:
            body.append(("assert", self.label(), self.random.randint(1, 3)))
        self.budget -= 1
        if len(objects) == 2:
            inner = ("section", self.label(), objects[1:], body)
            return ("section", self.label(), objects[:1], [inner])
        return ("section", self.label(), objects, body)

    def body(self, depth):
        statements = []
        for _ in range(self.random.randint(1, 4)):
            draw = self.random.random()
            if draw < 0.6 and self.budget > 0:
                statements.append(self.section())
            elif draw < 0.63:
                statements.append(self.access())
            elif draw < 0.73:
                statements.append(("assert", self.label(), self.random.randint(1, 3)))
            elif draw < 0.85 and depth:
                statements.append(("local", self.random.randint(0, 2), self.body(depth - 1)))
            elif draw < 0.92 and depth:
                statements.append(("async", self.label(), self.body(depth - 1)))
        return statements


class Model(Writer):
    def __init__(self, program):
        super().__init__()
        self.add("".join(f"var {name}; " for name in VARIABLES))
        self.add("finish {")
        for body in program.tasks:
            self.task(body, None)
        self.add("}")

    def task(self, body, label):
        self.add("async {", label)
        self.add("var r = 0;")
        self.block(body)
        self.add("}")

    def block(self, statements):
        for statement in statements:
            self.statement(statement)

    def statement(self, s):
        kind = s[0]
        if kind == "read":
            self.add(f"r = {s[2]};", s[1])
        elif kind == "write":
            self.add(f"{s[2]} = {s[3]};", s[1])
        elif kind == "add":
            self.add(f"{s[2]} = {s[2]} + {s[3]};", s[1])
        elif kind == "if":
            self.add(f"if ({s[2]} == {s[3]})", s[1])
            self.statement(s[4])
        elif kind == "assert":
            self.add(f"assert r != {s[2]};", s[1])
        elif kind == "section":
            self.add(f"isolated {'(' + ', '.join(s[2]) + ') ' if s[2] else ''}{{", s[1])
            self.block(s[3])
            self.add("}")
        elif kind == "local":
            self.add(f"if (r == {s[1]}) {{")
            self.block(s[2])
            self.add("}")
        else:
            self.task(s[2], s[1])


class C(Writer):
    def __init__(self, programs):
        super().__init__()
        self.add("#include <raceproof/task.h>")
        self.add("#include <assert.h>")
        self.add("#include <stdlib.h>")
        self.add("volatile int " + ", ".join(VARIABLES) + ";")
        self.functions = 0
        mains = [[self.function(body) for body in program.tasks] for program in programs]
        self.add("int main (int count, char **words) {")
        self.add("switch (count > 1 ? atoi (words[1]) : 0) {")
        for number, names in enumerate(mains):
            self.add(f"case {number}:")
            self.add("rp_finish {")
            for name in names:
                self.add(f"rp_async ({name}, NULL);")
            self.add("}")
            self.add("break;")
        self.add("}")
        self.add("return 0; }")

    def function(self, body):
        """Writes a task as a function. Nested tasks come before it, as functions of their own."""
        made = {id(s): self.function(s[2]) for s in self.nested(body)}
        name = f"task{self.functions}"
        self.functions += 1
        self.add(f"static void {name} (void *argument) {{")
        self.add("int r = 0;")
        self.block(body, made)
        self.add("(void) r; }")
        return name

    def nested(self, statements):
        for s in statements:
            if s[0] == "async":
                yield s
            elif s[0] == "local":
                yield from self.nested(s[2])

    def block(self, statements, made):
        for s in statements:
            self.statement(s, made)

    def statement(self, s, made):
        kind = s[0]
        if kind == "read":
            self.add(f"r = {s[2]};", s[1])
        elif kind == "write":
            self.add(f"{s[2]} = {s[3]};", s[1])
        elif kind == "add":
            self.add(f"{s[2]} = {s[2]} + {s[3]};", s[1])
        elif kind == "if":
            self.add(f"if ({s[2]} == {s[3]})", s[1])
            self.statement(s[4], made)
        elif kind == "assert":
            self.add(f"assert (r != {s[2]});", s[1])
        elif kind == "section":
            how = f"rp_isolated_on ((void *) &{s[2][0]}, sizeof {s[2][0]})" if s[2] else "rp_isolated"
            self.add(how + " {", s[1])
            self.block(s[3], made)
            self.add("}")
        elif kind == "local":
            self.add(f"if (r == {s[1]}) {{")
            self.block(s[2], made)
            self.add("}")
        else:
            self.add(f"rp_async ({made[id(s)]}, NULL);", s[1])


Outcome = collections.namedtuple("Outcome", "complete schedules findings")


def explore(directory, labels, *words):
    done, report = command.report("explore", f"--max-schedules={MOST_SCHEDULES}", "--max-time=20", *words,
                                  output="report.json", directory=directory)
    if not report:
        raise RuntimeError(f"no report: {done.returncode} {done.stderr}")
    findings = set()
    for finding in report["findings"]:
        rows = finding["waiting"] if finding["rule"] == "RP002" else finding["accesses"]
        places = {labels.get(row["at"]["line"]) for row in rows if row.get("at")}
        findings.add((finding["rule"], tuple(sorted(places - {None}))))
    if not report["complete"] and "is reached" not in (report["scope"]["bound"] or ""):
        raise RuntimeError(f"incomplete: {report['scope']['bound']}")
    return Outcome(report["complete"], report["scope"]["schedules"], findings)


def compare(model, mine, others, compiler):
    """The disagreement, or None. clang does not announce a read that is followed by a write to the same place, so a
    race may show at fewer statements."""
    if not model.complete or not mine.complete:
        return None
    is_equal = model.findings == mine.findings
    if compiler == "clang":
        is_equal = mine.findings <= model.findings and bool(mine.findings) == bool(model.findings)
    if not is_equal:
        return f"model {sorted(model.findings - mine.findings)}, C {sorted(mine.findings - model.findings)}"
    if model.schedules != mine.schedules:
        return f"{model.schedules} schedules of the model, {mine.schedules} in C"
    for name, other in others.items():
        if other.complete and not agree(other.findings, mine.findings):
            return f"{name}: {sorted(other.findings ^ mine.findings)}"
    return None


def agree(some, others):
    """Whether the findings agree. After a race the other findings may differ."""
    def has_race(findings):
        return any(rule == "RP001" for rule, _ in findings)
    return some == others or (has_race(some) and has_race(others))


def check(directory, number, program, c, compiler):
    model = Model(program)
    path = pathlib.Path(directory) / f"model{number}.rp"
    path.write_text("\n".join(model.lines) + "\n")
    executable = pathlib.Path(directory) / "programs"
    of_model = explore(directory, model.labels, path)
    of_c = explore(directory, c.labels, executable, str(number))
    others = {reduction: explore(directory, c.labels, f"--reduction={reduction}", executable,
                                 str(number))
              for reduction in ("none", "states")}
    return compare(of_model, of_c, others, compiler), of_model


def check_batch(job):
    seeds, compiler, level, keep = job
    programs = [Program(seed) for seed in seeds]
    with tempfile.TemporaryDirectory() as scratch:
        directory = pathlib.Path(keep or scratch)
        directory.mkdir(parents=True, exist_ok=True)
        c = C(programs)
        source = directory / "programs.c"
        source.write_text("\n".join(c.lines) + "\n")
        done = command.cc(level, "-g", "-w", source, "-o", directory / "programs", compiler=compiler, check=False)
        if done.returncode:
            return [(seeds[0], "does not compile\n" + done.stderr[:2000], None)]
        results = []
        for number, seed in enumerate(seeds):
            try:
                wrong, model = check(directory, number, programs[number], c, compiler)
            except (RuntimeError, subprocess.SubprocessError, KeyError) as error:
                wrong, model = f"{type(error).__name__}: {error}", None
            results.append((seed, wrong and f"{wrong} ({compiler} {level}, number {number})", model))
        return results


def main():
    parser = campaign.parser(__doc__, 100)
    parser.add_argument("--keep")
    options = parser.parse_args()
    builds = [(compiler, level) for level in ("-O0", "-O1") for compiler in COMPILERS]
    jobs = [(seeds, *builds[number % len(builds)], options.keep)
            for number, seeds in enumerate(campaign.batches(campaign.seeds_of(options), BATCH))]
    counts, failures = collections.Counter(), 0
    with concurrent.futures.ThreadPoolExecutor(1 if options.keep else 2) as pool:
        for results in pool.map(check_batch, jobs):
            for seed, wrong, model in results:
                if model:
                    counts["bounded" if not model.complete else "with findings" if model.findings
                           else "clean"] += 1
                    counts["schedules"] += model.schedules
                    for rule, _ in model.findings:
                        counts[rule] += 1
                if wrong:
                    failures += 1
                    print(f"seed {seed}: {wrong}", flush=True)
    print(", ".join(f"{count} {what}" for what, count in sorted(counts.items())))
    campaign.print_sum(options, failures)
    return 1 if failures or not counts["clean"] or not counts["with findings"] else 0


if __name__ == "__main__":
    sys.exit(main())
