#!/usr/bin/env python3
"""Every program in docs/c-programs.md, docs/openmp.md and docs/reading-reports.md compiles without a warning and ends as
its first line says. The report in the last one is that of its program.

usage: test_docs.py gcc|clang"""

import pathlib
import re
import sys

import driver
from driver import RACEPROOF, Driver

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from support import command

TEXT = pathlib.Path("docs/c-programs.md").read_text(encoding="utf-8")
OPENMP = pathlib.Path("docs/openmp.md").read_text(encoding="utf-8")
REPORTS = pathlib.Path("docs/reading-reports.md").read_text(encoding="utf-8")
PROGRAM = re.compile(r"^```(?:c|cpp)\n(// (\S+): status (\d+)\n.*?)^```$", re.M | re.S)


class Documented(Driver):
    def check(self, document, least, *flags):
        programs = PROGRAM.findall(document)
        self.assertGreaterEqual(len(programs), least)
        self.assertEqual(len(programs), len(re.findall(r"^```c", document, re.M)))
        for text, name, status in programs:
            self.write(name, text)
            for level in ("-O0", "-O2"):
                with self.subTest(name, level=level):
                    self.quiet_cc("-Wall", "-Wextra", *flags, level, name, "-o", "program")
                    done = self.run_command([RACEPROOF, "run", "./program"], status=int(status))
                    self.assertTrue(done.stdout)

    def test_programs(self):
        self.check(TEXT, 8)

    def test_openmp_programs(self):
        self.check(OPENMP, 5, "-fopenmp")

    def test_report(self):
        """With gcc, docs/reading-reports.md shows exactly what is printed."""
        self.check(REPORTS, 1, "-fopenmp")
        if self.compiler != "gcc":
            return
        (text, name, _), = PROGRAM.findall(REPORTS)
        shown, = re.findall(r"^```text\n(.*?)^```$", REPORTS, re.M | re.S)
        self.write(name, text)
        self.cc("-fopenmp", "-O1", name, "-o", "best")
        done = command.raceproof("run", "./best", directory=self.path, LC_ALL="C.UTF-8", COLUMNS="80")
        printed = re.sub(r" in \d+\.\d+ s$", " in 0.00 s", done.stdout + done.stderr, flags=re.M)
        self.assertEqual(printed, shown)
        done = self.run_command([RACEPROOF, "run", "--quiet", "--format=line", "./best"], status=66)
        self.assertIn("".join(f"    {line}\n" for line in done.stdout.splitlines()), REPORTS)

    def test_rules(self):
        """docs/reading-reports.md lists the rules that `raceproof explain` knows."""
        rules = re.findall(r"^RP\d+", self.run_command([RACEPROOF, "explain"]).stdout, re.M)
        for rule in rules:
            self.assertIn(rule, REPORTS)

    def openmp_program(self, name, change=lambda text: text):
        texts = {program[1]: program[0] for program in PROGRAM.findall(OPENMP)}
        self.write(name, change(texts[name]))
        self.cc("-fopenmp", "-O1", name, "-o", "program")

    def test_schedules_as_written(self):
        """halves.c is correct because its loops have schedule clauses."""
        self.openmp_program("halves.c")
        done = self.run_command([RACEPROOF, "run", "./program"])
        self.assertIn("schedule clauses as written", " ".join(done.stderr.split()))
        done = self.run_command([RACEPROOF, "run", "--loops=as-scheduled", "./program"])
        self.assertIn("static loops as they are dealt out", " ".join(done.stderr.split()))
        self.run_command([RACEPROOF, "run", "--loops=any", "./program"], status=66)

    def test_distributions_are_not_explored(self):
        """If there are more iterations than threads, and no schedule clause, the verdict is undecided."""
        self.openmp_program("halves.c", lambda text: text.replace(" schedule(static)", "").replace(" nowait", ""))
        done = self.run_command([RACEPROOF, "explore", "./program"], status=67)
        self.assertIn("others could have got them", " ".join(done.stderr.split()))

    def test_possible_race_is_explored(self):
        self.openmp_program("mailbox.c")
        self.run_command([RACEPROOF, "explore", "./program"])

    def test_options(self):
        """The table lists exactly the options that exist."""
        header = pathlib.Path("src/base/options.h").read_text(encoding="utf-8")
        offered = set(re.findall(r"^  ROW \(\w+, (\w+),", header, re.M))
        table = TEXT[TEXT.index("| option | default |"):TEXT.index("In a pattern")]
        rows = re.findall(r"^\| ((?:`\w+`(?:, )?)+) \|", table, re.M)
        self.assertEqual(set(re.findall(r"\w+", " ".join(rows))), offered)


if __name__ == "__main__":
    driver.main()
