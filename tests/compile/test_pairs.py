#!/usr/bin/env python3
"""Races are told by the pairs that people see in the source: a read and a later write of the same variable on lines of
their own are two accesses, at all levels of optimisation.

usage: test_pairs.py gcc|clang"""

import json

import driver
from driver import RACEPROOF, Driver

FRAME = """\
static int tmp, a[64], *where = &tmp;
static struct { int low, high; } pair;
static void note (int i) { a[i]++; }
int main (void)
{
#pragma omp parallel for num_threads (4)
  for (int i = 0; i < 64; i++)
    {
      %s /* 9 */
      %s /* 10 */
      %s /* 11 */
    }
  note (3);
  return 0;
}
"""
# Three lines of code, and the pairs of lines that must be reported, with their kinds.
CASES = {
    "read_then_write": (("a[i] = tmp;", "tmp = i;", ""), {("read", 9, "write", 10), ("write", 10, "write", 10)}),
    "line_between": (("a[i] = tmp;", "a[i]++;", "tmp = i;"), {("read", 9, "write", 11), ("write", 11, "write", 11)}),
    "member": (("a[i] = pair.high;", "pair.high = i;", ""), {("read", 9, "write", 10), ("write", 10, "write", 10)}),
    "pointer": (("a[i] = *where;", "*where = i;", ""), {("read", 9, "write", 10), ("write", 10, "write", 10)}),
    "element": (("a[i] = a[63 - i];", "", ""), {("read", 9, "write", 9)}),
    "one_line": (("tmp++;", "", ""), set()),
}


class Pairs(Driver):
    def pairs(self, lines, level):
        self.write("program.c", FRAME % lines)
        self.cc("-fopenmp", level, "program.c")
        done = self.run_command([RACEPROOF, "run", "--format=json", "./a.out"], 66)
        found = set()
        for finding in json.loads(done.stdout)["findings"]:
            sides = sorted((access["op"], access["at"]["line"]) for access in finding["accesses"])
            found.add((*sides[0], *sides[1]))
        return found

    def test_pairs(self):
        for name, (lines, expected) in CASES.items():
            for level in ("-O0", "-O2"):
                with self.subTest(f"{name} {level}"):
                    found = self.pairs(lines, level)
                    self.assertLessEqual(expected, found)
                    self.assertTrue(found)


if __name__ == "__main__":
    driver.main()
