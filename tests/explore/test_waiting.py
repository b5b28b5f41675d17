#!/usr/bin/env python3
"""`raceproof explore` on programs and models that wait in loops: the search ends, and the verdict claims no more than
was explored."""
import pathlib
import sys
import time
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from support import case

SUITE = pathlib.Path(__file__).resolve().parents[1] / "inside" / "openmp" / "suite"
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
COUNTS = """#include <omp.h>
int letter, has_letter, seen;
int main (void)
{
#pragma omp parallel num_threads(2)
  if (omp_get_thread_num () == 0)
    {
      letter = 42;
#pragma omp critical
      has_letter = 1;
    }
  else
    {
      int has = 0;
      for (int i = 0; i < LOOKS && !has; i++)
        {
#pragma omp critical
          has = has_letter;
        }
      seen = letter;
    }
  return 0;
}
"""
COUNTS_IN_TASK = """#include <raceproof/task.h>
int letter, has_letter, seen;
static void write_letter (void *none)
{
  (void) none;
  letter = 42;
  rp_isolated_begin ();
  has_letter = 1;
  rp_isolated_end ();
}
static void look (void *none)
{
  int has = 0;
  (void) none;
  for (int i = 0; i < LOOKS && !has; i++)
    {
      rp_isolated_begin ();
      has = has_letter;
      rp_isolated_end ();
    }
  seen = letter;
}
int main (void)
{
  rp_finish_begin ();
  rp_async (look, 0);
  rp_async (write_letter, 0);
  rp_finish_end ();
  return 0;
}
"""
RECURSION = """static void f (int n)
{
#pragma omp task
  f (n + 1);
}
int main (void)
{
#pragma omp parallel num_threads(2)
#pragma omp single
  f (0);
  return 0;
}
"""
RECURSION_OF_ASYNCS = """#include <raceproof/task.h>
static void f (void *none)
{
  rp_async (f, none);
}
int main (void)
{
  rp_async (f, 0);
  return 0;
}
"""
WAYS = (("omp_test_lock (&lock)", "omp_unset_lock (&lock)"), ("omp_test_nest_lock (&nest)", "omp_unset_nest_lock (&nest)"),
        ("!pthread_mutex_trylock (&mutex)", "pthread_mutex_unlock (&mutex)"),
        ("!pthread_rwlock_trywrlock (&gate)", "pthread_rwlock_unlock (&gate)"))


class Waiting(case.DirectoryEach):
    def build(self, text, compiler="gcc"):
        self.cc("-g", "-O1", "-fopenmp", "-pthread", self.write("p.c", text), "-o", "p", compiler=compiler)

    def explore(self, *options):
        done, report = self.report("explore", "-q", *options, "./p")
        return done.returncode, report

    def test_try_that_fails(self):
        """The race happens only if a trylock fails. An exploration in which it never fails must not report race-free."""
        for compiler in ("gcc", "clang"):
            for attempt, leave in WAYS:
                with self.subTest(attempt=attempt, compiler=compiler):
                    self.build(FAILS.replace("TRY", attempt).replace("LEAVE", leave), compiler)
                    status, report = self.explore()
                    self.assertIn(status, (66, 67))
                    if status == 67:
                        self.assertIn(TRIED, report["incomplete"])

    def test_try_of_one_thread(self):
        """There is no other thread that could hold the lock."""
        self.build(FAILS.replace("TRY", WAYS[0][0]).replace("LEAVE", WAYS[0][1]).replace("threads(2)", "threads(1)"))
        self.assertEqual(self.explore()[0], 0)

    def test_loop_that_looks(self):
        """The search ends soon, and the report names the options that may help, and no others."""
        for compiler in ("gcc", "clang"):
            for name in ("explore-spin-critical.c", "explore-spin-two.c"):
                with self.subTest(name=name, compiler=compiler):
                    self.build((SUITE / name).read_text(), compiler)
                    start = time.monotonic()
                    status, report = self.explore()
                    self.assertEqual(status, 67)
                    self.assertIn("A search by states did not come to its end", report["incomplete"])
                    self.assertNotIn("Try", report["incomplete"])
                    self.assertLess(time.monotonic() - start, 40)
        status, report = self.explore("--reduction=dpor")
        self.assertEqual(status, 67)
        self.assertTrue(report["incomplete"].endswith("Try --reduction=states"))
        status, report = self.explore("--reduction=states", "--max-time=2")
        self.assertEqual((status, report["incomplete"]), (67, "the bound of 2 seconds is reached (--max-time)"))

    def test_loop_that_counts(self):
        """The race happens after the last round of the loop. A task that has made one more round, and read 0 again,
        is in another state."""
        for text in (COUNTS, COUNTS_IN_TASK):
            for compiler in ("gcc", "clang"):
                for looks, reductions in ((1, ("states", "dpor")), (3, ("states", "none")), (600, ("states",))):
                    self.build(text.replace("LOOKS", str(looks)), compiler)
                    for reduction in reductions:
                        with self.subTest(looks=looks, compiler=compiler, reduction=reduction):
                            status, report = self.explore(f"--reduction={reduction}")
                            self.assertEqual((status, [f["rule"] for f in report["findings"]]), (66, ["RP001"]))

    def test_recursion_without_end(self):
        """Endless recursion is reported with the place that creates the tasks, as `run` does."""
        for text, line in ((RECURSION, 3), (RECURSION_OF_ASYNCS, 4)):
            for compiler in ("gcc", "clang"):
                self.build(text, compiler)
                for options in ([], ["--jobs=2"], ["--reduction=states"]):
                    with self.subTest(line=line, compiler=compiler, options=options):
                        status, report = self.explore(*options)
                        self.assertEqual(status, 67)
                        self.assertRegex(report["incomplete"], rf"a recursion without end\? At \S*p\.c:{line} in f$")

    def explore_model(self, text, *options):
        self.write("m.rp", text)
        done, report = self.report("explore", "-q", *options, "m.rp")
        return done.returncode, report

    def test_models_that_wait(self):
        """If a search by orders leaves the verdict open because a loop waits, a search by states decides, if it can."""
        ends = "var x;\nasync { var go = 1; while (go) isolated go = x == 0; }\nisolated x = 1;\n"
        never = "var x; async { var go = 1; while (go) isolated go = x == 0; }\nisolated skip;\n"
        grows = "var x; async while (1) isolated x = x + 1;\nisolated skip;\n"
        self.assertEqual(self.explore_model(ends)[0], 0)
        for text, options, words in ((ends, ["--reduction=dpor"], "Try --reduction=states"),
                                     (ends, ["--jobs=2"], "Try --reduction=states"),
                                     (never, [], "does not decide it either: in no order does the program come to its end"),
                                     (grows, ["--max-time=5"], "--reduction=states gives it more"),
                                     (grows, ["--reduction=states", "--max-time=3"], "is reached (--max-time)")):
            with self.subTest(text=text, options=options):
                status, report = self.explore_model(text, *options)
                self.assertEqual(status, 67)
                self.assertTrue(report["incomplete"].endswith(words), report["incomplete"])

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
        """A search without a bound by the user ends, too."""
        self.build((SUITE / "critical-spin.c").read_text())
        status, report = self.explore()
        self.assertEqual((status, report["incomplete"]), (67, "the bound of 60 seconds is reached (--max-time)"))


if __name__ == "__main__":
    unittest.main()
