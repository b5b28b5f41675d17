#!/usr/bin/env python3
"""Tests tests/inside/openmp/suite.py itself, with a command whose answers are known: it must distinguish right from
wrong."""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

import suite

HERE = pathlib.Path(__file__).resolve().parent

# A false command: `cc` and `c++` copy the source as the program, `run` answers as its header expects, except for one
# FAULT.
COMMAND = '''#!/usr/bin/env python3
import json, os, re, sys
verb, arguments, fault = sys.argv[1], sys.argv[2:], os.environ["FAULT"]
if verb in ("cc", "c++"):
    source = next(name for name in arguments if name.endswith((".c", ".cc", ".f90")))
    text = open(source).read()
    open(arguments[arguments.index("-o") + 1], "w").write(f"SOURCE {source}\\n{text}")
    sys.exit(fault == "build")
text = open(arguments[-1]).read()
source = re.match("SOURCE (.*)", text)[1]
output = next(name for name in arguments if name.startswith("--output="))[9:]
expected = next((f"expect-{word[8:]}" for word in arguments if word.startswith("--loops=")), "expect")
wanted = re.findall(f"(?m)^(?://|!) {expected}: (.*)$", text)
lines = [int(n) for n in " ".join(re.findall("(?m)^(?://|!) at: (.*)$", text)).split()] or [1]
findings = []
for word in wanted:
    if word == "deadlock":
        findings.append({"name": "deadlock"})
    if word.startswith("race"):
        name = word.split()[1]
        thing = {"name": name + "[3].field", "storage": "heap block" if name == "heap" else "global"}
        accesses = [{"file": source, "line": lines[i] + (fault == "lines")} for i in (0, -1)]
        findings.append({"name": "data-race", "object": thing, "accesses": accesses})
threads = os.environ["OMP_NUM_THREADS"]
if fault == "blind" or fault == "blind alone" and threads == "1":
    findings = []
if fault == "half":
    findings = findings[:1]
is_doubt = wanted == ["doubt"] and fault != "blind"
if fault == "alarm":
    findings.append({"name": "data-race", "object": {"name": "innocent"}, "accesses": []})
verdict = "findings" if findings else "undecided" if is_doubt or fault == "undecided" else "race-free"
if fault != "silent":
    json.dump({"verdict": verdict, "findings": findings, "dependences": [{"deadlock": is_doubt}]}, open(output, "w"))
for line in re.findall("(?m)^// prints: (.*)$", text):
    print(line + (" too" if fault == "prints" else ""))
own = int(" ".join(re.findall("(?m)^// status: (.*)$", text)) or "0")
sys.exit(67 if verdict == "undecided" else 139 if fault == "crash" else own + (fault == "status"))
'''


class Runner(unittest.TestCase):
    def setUp(self):
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.command = pathlib.Path(directory.name) / "raceproof"
        self.command.write_text(COMMAND)
        self.command.chmod(0o755)

    def suite(self, only, fault="", options=(), **variables):
        """The exit status, and what was printed."""
        environment = dict(os.environ, RACEPROOF=str(self.command), FAULT=fault, **variables)
        done = subprocess.run([sys.executable, HERE / "suite.py", f"--only={only}", "--compiler=gcc",
                               "--threads=1,2", *options], env=environment, capture_output=True, text=True,
                              check=False)
        return done.returncode, done.stdout + done.stderr

    def wrong(self, only, fault):
        status, text = self.suite(only, fault)
        self.assertEqual(status, 1, text)
        return text

    def right(self, only, fault=""):
        status, text = self.suite(only, fault)
        self.assertEqual(status, 0, text)
        return text

    def test_right_answers(self):
        text = self.right("^(critical-[tuls]|schedule/for-w|deadlock-taken|spin-plain|task-heap|"
                          "cc-lambda-r)")
        self.assertIn("0 wrong; precision 1.000, recall 1.000", text)

    def test_a_missed_race(self):
        text = self.wrong("critical-two-names", "blind")
        self.assertIn("no race on total", text)
        self.assertIn("recall 0.000", text)

    def test_a_race_missed_in_a_team_of_one(self):
        text = self.wrong("critical-two-names", "blind alone")
        self.assertIn("2 runs: 1 wrong", text)

    def test_one_of_two_variables_missed(self):
        self.assertIn("no race on data", self.wrong("spin-plain-flag", "half"))

    def test_other_lines(self):
        self.assertIn("no race at", self.wrong("critical-two-names", "lines"))

    def test_false_alarms(self):
        self.assertIn("innocent", self.wrong("critical-two-names", "alarm"))
        text = self.wrong("critical-unnamed", "alarm")
        self.assertIn("precision 0.000", text)

    def test_undecided(self):
        self.wrong("critical-unnamed", "undecided")
        self.right("critical-last-writer", "undecided")

    def test_a_missed_doubt(self):
        self.right("critical-taskwait.c")
        self.wrong("critical-taskwait.c", "blind")

    def test_a_missed_deadlock(self):
        self.wrong("deadlock-taken-twice", "blind")

    def test_options_for_loops(self):
        text = self.wrong("schedule/for-stride-two", "alarm")
        self.assertIn("--loops=any", text)

    def test_other_lines_printed(self):
        self.right("reduction-task-constructs.c")
        self.assertIn("prints ['16", self.wrong("reduction-task-constructs.c", "prints"))

    def test_other_endings(self):
        for only in ("critical-two-names", "critical-unnamed"):
            self.assertIn("ends with status 1, not 0", self.wrong(only, "status"))
            self.assertIn("ends with status 139, not 0", self.wrong(only, "crash"))
        self.right("error-directive-ends")
        self.assertIn("not 1", self.wrong("error-directive-ends", "status"))
        self.right("deadlock-taken-twice", "status")
        self.assertIn("ends with status 139", self.wrong("deadlock-taken-twice", "crash"))

    def test_the_same_without_raceproof(self):
        """The programs print nothing, with and without raceproof; one prints an additional line."""
        text = "// A program.\n// expect: clean\n#include <stdio.h>\nint main (void) { puts (\"a\"); return %d; }\n"
        for name, status in (("prints", 0), ("ends", 3)):
            (self.command.parent / f"{name}.c").write_text(text % status)
        (self.command.parent / "silent.c").write_text("// A program.\n// expect: clean\nint main (void) { return 0; }\n")
        options = ["--plain", f"--suite={self.command.parent}"]
        status, text = self.suite("silent", options=options)
        self.assertEqual(status, 0, text)
        for name, said in (("prints", "status 0, ['a']; with: []"), ("ends", "status 3")):
            status, text = self.suite(name, options=options)
            self.assertEqual(status, 1, text)
            self.assertIn(said, text)

    def test_a_reason_for_one_compiler(self):
        """A program that differs is not compared with the compiler that its header names."""
        text = "// A program.\n// expect: clean\n// plain: %s\n#include <stdio.h>\nint main (void) { puts (\"a\"); return 0; }\n"
        for reason, wanted in (("other", 0), ("gcc: other", 0), ("clang: other", 1)):
            (self.command.parent / "prints.c").write_text(text % reason)
            status, said = self.suite("prints", options=["--plain", f"--suite={self.command.parent}"])
            self.assertEqual(status, wanted, said)

    def test_teams_of_the_same_size(self):
        """OMP_NUM_THREADS=1 means two threads under raceproof, so the program without it gets two."""
        (self.command.parent / "size.c").write_text(
            "// A program.\n// expect: clean\n// prints: 2\n#include <stdio.h>\n#include <stdlib.h>\n"
            "int main (void) { puts (getenv (\"OMP_NUM_THREADS\")); return 0; }\n")
        status, text = self.suite("size", options=["--plain", f"--suite={self.command.parent}"])
        self.assertEqual(status, 0, text)
        self.assertIn("2 runs: 0 wrong", text)

    def test_no_program_and_no_report(self):
        self.assertIn("does not build", self.wrong("critical-unnamed", "build"))
        self.assertIn("no report", self.wrong("critical-unnamed", "silent"))

    @unittest.skipUnless(shutil.which("gfortran"), "no gfortran here")
    def test_fortran(self):
        self.right("fortran-do.f90")
        self.wrong("fortran-sum-race.f90", "blind")

    def test_fortran_without_a_compiler(self):
        status, text = self.suite("fortran-do.f90", PATH="/nowhere")
        self.assertEqual(status, 77, text)
        self.assertIn("not run", text)

    def test_nothing_matches(self):
        self.wrong("no such name", "")

    def test_families(self):
        """Every program is in one test of CTest, and every test has programs."""
        names = [suite.name_of(path) for path in suite.SUITE.rglob("*") if path.suffix in suite.VERBS]
        families = {name: suite.families_of(name) for name in names}
        self.assertEqual([name for name, some in families.items() if len(some) != 1], [])
        self.assertEqual({some[0] for some in families.values()}, set(suite.read_families()))

    def test_headers(self):
        """Each header can be read. If only some programs are run, only their headers are read."""
        for path in sorted(suite.SUITE.rglob("*")):
            if path.suffix in suite.VERBS:
                suite.Expectation(path)

    def test_one_family(self):
        text = self.suite("", options=["--family=depend", "--every=20"])[1]
        self.assertRegex(text, r"\A[1-9] programs, \d+ runs: 0 wrong")

    def test_numbers(self):
        """About as many programs race as do not."""
        first = [re.search(r"(?m)^(?://|!) expect: (\w+)", path.read_text(encoding="utf-8"))[1]
                 for path in (HERE / "suite").rglob("*") if path.is_file() and path.suffix != ".inc"]
        self.assertGreaterEqual(first.count("race"), 80)
        self.assertGreaterEqual(first.count("clean"), 80)


if __name__ == "__main__":
    unittest.main()
