#!/usr/bin/env python3
"""Whatever ends a program, the report has everything that was found before.

usage: test_endings.py gcc|clang"""
import json
import pathlib
import signal
import subprocess
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2]))
from support import case
from support.command import RACEPROOF, environment

PROGRAMS = pathlib.Path(__file__).resolve().parent / "programs"
CALLS = {"exit (3)": "exit", "_exit (3)": "_exit", "quick_exit (3)": "quick_exit", 'become ("/bin/true")': "exec"}
CRASHES = {"crash ()": 139, "abort ()": 134}


class Endings(case.DirectoryEach):
    def build(self, source, how, *defined):
        self.cc("-g", "-O1", "-pthread", "-fopenmp", "-D_GNU_SOURCE", f"-DHOW={how}", *(f"-D{name}" for name in defined),
                PROGRAMS / source, "-o", "program")

    def run_it(self, *options):
        start = time.monotonic()
        found = self.report("run", *options, "./program", limit=60)
        self.assertLess(time.monotonic() - start, 30)
        return found

    def check(self, how, *defined, status=66, source="ending.c", options=()):
        with self.subTest(how=how, defined=defined, source=source, options=options):
            self.build(source, how, *defined)
            done, report = self.run_it(*options)
            races = [finding["object"]["name"] for finding in report["findings"] if finding["rule"] == "RP001"]
            self.assertEqual((done.returncode, races), (status, ["counter"]), report)
            return done, report
        return None, None

    def test_calls_in_threads(self):
        for how, call in CALLS.items():
            self.check(how)
            _, report = self.check(how, "BUSY")
            self.assertIn(f"a thread of the program's own called {call} at ", report["incomplete"])
        self.check("exit (3)", "C11")
        self.check("exit (3)", "BUSY", options=("--engine=graph",))
        self.check("exit (3)", source="ending_std.cc")

    def test_crashes_in_threads(self):
        for how, status in CRASHES.items():
            for defined in ((), ("BUSY",), ("C11",)):
                _, report = self.check(how, *defined, status=status)
                crash, = [finding for finding in report["findings"] if finding["rule"] == "RP007"]
                self.assertIn("in a thread of the program's own", crash["message"])
                self.assertTrue(crash["accesses"][0]["at"]["file"].endswith("ending.c"), crash)
        self.check('throw std::runtime_error ("x")', source="ending_std.cc", status=134)

    def test_main_thread_blocks_signals(self):
        for how in ("exit (3)", "abort ()"):
            self.check(how, "BLOCKED", status=CRASHES.get(how, 66))

    def test_main_thread_has_left(self):
        for how in ("exit (3)", "_exit (3)", "(void) 0", "pthread_exit (NULL)"):
            self.check(how, "LEFT")

    def test_exec_that_fails(self):
        self.check('become ("/nonexistent")')
        self.check('become ("/nonexistent"); go_on = 0', "BUSY")

    def test_fork_in_a_thread(self):
        for how in ("beget (exit)", "beget (_exit)"):
            for defined in ((), ("BUSY",)):
                done, _ = self.check(how, *defined)
                self.assertEqual(done.stdout, "child 5\n")

    def test_handlers(self):
        for how in CALLS:
            self.check(how, "HANDLER")
            self.check(how, "AT_EXIT")
        for how, status in CRASHES.items():
            self.check(how, "HANDLER", status=status)
            self.check(how, "AT_EXIT", status=status)

    def test_regions(self):
        for how, call in CALLS.items():
            _, report = self.check(how, "REGION")
            self.assertIn(f"the program called {call} in thread 0 at ", report["incomplete"])

    def test_clock_does_not_survive_exec(self):
        """The time limit does not apply to the program that exec starts."""
        (self.directory / "loop").write_text("#!/bin/sh\ni=0\nwhile [ $i -lt 200000 ]; do i=$((i+1)); done\necho done\n")
        (self.directory / "loop").chmod(0o755)
        for defined in ((), ("BUSY",), ("REGION",)):
            done, _ = self.check('become ("./loop")', *defined)
            self.assertEqual(done.stdout, "done\n")

    def test_interrupted_while_it_reads(self):
        """A system call that would be restarted does not delay the report."""
        for defined in ((), ("AT_EXIT",), ("C11",)):
            self.build("ending.c", "char c; if (read (0, &c, 1)) {}", *defined)
            process = subprocess.Popen([RACEPROOF, "run", "-f", "json", "-o", "report.json", "./program"],
                                       cwd=self.directory, stdin=subprocess.PIPE, stderr=subprocess.PIPE,
                                       env=environment())
            self.addCleanup(process.kill)
            time.sleep(1)
            process.send_signal(signal.SIGINT)
            process.stderr.read()
            self.assertEqual(process.wait(timeout=20), 130)
            process.stdin.close()
            process.stderr.close()
            report = json.loads((self.directory / "report.json").read_text())
            self.assertEqual([finding["rule"] for finding in report["findings"]], ["RP001"])


if __name__ == "__main__":
    case.main()
