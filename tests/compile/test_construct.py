#!/usr/bin/env python3
"""The construct decides on the verdict and its words, not the option -fopenmp: programs with <raceproof/task.h> or
HClib are told alike with and without it, and OpenMP in a program that also has other tasks is told as OpenMP.

usage: test_construct.py gcc|clang"""

import json
import pathlib

import driver
from driver import RACEPROOF, Driver

HCLIB = pathlib.Path(__file__).parent.parent / "inside" / "hclib"

SECTIONS = """
#include <raceproof/task.h>
static int count;
static void add (void *unused) { rp_isolated count = count * 2 + 1; }
int main (void)
{
  rp_finish
    for (int i = 0; i < 2; i++)
      rp_async (add, 0);
  return 0;
}
"""
RACE = SECTIONS.replace("rp_isolated", "")
ATOMIC = """
#include <raceproof/task.h>
#include <stdatomic.h>
static atomic_int flag;
static int value;
static void give (void *unused) { value = 7; atomic_store (&flag, 1); }
static void take (void *unused) { if (atomic_load (&flag)) value++; }
int main (void)
{
  rp_finish
    {
      rp_async (give, 0);
      rp_async (take, 0);
    }
  return 0;
}
"""
FUTURE = """
#include <raceproof/task.h>
static int cell;
static void *compute (void *unused) { cell++; return 0; }
int main (void)
{
  rp_future a = rp_future_new (compute, 0);
  rp_future b = rp_future_new (compute, 0);
  rp_future_get (a);
  rp_future_get (b);
  return 0;
}
"""
CLEAN = SECTIONS.replace("rp_isolated count = count * 2 + 1;", "")
# Calls of OpenMP functions in sequential code do not make it an OpenMP program.
WITH_CLOCK = SECTIONS.replace("#include", "double omp_get_wtime (void);\n#include", 1)
BOTH = """
#include <raceproof/task.h>
static int cell, sum;
static void set (void *unused) { cell = 1; }
int main (void)
{
  rp_finish
    rp_async (set, 0);
#pragma omp parallel num_threads (2)
  {
#pragma omp critical
    sum = sum * 2 + 1;
  }
  return 0;
}
"""


class Construct(Driver):
    def judge(self, *arguments):
        self.cc("-O1", *arguments)
        done = self.run_command([RACEPROOF, "run", "--format=json", "./a.out"], None)
        report = json.loads(done.stdout[done.stdout.index("{"):])
        findings = [(one["rule"], one["message"], one["certainty"], one.get("note"), one.get("help"))
                    for one in report["findings"]]
        return (done.returncode, report["verdict"], "openmp" in report["scope"], report["scope"]["text"], findings,
                [one["what"] for one in report["dependences"]])

    def check(self, text, verdict, name="program.c"):
        self.write(name, text)
        plain = self.judge(name)
        self.assertEqual(plain[1], verdict)
        self.assertEqual(self.judge("-fopenmp", name), plain)

    def test_tasks(self):
        for text, verdict in ((SECTIONS, "undecided"), (RACE, "findings"), (ATOMIC, "undecided"),
                              (FUTURE, "findings"), (CLEAN, "race-free"), (WITH_CLOCK, "undecided")):
            with self.subTest(text):
                self.check(text, verdict)

    def test_hclib(self):
        for name, verdict in (("isolated_clean.c", "undecided"), ("isolated_racy.c", "findings"),
                              ("finish_racy.c", "findings"), ("promise_clean.c", "race-free"),
                              ("isolated.cc", "undecided"), ("lambdas_racy.cc", "findings")):
            with self.subTest(name):
                self.check((HCLIB / name).read_text(), verdict, name)

    def test_openmp_beside_tasks(self):
        self.write("both.c", BOTH)
        status, verdict, is_openmp, *_ = self.judge("-fopenmp", "both.c")
        self.assertEqual((status, verdict, is_openmp), (0, "race-free", True))

    def test_openmp_without_construct(self):
        self.write("none.c", "int main (void) { return 0; }")
        status, verdict, is_openmp, *_ = self.judge("-fopenmp", "none.c")
        self.assertEqual((status, verdict, is_openmp), (0, "race-free", True))


if __name__ == "__main__":
    driver.main()
