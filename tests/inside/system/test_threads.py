#!/usr/bin/env python3
"""Programs that create threads themselves: the program computes the right result and does not hang, and the verdict is
undecided if such a thread executed code of the program.

usage: test_threads.py gcc|clang"""
import pathlib
import shutil
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2]))
from support import case

PROGRAMS = pathlib.Path(__file__).resolve().parent / "programs"
REASON = "the program has threads of its own, and what they did was not checked"
UNDECIDED, CLEAN = (67, "undecided"), (0, "race-free")


class Threads(case.DirectoryEach):
    def execute(self, *words, **options):
        return super().execute(*words, OMP_NUM_THREADS="2", **options)

    def build(self, name, *flags, compiler=None):
        self.cc("-g", "-pthread", *flags, PROGRAMS / name, "-o", "program", compiler=compiler)

    def check(self, name, output, expected, *flags, engine="bags", **options):
        self.build(name, *flags, **options)
        done, report = self.report("run", f"--engine={engine}", "./program", OMP_NUM_THREADS="2")
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
                done = self.raceproof("run", f"--format={form}", "./program")
                self.assertEqual(done.returncode, 67)
                self.assertIn(REASON, " ".join(done.stdout.split()))
                self.assertIn("undecided", (done.stderr if form == "text" else done.stdout).lower())
        done = self.execute("./program")
        self.assertEqual(done.returncode, 67)
        self.assertIn(REASON, " ".join(done.stderr.split()))
        done = self.raceproof("explore", "./program")
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
        """Each thread is an initial thread of OpenMP, with teams of its own. Locks and critical sections exclude all
        threads."""
        line = "1 3 1013 16 55 120 121 18 150\n"
        for name, output in (("omp_threads.c", "1000 1000 4\n"), ("omp_beside_main.c", "99995 99995\n"),
                             ("omp_constructs.c", f"thread {line}thread {line}main {line}3000 3000 3000 3000 3000\n")):
            for flags, engine in ((["-O1"], "bags"), (["-O2"], "graph")):
                with self.subTest(name=name, engine=engine):
                    self.check(name, output, UNDECIDED, "-fopenmp", *flags, engine=engine)

    def test_loops_in_threads(self):
        """Loops with every schedule, also static ones, are executed as they are written."""
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
        done = self.raceproof("run", "--format=line", "./program")
        self.assertEqual(done.returncode, 66, done.stdout)
        self.assertIn("RP002", done.stdout)


if __name__ == "__main__":
    case.main()
