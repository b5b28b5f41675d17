#!/usr/bin/env python3
"""Threads of the program's own: the program computes what it should, does not hang, and the verdict is undecided if
they executed code of the program. RACEPROOF names the command.

usage: test_threads.py gcc|clang"""
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

RACEPROOF = os.path.abspath(os.environ.get("RACEPROOF", "build/raceproof"))
PROGRAMS = pathlib.Path(__file__).resolve().parent / "programs"
REASON = "the program has threads of its own, and what they did was not checked"
UNDECIDED, CLEAN = (67, "undecided"), (0, "race-free")


class Threads(unittest.TestCase):
    compiler = "gcc"

    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.directory = pathlib.Path(scratch.name)

    def run_command(self, *words):
        environment = dict(os.environ, RACEPROOF=RACEPROOF, NO_COLOR="1", LC_ALL="C", OMP_NUM_THREADS="2")
        for name in ("RACEPROOF_RAW", "RACEPROOF_OPTIONS"):
            environment.pop(name, None)
        return subprocess.run(words, cwd=self.directory, env=environment, capture_output=True, text=True,
                              check=False, timeout=60)

    def build(self, name, *flags, compiler=None):
        done = self.run_command(RACEPROOF, "cc", f"--compiler={compiler or self.compiler}", "-g", "-pthread", *flags,
                                str(PROGRAMS / name), "-o", "program")
        self.assertEqual(done.returncode, 0, done.stderr)

    def check(self, name, output, expected, *flags, engine="bags", **options):
        self.build(name, *flags, **options)
        done = self.run_command(RACEPROOF, "run", f"--engine={engine}", "--format=json", "--output=report.json",
                                "./program")
        report = json.loads((self.directory / "report.json").read_text())
        self.assertEqual((done.returncode, report["verdict"], done.stdout), (*expected, output), report)
        self.assertEqual(report["scope"].get("unseen", []), [REASON] if expected == UNDECIDED else [])

    def test_races_of_threads_are_not_judged(self):
        for name in ("pthread_race.c", "c11_race.c", "std_race.cc", "late_thread.c"):
            for flags, engine in ((["-O2"], "bags"), (["-O1", "-fopenmp"], "graph")):
                with self.subTest(name=name, flags=flags, engine=engine):
                    self.check(name, "1\n", UNDECIDED, *flags, engine=engine)

    def test_all_formats_say_why(self):
        self.build("pthread_race.c")
        for form in ("text", "json", "sarif", "line"):
            with self.subTest(form=form):
                done = self.run_command(RACEPROOF, "run", f"--format={form}", "./program")
                self.assertEqual(done.returncode, 67)
                self.assertIn(REASON, " ".join(done.stdout.split()))
                self.assertIn("undecided", (done.stderr if form == "text" else done.stdout).lower())
        done = self.run_command("./program")
        self.assertEqual(done.returncode, 67)
        self.assertIn(REASON, " ".join(done.stderr.split()))
        done = self.run_command(RACEPROOF, "explore", "./program")
        self.assertEqual(done.returncode, 67)
        self.assertIn(REASON, " ".join(done.stdout.split()))

    def test_threads_of_libraries_are_no_concern(self):
        self.check("library_thread.c", "1\n", CLEAN, "-O1", "-fopenmp")

    def test_main_waits_for_threads(self):
        self.check("waits.cc", "12 60000 1 0\n", UNDECIDED, "-fopenmp", "-O1")

    def test_teams_wait_for_threads(self):
        for engine in ("bags", "graph"):
            self.check("region_waits.c", "6 3000\n", UNDECIDED, "-fopenmp", "-O1", engine=engine)

    def test_teams_and_threads_wait_at_one_barrier(self):
        for engine in ("bags", "graph"):
            self.check("barrier.c", "5 20 1\n", UNDECIDED, "-fopenmp", "-O1", engine=engine)

    def test_openmp_in_threads(self):
        """Each thread is an initial thread, with teams of its own; locks and critical sections are between all."""
        line = "1 3 1013 16 55 120 121 18 150\n"
        for name, output in (("omp_threads.c", "1000 1000 4\n"), ("omp_beside_main.c", "99995 99995\n"),
                             ("omp_constructs.c", f"thread {line}thread {line}main {line}3000 3000 3000 3000 3000\n")):
            for flags, engine in ((["-O1"], "bags"), (["-O2"], "graph")):
                with self.subTest(name=name, engine=engine):
                    self.check(name, output, UNDECIDED, "-fopenmp", *flags, engine=engine)

    def test_loops_in_threads(self):
        """Of every schedule, executed as it is written: static ones, too."""
        line = "0 499500 499500 499500 555 555 351 1225 1225\n"
        for flags, engine in ((["-O1"], "bags"), (["-O2"], "graph")):
            with self.subTest(engine=engine):
                self.check("omp_loops.c", 2 * line, UNDECIDED, "-fopenmp", *flags, engine=engine)

    def test_asynchronous_fortran(self):
        if self.compiler != "gcc" or not shutil.which("gfortran"):
            self.skipTest("no Fortran")
        for flags in ([], ["-fopenmp"]):
            self.check("async_io.f90", "           1\n", CLEAN, *flags)

    def test_deadlocks_are_still_found(self):
        self.build("no_signal.c", "-fopenmp")
        done = self.run_command(RACEPROOF, "run", "--format=line", "./program")
        self.assertEqual(done.returncode, 66, done.stdout)
        self.assertIn("RP002", done.stdout)


if __name__ == "__main__":
    Threads.compiler = sys.argv.pop(1) if len(sys.argv) > 1 else "gcc"
    if not shutil.which(Threads.compiler):
        print(f"no {Threads.compiler} here")
        sys.exit(77)
    unittest.main()
