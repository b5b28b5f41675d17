#!/usr/bin/env python3
"""Endless recursion of tasks ends with one line that names the place, within seconds and bounded memory. The bound can
be set.

usage: task_depth.py gcc|clang"""
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2]))
from support import case

TASK = "#pragma omp task\n  f (i + 1);\n"
WAIT = "#pragma omp taskwait\n"
OPENMP = """#include <stdlib.h>
static int most;
static void f (int i)
{
  if (i == most)
    return;
%s}
int main (int count, char **words)
{
  most = count > 1 ? atoi (words[1]) : -1;
#pragma omp parallel num_threads(2)
#pragma omp single
  f (0);
}
"""
TASK_H = """#include <raceproof/task.h>
static void f (void *argument)
{
  rp_async (f, argument);
}
int main (void)
{
  rp_finish
    f (0);
}
"""
MOST_KB = 1500 * 1024
NESTED = "tasks are nested more than {} deep, each created by the one before: a recursion without end? At "


class Depth(case.DirectoryEach):
    def build(self, text):
        self.cc("-g", "-O1", "-fopenmp", self.write("p.c", text), "-o", "program")

    def run_it(self, *words, verb="run", options=()):
        done, report = self.report(verb, *options, "./program", *words)
        return done.returncode, report

    def check_endless(self, text, place, depth=50000, **options):
        self.build(text)
        status, report = self.run_it(**options)
        self.assertEqual((status, report["verdict"]), (67, "undecided"))
        self.assertIn(NESTED.format(depth) + place, report["incomplete"])
        self.assertLess(report["stats"]["peak_rss_kb"], MOST_KB)

    def test_endless(self):
        for body in (TASK, TASK + WAIT, TASK + TASK + WAIT, "#pragma omp taskgroup\n  {\n" + TASK + "}\n"):
            with self.subTest(body=body):
                self.check_endless(OPENMP % body, "p.c:")
        self.check_endless(OPENMP % (TASK + WAIT), "p.c:7 in f", options=("--schedule=random",))
        self.check_endless(TASK_H, "p.c:4 in f")

    def test_explored(self):
        self.build(OPENMP % (TASK + WAIT))
        status, report = self.run_it(verb="explore")
        self.assertEqual(status, 67)
        self.assertIn("tasks are nested more than 2000 deep", report["incomplete"])

    def test_bound(self):
        self.build(OPENMP % (TASK + WAIT))
        self.assertEqual(self.run_it("300")[0], 0)
        status, report = self.run_it("300", options=("--max-task-depth=200",))
        self.assertEqual(status, 67)
        self.assertIn(NESTED.format(200), report["incomplete"])
        self.assertEqual(self.run_it("60000")[0], 67)
        self.assertEqual(self.run_it("60000", options=("--max-task-depth=70000",))[0], 0)


if __name__ == "__main__":
    case.main()
