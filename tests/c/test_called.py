#!/usr/bin/env python3
"""Tasks that run as plain calls on the stack of their parent: what they do that concerns the stack,
and where they need a stack of their own after all. RACEPROOF names the command."""
import json
import os
import pathlib
import re
import subprocess
import tempfile
import unittest

RACEPROOF = os.path.abspath(os.environ.get("RACEPROOF", "build/raceproof"))
HERE = pathlib.Path(__file__).resolve().parent
LINES = {word: number
         for number, text in enumerate((HERE / "called.c").read_text().splitlines(), 1)
         for word in re.findall(r"/\* line: ([a-z]+) \*/", text)}


class Called(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.scratch = tempfile.TemporaryDirectory()
        cls.directory = pathlib.Path(cls.scratch.name)
        for name, libraries in (("called.c", []), ("called.cc", ["-lstdc++"])):
            subprocess.run([RACEPROOF, "cc", "-O0", HERE / name, "-o",
                            cls.directory / name.replace(".", "-"), *libraries], check=True)

    @classmethod
    def tearDownClass(cls):
        cls.scratch.cleanup()

    def run_program(self, name, *words, engine="bags", shell=""):
        command = [RACEPROOF, "run", f"--engine={engine}", "--format=json", "--output=report.json",
                   "./" + name, *words]
        if shell:
            command = ["bash", "-c", shell + ' && exec "$@"', "bash", *command]
        done = subprocess.run(command, cwd=self.directory, capture_output=True, text=True,
                              check=False, timeout=60)
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
