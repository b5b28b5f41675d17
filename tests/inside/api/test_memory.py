#!/usr/bin/env python3
"""The option memory_limit_mb holds in sequential code, too.

usage: test_memory.py gcc|clang"""
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2]))
from support import case

SOURCE = pathlib.Path(__file__).resolve().parent / "memory.c"
LIMIT = 120
LOOP = """#include <stdlib.h>
int
main (void)
{
  int n = 1 << 23, *a = malloc (n * sizeof *a);
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    a[i] = i;
  return a[5] != 5;
}
"""
EXPLICIT_TASKS = """static int a[1 << 20];
int
main (void)
{
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < 1 << 20; i++)
#pragma omp task
    a[i] = i;
  return a[5] != 5;
}
"""
ASYNC = """#include <raceproof/task.h>
static int a[1 << 20];
static void
set (void *at)
{
  *(int *) at = 1;
}
int
main (void)
{
  rp_finish
    for (int i = 0; i < 1 << 20; i++)
      rp_async (set, &a[i]);
  return a[5] != 1;
}
"""


class Memory(case.DirectoryEach):
    def run_program(self, *words):
        return self.report("run", "./memory", *words, limit=60, RACEPROOF_OPTIONS=f"memory_limit_mb={LIMIT}")

    def test_limit(self):
        for flags in ([], ["-fopenmp"]):
            self.cc("-O1", "-mcmodel=medium", *flags, SOURCE, "-o", "memory")
            for way in ("malloc", "realloc", "map", "array"):
                with self.subTest(way=way, flags=flags):
                    done, report = self.run_program(way, "10")
                    self.assertEqual((done.returncode, done.stdout), (0, f"{way}\n"), report)
                    done, report = self.run_program(way, "1000")
                    self.assertEqual((done.returncode, done.stdout), (67, ""), report)
                    self.assertEqual(report["incomplete"], f"the memory limit of {LIMIT} MB was reached")
                    self.assertLess(report["stats"]["peak_rss_kb"], 4 * LIMIT * 1024)

    def test_limit_in_parallel_code(self):
        """The accesses by which the verifier finds out how much memory it uses do not count as the task's."""
        programs = {"loop": ("-fopenmp", LOOP), "tasks": ("-fopenmp", EXPLICIT_TASKS), "async": ("", ASYNC)}
        for name, (flags, text) in programs.items():
            with self.subTest(name):
                self.write("parallel.c", text)
                self.cc("-O1", *flags.split(), "parallel.c", "-o", "parallel")
                for limit in (60, 90):
                    done, report = self.report("run", "./parallel", limit=60,
                                               RACEPROOF_OPTIONS=f"memory_limit_mb={limit}")
                    self.assertEqual((done.returncode, report["findings"]), (67, []))
                    self.assertEqual(report["incomplete"], f"the memory limit of {limit} MB was reached")


if __name__ == "__main__":
    case.main()
