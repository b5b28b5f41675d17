#!/usr/bin/env python3
"""Correct programs with constructs that are not supported: the verdict is undecided, with the reason and the place,
and there is no finding.

usage: test_unsupported.py gcc|clang"""
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2]))
from support import case

HANDS_OVER = """#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <unistd.h>
static sem_t post;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static pthread_barrier_t both;
static int x, is_set;
int main (void)
{
  sem_init (&post, 0, 0);
  pthread_barrier_init (&both, NULL, 2);
#pragma omp parallel sections num_threads(2)
  {
#pragma omp section
    {
      WAIT;
      printf ("%d\\n", x);
    }
#pragma omp section
    {
      x = 1;
      GIVE;
    }
  }
  return 0;
}
"""
LOCK, UNLOCK = "pthread_mutex_lock (&mutex); ", "pthread_mutex_unlock (&mutex)"
WAYS = {
    "semaphore": ("sem_wait (&post)", "sem_post (&post)"),
    "barrier": ("pthread_barrier_wait (&both)", "pthread_barrier_wait (&both)"),
    "condition": (LOCK + "while (!is_set) pthread_cond_wait (&changed, &mutex); " + UNLOCK,
                  LOCK + "is_set = 1; pthread_cond_signal (&changed); " + UNLOCK),
    "futex": ("while (!__atomic_load_n (&is_set, __ATOMIC_SEQ_CST)) syscall (SYS_futex, &is_set, 0, 0, NULL)",
              "__atomic_store_n (&is_set, 1, __ATOMIC_SEQ_CST); syscall (SYS_futex, &is_set, 1, 1)"),
}
COPIES = """#include <stddef.h>
extern int omp_target_memcpy_async (void *, const void *, size_t, size_t, size_t, int, int, int, void *);
int main (void)
{
  int a = 1, b = 0;
#pragma omp parallel num_threads(2)
#pragma omp single
  omp_target_memcpy_async (&b, &a, sizeof a, 0, 0, 0, 0, 0, NULL);
  return b;
}
"""
RACES_BEFORE = COPIES.replace("#pragma omp single", "  b = 5;\n#pragma omp parallel num_threads(2)\n#pragma omp single")


class Unsupported(case.DirectoryEach):
    def build(self, text):
        self.cc("-g", "-O1", "-fopenmp", "-pthread", self.write("p.c", text), "-o", "p")

    def test_exploring_waits(self):
        for name, (wait, give) in WAYS.items():
            with self.subTest(name):
                self.build(HANDS_OVER.replace("WAIT", wait).replace("GIVE", give))
                _, report = self.report("run", "./p", status=67 if name == "condition" else 0)
                self.assertNotIn("incomplete", report)
                _, report = self.report("explore", "./p", status=67)
                self.assertEqual(report["findings"], [])
                self.assertRegex(report["incomplete"], r"a task that waits for a semaphore.* is not supported.*p\.c:\d+")

    def test_running(self):
        self.build(COPIES)
        _, report = self.report("run", "./p", status=67)
        self.assertEqual(report["findings"], [])
        self.assertRegex(report["incomplete"], r"^omp_target_memcpy_async is not supported.* At p\.c:8")
        self.assertFalse(report["complete"])

    def test_races_before_it_are_reported(self):
        self.build(RACES_BEFORE)
        _, report = self.report("run", "./p", status=66)
        self.assertEqual({finding["object"]["name"] for finding in report["findings"]}, {"b"})


if __name__ == "__main__":
    case.main()
