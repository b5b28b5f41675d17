#!/usr/bin/env python3
"""Permission regions in C programs: run, exploration in every precision, suggestions, witnesses."""
import json
import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2]))
from support import case
from support.command import COMPILERS, ROOT

STACK = ROOT / "examples" / "mercer_1_regions.c"

# The tasks' regions cover different halves of the array and do not overlap. Then one task reads the whole array.
HALVES = r"""
#include <raceproof/task.h>
static int numbers[8];
static void half (void *first)
{
  int *from = first;
  rp_acquire_write (from, 4 * sizeof *from);
  for (int i = 0; i < 4; i++)
    from[i] = i;
  rp_release_write (from, 2 * sizeof *from);
  rp_release_write (from + 2, 2 * sizeof *from);
}
static void sum (void *result)
{
  rp_reading (numbers, sizeof numbers)
    for (int i = 0; i < 8; i++)
      *(int *) result += numbers[i];
}
int main (int argc, char **argv)
{
  int result = 0;
  (void) argv;
  rp_finish
    {
      rp_async (half, numbers);
      rp_async (half, numbers + 4);
      if (argc > 1)
        rp_async (sum, &result);
    }
  sum (&result);
  return 0;
}
"""

NESTED = r"""
#include <raceproof/task.h>
static int x;
static void child (void *unused)
{
  (void) unused;
  rp_writing (&x, sizeof x)
    ;
}
int main (void)
{
  rp_acquire_read (&x, sizeof x);
  rp_finish
    rp_async (child, 0);
  rp_release_read (&x, sizeof x);
  rp_release_read (&x, sizeof x);
  return 0;
}
"""

BARE = r"""
#include <raceproof/task.h>
static int x, y;
static void
add (void *unused)
{
  (void) unused;
  x++;
  rp_isolated
    y++;
}
int
main (void)
{
  rp_finish
    {
      rp_async (add, 0);
      rp_writing (&x, sizeof x)
        x = 2;
    }
  return 0;
}
"""

CPLUSPLUS = r"""
#include <raceproof/task.h>
int main ()
{
  static int x;
  rp_finish
  {
    rp_async ([] { rp_writing (&x, sizeof x) x = 1; });
    rp_reading (&x, sizeof x) { if (x) return 0; }
  }
}
"""


class Permission(case.DirectoryEach):
    def build(self, text, compiler, *flags, name="m.c"):
        self.cc("-g", "-O1", *flags, self.write(name, text), "-o", "m", compiler=compiler)

    def found(self, *arguments, status):
        return sorted((finding["rule"], *sorted(access["line"] for access in finding["accesses"]))
                      for finding in self.report(*arguments, status=status)[1]["findings"])

    def test_the_stack(self):
        text = STACK.read_text(encoding="utf-8")
        lines = {word: number for number, line in enumerate(text.splitlines(), 1)
                 for word in ("rp_writing (", "rp_reading (", "= *(int *) value", "value = stack")
                 if word in line}
        violation = ("RP004", lines["rp_writing ("], lines["rp_reading ("])
        race = ("RP001", lines["= *(int *) value"], lines["value = stack"])
        for compiler in COMPILERS:
            self.build(text, compiler)
            self.assertEqual(set(self.found("run", "./m", status=66)), {race})
            for reduction in ("dpor", "none"):
                for precision, expected in (("isolated", {race, violation}), ("regions", {violation}),
                                            ("accesses", {race, violation})):
                    found = self.found("explore", f"--precision={precision}",
                                       f"--reduction={reduction}", "./m", status=66)
                    self.assertEqual(set(found), expected, (precision, reduction))

    def test_witnesses(self):
        self.build(STACK.read_text(encoding="utf-8"), COMPILERS[0])
        for precision in ("isolated", "regions", "accesses"):
            self.raceproof("explore", f"--precision={precision}", "-w", "w.rpw", "./m", status=66)
            for witness in sorted(self.directory.glob("w*.rpw")):
                content = json.loads(witness.read_text())
                self.assertEqual(content["precision"], precision)
                _, report = self.report("replay", witness, "./m", status=66)
                self.assertIn(content["finding"]["id"], [found["id"] for found in report["findings"]])
                witness.unlink()

    def test_ranges(self):
        self.build(HALVES, COMPILERS[0])
        for precision in ("isolated", "regions"):
            self.assertEqual(self.found("explore", f"--precision={precision}", "./m", status=0), [])
        found = self.found("explore", "--precision=regions", "--", "./m", "all", status=66)
        self.assertEqual({rule for rule, *_ in found}, {"RP004"})

    def test_a_run_sees_what_happens(self):
        for engine in ("bags", "graph"):
            self.build(NESTED, COMPILERS[0])
            found = self.found("run", f"--engine={engine}", "./m", status=66)
            self.assertEqual(found, [("RP004", 7, 12), ("RP005", 16)])

    def test_suggestions(self):
        self.build(BARE, COMPILERS[0])
        _, report = self.report("explore", "--suggest", "./m", status=66)
        self.assertEqual([(row["at"]["line"], row["before"]) for row in report["suggestions"]],
                         [(8, "rp_writing (&x, sizeof x)")])
        self.build(BARE.replace("  x++;", "  rp_writing (&x, sizeof x) x++;"), COMPILERS[0])
        _, report = self.report("explore", "--suggest", "./m", status=66)
        self.assertNotIn("suggestions", report)
        self.assertEqual([finding["rule"] for finding in report["findings"]], ["RP004"])

    def test_sequential(self):
        for text in (STACK.read_text(encoding="utf-8"), HALVES):
            self.execute("gcc", "-DRP_SEQUENTIAL", "-Wall", "-Wextra", "-Wshadow", "-Werror", "-I", ROOT / "include",
                         self.write("s.c", text), "-o", "s", status=0)
            self.execute("./s", status=0)

    def test_cplusplus(self):
        self.build(CPLUSPLUS, COMPILERS[0], name="m.cc")
        found = self.found("explore", "--precision=regions", "./m", status=66)
        self.assertEqual([rule for rule, *_ in found], ["RP004"])


if __name__ == "__main__":
    unittest.main()
