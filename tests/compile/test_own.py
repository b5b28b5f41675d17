#!/usr/bin/env python3
"""Programs that have functions by the names of the C library's, and programs that count what they execute.

usage: test_own.py gcc|clang"""

import pathlib
import shutil

import driver
from driver import RACEPROOF, Driver

HERE = pathlib.Path(__file__).resolve().parent

COUNTED = """#include <stdio.h>
#ifdef TASKS
#include <raceproof/task.h>
static void empty (void *unused) { (void) unused; }
#endif
static int shared;
int
main (int argc, char **argv)
{
  int sum = 0;
  (void) argv;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < 10; i++)
    sum += i;
#pragma omp parallel num_threads(2)
  if (argc > 1)
    shared++;
#ifdef TASKS
  rp_finish for (int i = 0; i < 4; i++)
    rp_async (empty, NULL);
#endif
  printf ("%d\\n", sum);
  return 0;
}
"""


class OwnNames(Driver):
    def build(self, *flags):
        shutil.copy(HERE / "own_names.c", self.path)
        self.cc("-w", "-fno-builtin", *flags, "own_names.c", "-o", "program")

    def test_the_program_calls_its_own(self):
        for flags in ([], ["-O2"], ["-fopenmp"], ["-fopenmp", "-O2"]):
            with self.subTest(flags=flags):
                self.build(*flags)
                done = self.run_command([RACEPROOF, "run", "--quiet", "./program"])
                self.assertEqual(done.stdout, "x 4 1\ncopy 36 1\n")

    def test_the_verifier_calls_the_librarys(self):
        self.build("-fopenmp")
        for engine in ("bags", "graph"):
            done = self.run_command([RACEPROOF, "run", f"--engine={engine}", "./program", "racy"], status=66)
            self.assertIn("data race on `shared`", done.stdout)
        done = self.run_command([RACEPROOF, "explore", "./program", "racy"], status=66)
        self.assertIn("data race on `shared`", done.stdout)
        done = self.run_command(["./program", "racy"], status=66, environment={"RACEPROOF": RACEPROOF})
        self.assertIn("data race on `shared`", done.stderr)

    def test_other_hooks_stay(self):
        """The program defines `read` and `write`. The call of memcpy is still seen."""
        self.build("-fopenmp", "-O0")
        done = self.run_command([RACEPROOF, "run", "./program", "racy", "more"], status=66)
        self.assertIn("data race on `text", done.stdout)


class Coverage(Driver):
    def test_counters(self):
        for flags in (["-fopenmp"], ["-DTASKS"], ["-fopenmp", "-DTASKS"]):
            with self.subTest(flags=flags):
                self.write("counted.c", COUNTED)
                for old in self.path.glob("*.gc*"):
                    old.unlink()
                self.cc("--coverage", "-O0", *flags, "counted.c", "-o", "counted")
                done = self.run_command([RACEPROOF, "run", "--format=line", "./counted"])
                self.assertEqual(done.stdout, "45\nverdict race-free\n")
                self.assertTrue(list(self.path.glob("*.gcda")))

    def test_counts_are_kept_with_findings(self):
        self.write("counted.c", COUNTED)
        self.cc("--coverage", "-O0", "-fopenmp", "-c", "counted.c")
        self.cc("--coverage", "-fopenmp", "counted.o", "-o", "counted")
        done = self.run_command([RACEPROOF, "run", "./counted", "racy"], status=66)
        self.assertIn("data race on `shared`", done.stdout)
        self.assertNotIn("gcov", done.stdout)
        self.assertTrue(list(self.path.glob("*.gcda")))


if __name__ == "__main__":
    driver.main()
