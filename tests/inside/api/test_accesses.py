#!/usr/bin/env python3
"""Accesses that clang's own instrumentation leaves out. Each program has a race with such an access, and a twin
without a race. At all levels of optimisation, and with link-time optimisation."""
import os
import pathlib
import re
import shutil
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2]))
from support import case, command

LIBRARY = command.BUILD / "lib"
LEVELS = os.environ.get("RP_LEVELS", "-O0,-O1,-O2,-O3,-O2 -flto -fuse-ld=lld").split(",")

# NAME: (declarations, the task, the creator's variable, its access, what races). The task gets `p`, the
# address of `x`. Each program is built twice: with the access before the end of the finish, and after it.
PROGRAMS = {
    "element_write": ("", "((int *) p)[3] = 1;", "int x[8] = { 0 };", "x[3] = 2;", "x"),
    "element_read": ("", "((int *) p)[3] = 1;", "int x[8] = { 0 };", "seen += x[3];", "x"),
    "element_of_row": ("", "((int *) p)[10] = 1;", "int x[4][4] = { { 0 } };", "x[2][zero + 2]++;", "x"),
    "member": ("struct pair { int a, b; };", "((struct pair *) p)->b = 1;", "struct pair x = { 1, 2 };",
               "seen += x.b;", "x"),
    "member_of_element": ("struct pair { char a; long b; };", "((struct pair *) p)[1].b = 1;",
                          "struct pair x[2] = { { 0 } };", "x[1 + zero].b = 3;", "x"),
    "copied": ("struct large { long a[6]; } other;", "((struct large *) p)->a[5] = 1;",
               "struct large x = { { 0 } };", "other = x;", "x"),
    "set": ("#include <string.h>", "((char *) p)[30] = 1;", "char x[40] = { 0 };", "memset (x + 20, 0, 20);", "x"),
    "long_double": ("long double wide;", "(void) p; wide = 1;", "int x = 0;", "seen += wide > x;", "wide"),
    "vector": ("typedef int eight __attribute__ ((vector_size (32))); eight wide;", "(void) p; wide[5] = 1;",
               "int x = 0;", "{ eight copy = wide; seen += copy[x + zero]; }", "wide"),
    "by_value": ("struct large { long a[6]; } shared; __attribute__ ((noinline)) long take (struct large l) "
                 "{ return l.a[0]; }", "(void) p; shared.a[3] = 1;", "int x = 0;", "seen += take (shared) > x;",
                 "shared"),
    "maximum": ("int most;", "(void) p; most = 1;", "int x = 0;",
                "seen += __atomic_fetch_max (&most, x + 2, __ATOMIC_RELAXED);", "most"),
    "float_sum": ("_Atomic float sum;", "(void) p; *(float *) &sum = 1;", "int x = 0;",
                  "seen += __c11_atomic_fetch_add (&sum, x + 2.0f, __ATOMIC_RELAXED) > 2;", "sum"),
}

TEXT = """#include <raceproof/task.h>
%s
volatile int zero;
int seen;
static void
task (void *p)
{
  %s // task
}
int
main (void)
{
  %s
  rp_finish
    {
      rp_async (task, &x);
#ifdef RACY
      %s // creator
#endif
    }
#ifndef RACY
  %s
#endif
  return seen < 0;
}
"""

# The task reads before its atomic operations, which order the write with the other task's. Without them the read
# would race.
READ_BEFORE = """#include <raceproof/task.h>
#include <stdatomic.h>
int data;
atomic_int flag;
static void
task (void *p)
{
  (void) p;
  data = 1; // task
  atomic_store (&flag, 1);
}
static int
update (void)
{
  int before = data; // creator
  atomic_fetch_add (&flag, 1);
  data = before + 1;
  return before;
}
int
main (void)
{
  int before = 0;
  rp_finish
    {
      rp_async (task, 0);
      before = update ();
    }
  return before < 0;
}
"""

MASKED = """#include <raceproof/task.h>
#include <immintrin.h>
int data[16], *volatile from = data; // of a variable that it knows, the compiler would read all
volatile int zero;
static void
task (void *p)
{
  (void) p;
  data[5] = 1; // task
}
__attribute__ ((target ("avx512f,avx512vl"))) static int
some (const int *from, __mmask8 mask)
{
  __m256i values = _mm256_maskz_loadu_epi32 (mask, from); // creator
  return _mm256_extract_epi32 (values, 5);
}
int
main (void)
{
  int sum = 0;
  if (!__builtin_cpu_supports ("avx512vl"))
    return 42;
  rp_finish
    {
      rp_async (task, 0);
      sum = some (from, MASK + zero);
    }
  return sum < 0;
}
"""


class Accesses(case.DirectoryEach):
    compiler = "clang"

    def found(self, text, *flags):
        """The report; None if the program ends with status 42."""
        self.cc("-g", *flags, self.write("a.c", text))
        done, report = self.report("run", "./a.out", limit=60)
        return None if done.returncode == 42 else report

    def expect(self, report, text, name, certainty="certain"):
        """Checks that there is one race, on that variable, between the two marked lines."""
        lines = [number for number, line in enumerate(text.splitlines(), 1)
                 if re.search("// (task|creator)$", line)]
        found = [(finding["certainty"], re.match(r"\w+", finding["object"]["name"])[0],
                  sorted(access["line"] for access in finding["accesses"])) for finding in report["findings"]]
        self.assertIn((certainty, name, lines), found)

    def test_each(self):
        for name, (declarations, task, before, access, racing) in PROGRAMS.items():
            text = TEXT % (declarations, task, before, access, access)
            for level in LEVELS:
                with self.subTest(program=name, level=level):
                    self.expect(self.found(text, "-DRACY", *level.split()), text, racing)
                    self.assertEqual(self.found(text, *level.split())["verdict"], "race-free")

    def test_read_before_an_atomic_operation(self):
        for level in LEVELS:
            with self.subTest(level=level):
                self.expect(self.found(READ_BEFORE, *level.split()), READ_BEFORE, "data")

    def test_masked(self):
        for level in LEVELS:
            racy = self.found(MASKED, "-DMASK=0x20", *level.split())
            if racy is None:
                self.skipTest("no processor with AVX-512")
            with self.subTest(level=level):
                self.expect(racy, MASKED, "data")
                self.assertEqual(self.found(MASKED, "-DMASK=0xdf", *level.split())["verdict"], "race-free")

    def test_lines(self):
        """The optimizer moves the update out of the inner loop, and the line with it."""
        text = """#include <raceproof/task.h>
int sum, count;
static void
task (void *p)
{
  (void) p;
  for (int k = 0; k < 100; k++)
    sum += k; // task
  if (count > 1000)
    count = 0;
}
int
main (void)
{
  rp_finish
    for (int i = 0; i < 2; i++)
      rp_async (task, 0);
  return sum < 0;
}
"""
        for level in LEVELS:
            with self.subTest(level=level):
                lines = {access["line"] for finding in self.found(text, *level.split())["findings"]
                         for access in finding["accesses"]}
                self.assertTrue(lines and lines <= {7, 8}, lines)


if __name__ == "__main__":
    if not shutil.which("clang") or not list(LIBRARY.glob("clang-plugin-*.so")):
        command.skip("no clang, or no plug-in for it")
    unittest.main()
