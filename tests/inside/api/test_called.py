#!/usr/bin/env python3
"""Tasks that run as plain calls on the stack of their parent: operations that concern the stack, and cases in which
they need a stack of their own."""
import json
import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2]))
from support import case, command
from support.command import RACEPROOF, marked_lines

HERE = pathlib.Path(__file__).resolve().parent
LINES = marked_lines(HERE / "called.c")


class Called(case.OneDirectory):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        for name, libraries in (("called.c", []), ("called.cc", ["-lstdc++"])):
            command.cc("-O0", HERE / name, "-o", cls.directory / name.replace(".", "-"), *libraries)

    def run_program(self, name, *words, engine="bags", shell=""):
        (self.directory / "report.json").unlink(missing_ok=True)
        before = ["bash", "-c", shell + ' && exec "$@"', "bash"] if shell else []
        done = self.execute(*before, RACEPROOF, "run", f"--engine={engine}", "--format=json", "--output=report.json",
                            "./" + name, *words, limit=60)
        return done, json.loads((self.directory / "report.json").read_text())

    def lines(self, report, rule):
        return sorted({access["line"] for finding in report["findings"]
                       if finding["rule"] == rule for access in finding["accesses"]})

    def test_sections_and_depth(self):
        for engine in ("bags", "graph"):
            for shell in ("", "ulimit -s 256", "ulimit -s unlimited"):
                with self.subTest(engine=engine, shell=shell):
                    done, report = self.run_program("called-c", engine=engine, shell=shell)
                    self.assertEqual((done.stdout, done.returncode), ("12\n", 66), done.stderr)
                    self.assertEqual(self.lines(report, "RP001"), [LINES["race"]])
                    self.assertEqual({finding["rule"] for finding in report["findings"]}, {"RP001"})

    def test_overflow(self):
        done, report = self.run_program("called-c", "overflow")
        self.assertEqual((done.stdout, done.returncode), ("", 128 + 11))
        found = [finding for finding in report["findings"] if finding["rule"] == "RP007"]
        self.assertEqual([finding["message"] for finding in found], ["stack overflow in a task"])
        self.assertEqual(self.lines(report, "RP001"), [LINES["race"]])

    def test_deadlock(self):
        done, report = self.run_program("called-c", "deadlock")
        self.assertEqual((done.stdout, done.returncode), ("", 66))
        found = [finding for finding in report["findings"] if finding["rule"] == "RP002"]
        self.assertEqual(len(found), 1)

    def test_exception(self):
        done, report = self.run_program("called-cc")
        self.assertEqual((done.stdout, done.returncode), ("", 66))
        self.assertEqual([finding["message"] for finding in report["findings"]],
                         ["an exception left a task"])


if __name__ == "__main__":
    unittest.main()
