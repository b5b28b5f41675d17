#!/usr/bin/env python3
"""`raceproof explore` on what waits: it ends, and says no more than it knows. RACEPROOF names the command."""
import json
import os
import pathlib
import subprocess
import tempfile
import time
import unittest

RACEPROOF = os.path.abspath(os.environ.get("RACEPROOF", "build/raceproof"))
SUITE = pathlib.Path(__file__).resolve().parents[1] / "openmp" / "suite"
TRIED = "a lock was tried that others may have at that moment"
FAILS = """#include <omp.h>
#include <pthread.h>
static int x;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_rwlock_t gate = PTHREAD_RWLOCK_INITIALIZER;
static omp_lock_t lock;
static omp_nest_lock_t nest;
int main (void)
{
  omp_init_lock (&lock);
  omp_init_nest_lock (&nest);
#pragma omp parallel num_threads(2)
  {
    if (TRY)
      {
        x++;
        LEAVE;
      }
    else
      x++;
  }
  return 0;
}
"""
WAYS = (("omp_test_lock (&lock)", "omp_unset_lock (&lock)"), ("omp_test_nest_lock (&nest)", "omp_unset_nest_lock (&nest)"),
        ("!pthread_mutex_trylock (&mutex)", "pthread_mutex_unlock (&mutex)"),
        ("!pthread_rwlock_trywrlock (&gate)", "pthread_rwlock_unlock (&gate)"))


class Waiting(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.directory = pathlib.Path(scratch.name)

    def build(self, text, compiler="gcc"):
        (self.directory / "p.c").write_text(text)
        subprocess.run([RACEPROOF, "cc", f"--compiler={compiler}", "-g", "-O1", "-fopenmp", "-pthread", "p.c", "-o", "p"],
                       cwd=self.directory, check=True)

    def explore(self, *options):
        done = subprocess.run([RACEPROOF, "explore", "-q", "-f", "json", "-o", "report.json", *options, "./p"],
                              cwd=self.directory, check=False, timeout=120, stdout=subprocess.DEVNULL)
        return done.returncode, json.loads((self.directory / "report.json").read_text())

    def test_try_that_fails(self):
        """The race is where a try fails: who never lets one fail must not say that there is none."""
        for compiler in ("gcc", "clang"):
            for attempt, leave in WAYS:
                with self.subTest(attempt=attempt, compiler=compiler):
                    self.build(FAILS.replace("TRY", attempt).replace("LEAVE", leave), compiler)
                    status, report = self.explore()
                    self.assertIn(status, (66, 67))
                    if status == 67:
                        self.assertIn(TRIED, report["incomplete"])

    def test_try_of_one_thread(self):
        """Nobody else is there."""
        self.build(FAILS.replace("TRY", WAYS[0][0]).replace("LEAVE", WAYS[0][1]).replace("threads(2)", "threads(1)"))
        self.assertEqual(self.explore()[0], 0)

    def test_loop_that_looks(self):
        """What a search by orders leaves open since a loop waits, one by states decides."""
        for name in ("explore-spin-critical.c", "explore-spin-two.c"):
            self.build((SUITE / name).read_text())
            self.assertEqual(self.explore()[0], 0, name)
        self.build((SUITE / "explore-spin-critical.c").read_text())
        status, report = self.explore("--reduction=dpor")
        self.assertEqual(status, 67)
        self.assertIn("--reduction=states", report["incomplete"])

    def test_bounds(self):
        self.build((SUITE / "critical-spin.c").read_text())
        for bound, words in (("--max-time=2", "the bound of 2 seconds is reached (--max-time)"),
                             ("--max-schedules=50", "the bound of 50 schedules is reached")):
            start = time.monotonic()
            status, report = self.explore(bound)
            self.assertEqual((status, report["incomplete"]), (67, words))
            self.assertLess(time.monotonic() - start, 60)
        self.build((SUITE / "explore-test-lock-spin-race.c").read_text())
        self.assertEqual(self.explore("--max-time=0")[0], 66)

    def test_default_bound(self):
        """A search that nobody has bounded ends, too."""
        self.build((SUITE / "critical-spin.c").read_text())
        status, report = self.explore()
        self.assertEqual((status, report["incomplete"]), (67, "the bound of 60 seconds is reached (--max-time)"))


if __name__ == "__main__":
    unittest.main()
