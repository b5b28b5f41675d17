#!/usr/bin/env python3
"""Actors in C and C++, with both engines, and compiled as plain sequential code."""
import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2]))
from support import case
from support.command import COMPILERS, ROOT, marked_lines

SOURCE = pathlib.Path(__file__).resolve().parent / "actors.c"
LINES = marked_lines(SOURCE)
ENGINES = ("bags", "graph")

# way: (verdict, then rule and lines of the one finding)
WAYS = {"one-sender": ("race-free",),
        "two-senders": ("undecided",),
        "passed-on": ("race-free",),
        "itself": ("race-free",),
        "deadlock": ("findings", "RP002"),
        "too-early": ("findings", "RP001", "count", "early"),
        "task-left": ("findings", "RP001", "later", "later"),
        "null": ("findings", "RP005", "null")}

VALUES = r"""
#include <raceproof/task.h>
#include <string>

int
main ()
{
  std::string text;
  rp_actor *log = rp_actor_of<std::string> ([&] (const std::string &word) { text += word; });
  rp_finish
  {
    rp_send_value (log, std::string ("one "));
    rp_send_value (log, std::string ("two"));
  }
  return text != "one two";
}
"""


class Actors(case.DirectoryEach):
    def found(self, engine, *program):
        return self.report("run", "--quiet", f"--engine={engine}", *program, limit=60)[1]

    def check(self, report, verdict, rule=None, *lines):
        self.assertEqual(report["verdict"], verdict)
        self.assertEqual([finding["rule"] for finding in report["findings"]],
                         [rule] if rule else [])
        for finding in report["findings"]:
            at = sorted(access["at"]["line"] for access in finding["accesses"])
            if lines:
                self.assertEqual(at, sorted(LINES[line] for line in lines))

    def test_every_way(self):
        for compiler in COMPILERS:
            self.cc("-O1", SOURCE, "-o", "actors", compiler=compiler)
            for way, expected in WAYS.items():
                for engine in ENGINES:
                    with self.subTest(compiler=compiler, way=way, engine=engine):
                        self.check(self.found(engine, "./actors", way), *expected)

    def test_explored(self):
        self.cc("-O1", SOURCE, "-o", "actors")
        expected = {"two-senders": (6, "race-free"), "passed-on": (1, "race-free"),
                    "deadlock": (1, "findings", "RP002"), "task-left": (1, "findings", "RP001")}
        for way, (schedules, *rest) in expected.items():
            with self.subTest(way=way):
                _, report = self.report("explore", "--quiet", "./actors", way)
                self.check(report, *rest)
                self.assertEqual(report["stats"]["schedules"], schedules)

    def test_messages_have_a_name(self):
        self.cc(SOURCE, "-o", "actors")
        done = self.raceproof("run", "./actors", "deadlock")
        self.assertIn("waits for its actor, which is busy with task 1", done.stdout + done.stderr)
        self.assertIn("task 1, actor message, created at", done.stdout + done.stderr)

    def test_values_in_cpp(self):
        self.write("values.cc", VALUES)
        self.cc("values.cc", "-o", "values")
        for engine in ENGINES:
            self.check(self.found(engine, "./values"), "race-free")

    def test_sequential(self):
        self.write("values.cc", VALUES)
        for compiler, source in (("gcc", SOURCE), ("g++", "values.cc")):
            self.execute(compiler, "-DRP_SEQUENTIAL", f"-I{ROOT / 'include'}", source, "-o", "plain", status=0)
            for way in ("one-sender", "two-senders", "passed-on", "itself", "task-left"):
                with self.subTest(compiler=compiler, way=way):
                    self.execute("./plain", way, status=0)


if __name__ == "__main__":
    unittest.main()
