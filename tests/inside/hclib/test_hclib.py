#!/usr/bin/env python3
"""Runs HClib programs with both compilers and both engines, and explores them.

The first line of each program says what a run finds: `// expect: VERDICT [RULE]`. If exploration finds something
else, a second line says what: `// explored: ...`. Races and misuse must be at the lines with `// here`; those of
exploration, if they are others, at the lines with `// explored`."""
import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2]))
from support import case
from support.command import ROOT

HERE = pathlib.Path(__file__).resolve().parent
SOURCES = sorted(path for path in HERE.iterdir()
                 if path.suffix in (".c", ".cc") and path.name != "random.c")


def expectations(source):
    """What a run and an exploration should report, and the marked lines."""
    text = source.read_text()
    run = re.search(r"^// expect: (.*)$", text, re.M).group(1).split()
    explored = re.search(r"^// explored: (.*)$", text, re.M)
    def marked(mark):
        return {number for number, line in enumerate(text.splitlines(), 1)
                if re.search(rf". // .*\b{mark}\b", line)}

    here = marked("here")
    return (run, here), (explored.group(1).split() if explored else run, marked("explored") or here)


class Programs(case.DirectoryEach):
    def build(self, source, level):
        self.cc(level, "-Wall", "-Wextra", "-Werror", source, "-o", "program")

    def check(self, words, expected, lines):
        _, report = self.report(*words, "--quiet", "./program", limit=60)
        verdict, *rules = expected
        found = report["findings"]
        self.assertEqual(report["verdict"], verdict, report)
        self.assertEqual(sorted({finding["rule"] for finding in found}), sorted(rules))
        at = {access["at"]["line"] for finding in found for access in finding["accesses"]}
        if found and lines:
            self.assertEqual(at, lines, report)

    def test_every_program(self):
        for source in SOURCES:
            run, explored = expectations(source)
            for level in ("-O0", "-O2"):
                self.build(source, level)
                for engine in ("bags", "graph"):
                    with self.subTest(program=source.name, level=level, engine=engine):
                        self.check(("run", f"--engine={engine}"), *run)
                with self.subTest(program=source.name, level=level, explored=True):
                    self.check(("explore",), *explored)

    def test_documented(self):
        text = (ROOT / "docs" / "hclib.md").read_text(encoding="utf-8")
        programs = re.findall(r"^```(?:c|cpp)\n(// (\S+): status (\d+)\n.*?)^```$", text,
                              re.M | re.S)
        self.assertEqual(len(programs), 2)
        for program, name, status in programs:
            self.build(self.write(name, program), "-O2")
            done = self.raceproof("run", "./program")
            self.assertEqual((done.returncode, done.stdout.splitlines()[0]), (int(status), "30"))

    def test_messages(self):
        expected = {"never_put.c": "waits for a promise that nobody has put",
                    "nonblocking_cycle.c": "waits at the end of a finish for tasks that have not ended",
                    "put_twice.c": "put on a promise that was put before",
                    "outside_launch.c": "hclib_async outside hclib_launch",
                    "module.c": "HClib's module `openshmem` is not available",
                    "nb_waits.c": "in a task that was made not to wait"}
        for name, text in expected.items():
            with self.subTest(program=name):
                self.build(HERE / name, "-O1")
                done = self.raceproof("run", "./program")
                self.assertIn(text, " ".join((done.stdout + done.stderr).split()))

    def test_programs_without_futures_are_judged_by_bags(self):
        for name, expected in (("finish_clean.c", "0"), ("future_clean.c", "1")):
            self.build(HERE / name, "-O1")
            done = self.execute("nm", "program")
            self.assertEqual("1" if "need_step_bags" in done.stdout else "0", expected, name)


if __name__ == "__main__":
    case.main()
