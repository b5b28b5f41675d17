#!/usr/bin/env python3
"""What the scope of an OpenMP program says: the loops whose schedule the verdict relies on, and those
that are judged by teams.

usage: test_scope.py gcc|clang"""

import json
import re

import driver
from driver import RACEPROOF, Driver

HEAD = """static int a[100], b[100];
int main (void)
{
"""
TAIL = "  return b[99] != a[99];\n}\n"
LOOP = """#pragma omp parallel for num_threads(4) {clause}
  for (int i = 0; i < {count}; i++)
    b[i] = a[i];
"""
EQUAL = """#pragma omp parallel num_threads({threads})
  {{
#pragma omp for schedule(static) nowait
    for (int i = 0; i < 4; i++)
      a[i] = i;
#pragma omp for schedule(static)
    for (int i = 0; i < 4; i++)
      b[i] = a[i];
  }}
"""


TEAMS = """#pragma omp {directive} num_teams(2)
  for (int i = 0; i < 100; i++)
    b[i] = a[i];
"""
INSIDE = """#pragma omp teams num_teams(2)
  {{
#pragma omp {directive}
    for (int i = 0; i < 100; i++)
      b[i] = a[i];
  }}
"""


def loop(clause, count=100):
    return LOOP.format(clause=clause, count=count)


class Scope(Driver):
    def remarks(self, body, *options):
        """The lines about loops in the scope of a program without races."""
        self.write("a.c", HEAD + body + TAIL)
        self.cc("-fopenmp", "-g", "-O1", "a.c")
        report = json.loads(self.run_command([RACEPROOF, "run", "--format=json", *options, "./a.out"]).stdout)
        return [text for text in report["scope"].get("limits", []) if "loop" in text]

    def check(self, body, *words, options=()):
        remarks = self.remarks(body, *options)
        self.assertEqual(len(remarks), 1)
        for word in words:
            self.assertIn(word, remarks[0])

    def test_static(self):
        self.check(loop("schedule(static)"),
                   "iterations of the loop at a.c:4 that one thread executes count as in order, as its schedule clause "
                   "guarantees", "the size of the team, here 4")
        self.check(loop("schedule(static, 10)"), "the loop at a.c:4 that one thread executes")

    def test_chunks(self):
        self.check(loop("schedule(dynamic, 10)"), "the loop at a.c:4 that are in one chunk count as in order")
        self.assertNotIn("size of the team", self.remarks(loop("schedule(dynamic, 10)"))[0])
        self.check(loop("schedule(dynamic, 10)") + loop("schedule(static)"),
                   "the loops at a.c:4 and a.c:7 that one thread executes, or that are in one chunk, count as in order")

    def test_many(self):
        self.check(loop("schedule(static)") * 3, "the loops at a.c:4, a.c:7 and a.c:10 that")
        self.check(loop("schedule(static)") * 7, "the loops at a.c:4, a.c:7, a.c:10, a.c:13 and 3 more that")

    def test_equal_loops(self):
        """Each thread has one iteration, so the verdict only relies on the order of the two loops."""
        self.check(EQUAL.format(threads=4), "the loops at a.c:6 and a.c:9 that one thread executes")

    def test_nothing_relied_on(self):
        for body in (loop(""), loop("schedule(dynamic)"), loop("schedule(guided, 4)"), loop("schedule(static)", 4),
                     loop("schedule(static, 1)", 3), loop("schedule(static)", 0), loop("schedule(auto)"),
                     EQUAL.format(threads=1)):
            self.assertEqual(self.remarks(body), [])

    def test_teams(self):
        """Loops that are dealt out only to teams are judged by teams, unless the program may not rely on which team
        gets an iteration."""
        words = "that one team executed in this run are not compared with each other"
        plain = ("teams distribute", "target teams distribute")
        for directive in ("teams distribute dist_schedule(static)", "target teams distribute dist_schedule(static, 10)",
                          "teams distribute simd"):
            self.check(TEAMS.format(directive=directive), f"iterations of the loop at a.c:4 {words}")
        self.check(INSIDE.format(directive="distribute dist_schedule(static)"), f"iterations of the loop at a.c:6 {words}")
        for directive in plain:
            self.assertEqual(self.remarks(TEAMS.format(directive=directive)), [])
            self.check(TEAMS.format(directive=directive), f"iterations of the loop at a.c:4 {words}",
                       options=("--loops=as-scheduled",))
        self.assertEqual(self.remarks(INSIDE.format(directive="distribute")), [])

    def test_critical_in_teams(self):
        """A critical section excludes iterations within one team only; two teams might have executed them."""
        body = TEAMS.format(directive="teams distribute").replace("    b", "#pragma omp critical\n    b")
        self.check(body, "iterations of the loop at a.c:4 that one team executed in this run are not compared")

    def test_teams_of_threads(self):
        for directive in ("teams distribute parallel for", "target teams distribute parallel for simd"):
            self.assertEqual(self.remarks(TEAMS.format(directive=directive)), [])
        self.assertEqual(self.remarks(INSIDE.format(directive="distribute parallel for")), [])
        self.assertEqual(self.remarks(TEAMS.format(directive="teams distribute").replace("(2)", "(1)")), [])

    def test_unequal_loops(self):
        """Exploration and the graph engine treat the iterations of one thread as ordered, and the scope says so."""
        unequal = EQUAL.format(threads=2).replace("i < 4", "i < 8", 1).replace("= a[i]", "= a[2 * i]")
        self.write("a.c", HEAD + unequal + TAIL)
        self.cc("-fopenmp", "-g", "-O1", "a.c")
        done = self.run_command([RACEPROOF, "explore", "./a.out"], 67)
        self.assertIn("static loops that are not equal have no barrier between them", " ".join(done.stderr.split()))
        done = self.run_command([RACEPROOF, "run", "--engine=graph", "./a.out"], None)
        self.assertIn("that one thread executed are not compared", " ".join((done.stdout + done.stderr).split()))
        self.run_command([RACEPROOF, "run", "./a.out"], 66)

    def test_options(self):
        self.assertEqual(self.remarks(loop("schedule(static)"), "--loops=any"), [])
        self.check(loop(""), "the loop at a.c:4", "as they are dealt out", options=["--loops=as-scheduled"])

    def test_formats(self):
        self.write("a.c", HEAD + loop("schedule(static)") + TAIL)
        self.cc("-fopenmp", "-g", "-O1", "a.c")
        done = self.run_command([RACEPROOF, "run", "./a.out"])
        self.assertRegex(re.sub(r"\s+", " ", done.stderr), "Scope iterations of the loop at a.c:4 that")
        sarif = self.run_command([RACEPROOF, "run", "--format=sarif", "./a.out"]).stdout
        self.assertIn("iterations of the loop at a.c:4 that", sarif)

    def test_no_debug_information(self):
        self.write("a.c", HEAD + loop("schedule(static, 10)") + TAIL)
        self.cc("-fopenmp", "-g0", "-O1", "a.c")
        report = json.loads(self.run_command([RACEPROOF, "run", "--format=json", "./a.out"]).stdout)
        self.assertIn("that one thread executes count as in order", " ".join(report["scope"]["limits"]))


if __name__ == "__main__":
    driver.main()
