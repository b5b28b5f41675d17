#!/usr/bin/env python3
"""Programs that end early, with both engines: the report has everything found before, and how the program ended.
Programs that cannot be run, or whose report cannot be written: one line, status 2, and the program was not
started."""
import os
import pathlib
import shutil
import signal
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2]))
from support import case, command
from support.command import COMPILERS, marked_lines

SOURCE = pathlib.Path(__file__).resolve().parent / "endings.c"
BUILDS = [(compiler, level) for compiler in COMPILERS for level in ("-O0", "-O2")]
LINES = marked_lines(SOURCE)

# way to end: (rule, exit status)
WAYS = {
    "crash": ("RP007", 128 + signal.SIGSEGV),
    "signal": ("RP007", 128 + signal.SIGFPE),
    "abort": ("RP007", 128 + signal.SIGABRT),
    "overflow": ("RP007", 128 + signal.SIGSEGV),
    "deadlock": ("RP002", 66),
    "misuse": ("RP005", 66),
}


class Programs(case.OneDirectory):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        for compiler, level in BUILDS:
            command.cc(level, SOURCE, "-o", cls.directory / cls.name(compiler, level), compiler=compiler)

    @staticmethod
    def name(compiler, level):
        return f"endings-{compiler}{level}"


class Endings(Programs):
    def every(self, ways, check):
        """Calls CHECK (way, where, report, status) for each build, engine, way to end, and task that ends the
        program."""
        for compiler, level in BUILDS:
            for engine in ("bags", "graph"):
                for way in ways:
                    for where in ("task", "main"):
                        with self.subTest(compiler=compiler, level=level, engine=engine, way=way,
                                          where=where):
                            done, report = self.report("run", f"--engine={engine}", "./" + self.name(compiler, level),
                                                       way, *(["main"] if where == "main" else []), limit=60)
                            check(way, where, report, done.returncode)

    def check_race(self, report):
        races = [finding for finding in report["findings"] if finding["rule"] == "RP001"]
        self.assertEqual([[access["line"] for access in race["accesses"]] for race in races],
                         [[LINES["race"], LINES["race"]]])

    def check_ending(self, way, where, report, status):
        rule, expected = WAYS[way]
        self.check_race(report)
        self.assertEqual(status, expected)
        found = [finding for finding in report["findings"] if finding["rule"] == rule]
        self.assertEqual(len(found), 1)
        if way in LINES:
            self.assertEqual(found[0]["accesses"][0]["line"], LINES[way])
            self.assertEqual(found[0]["accesses"][0]["task"], 0 if where == "main" else 3)
        if rule == "RP007":
            self.assertFalse(report["complete"])

    def test_told_with_what_was_known(self):
        self.every(WAYS, self.check_ending)

    def test_overflow_is_named(self):
        done = self.raceproof("run", "./" + self.name("gcc", "-O0"), "overflow")
        self.assertIn("stack overflow in a task", done.stdout)

    def check_exit(self, _, where, report, status):
        self.check_race(report)
        self.assertEqual(status, 66)
        if where == "main":
            self.assertNotIn("incomplete", report)
        else:
            self.assertIn("exit in task 3", report["incomplete"])

    def test_exit(self):
        self.every(["exit", "quick"], self.check_exit)

    def check_lost(self, way, _, report, status):
        self.assertEqual(status, {"kill": 128 + signal.SIGKILL}[way])
        self.assertFalse(report["complete"])

    def test_nothing_can_be_known(self):
        self.every(["kill"], self.check_lost)

    def test_started_directly(self):
        for compiler, level in BUILDS:
            for way, (rule, status) in WAYS.items():
                with self.subTest(compiler=compiler, level=level, way=way):
                    done = self.execute("./" + self.name(compiler, level), way)
                    self.assertEqual(done.returncode, 128 - status if status > 128 else status)
                    self.assertIn("data race on `shared`", done.stderr)
                    self.assertIn(f"[{rule}]", done.stderr)


class BadInput(Programs):
    def one_line(self, *words, saying):
        done = self.raceproof("run", *words)
        self.assertEqual((done.returncode, done.stdout), (2, ""), done.stderr)
        self.assertRegex(done.stderr, r"\Araceproof[^\n]*\n\Z")
        self.assertIn(saying, done.stderr)

    def setUp(self):
        self.program = "./" + self.name(*BUILDS[0])

    def test_program(self):
        self.execute("gcc", "-x", "c", "-", "-o", "plain", stdin="int main (void) { return 0; }", status=0)
        self.one_line("./plain", saying="was not built with raceproof cc")
        self.one_line("./missing", saying="No such file or directory")
        (self.directory / "folder").mkdir(exist_ok=True)
        self.one_line("./folder", saying="`./folder'")
        shutil.copy(self.directory / self.program, self.directory / "locked")
        (self.directory / "locked").chmod(0o600)
        self.one_line("./locked", saying="Permission denied")
        (self.directory / "cut").write_bytes((self.directory / self.program).read_bytes()[:5000])
        (self.directory / "cut").chmod(0o700)
        self.one_line("./cut", saying="`./cut'")

    def test_suppressions(self):
        self.one_line("--suppressions=absent", self.program, saying="No such file or directory")
        self.one_line("--suppressions=.", self.program, saying="Is a directory")
        (self.directory / "bad").write_text("race\n")
        self.one_line("--suppressions=bad", self.program, saying="bad:1:")
        (self.directory / "secret").write_text("race:x\n")
        (self.directory / "secret").chmod(0)
        if not os.access(self.directory / "secret", os.R_OK):
            self.one_line("--suppressions=secret", self.program, saying="Permission denied")

    def test_output(self):
        self.one_line("--output=no/such/file", self.program, saying="cannot write `no/such/file'")
        self.one_line("--output=.", self.program, saying="cannot write `.'")
        self.one_line("--output=", self.program, saying="cannot write `'")
        self.one_line("--graph=no/such/file", self.program, saying="cannot write `no/such/file'")


if __name__ == "__main__":
    unittest.main()
