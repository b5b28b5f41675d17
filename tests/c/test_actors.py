#!/usr/bin/env python3
"""Actors in C and C++, with both engines, and compiled as plain sequential code. RACEPROOF names the
command."""
import json
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

RACEPROOF = os.path.abspath(os.environ.get("RACEPROOF", "build/raceproof"))
ROOT = pathlib.Path(__file__).resolve().parents[2]
SOURCE = ROOT / "tests" / "c" / "actors.c"
LINES = {word: number for number, text in enumerate(SOURCE.read_text().splitlines(), 1)
         for word in re.findall(r"/\* line: ([a-z]+) \*/", text)}
COMPILERS = [compiler for compiler in ("gcc", "clang") if shutil.which(compiler)]
ENGINES = ("bags", "graph")

# way: verdict, and of the one finding: rule, lines
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


class Actors(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.directory = pathlib.Path(scratch.name)

    def command(self, *words):
        return subprocess.run(words, cwd=self.directory, capture_output=True, text=True,
                              check=False, timeout=60)

    def build(self, *words):
        done = self.command(*words)
        self.assertEqual(done.returncode, 0, done.stderr)

    def report(self, engine, *program):
        done = self.command(RACEPROOF, "run", "--quiet", "--format=json", f"--engine={engine}",
                            *program)
        return json.loads(done.stdout)

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
            self.build(RACEPROOF, "cc", f"--compiler={compiler}", "-O1", SOURCE, "-o", "actors")
            for way, expected in WAYS.items():
                for engine in ENGINES:
                    with self.subTest(compiler=compiler, way=way, engine=engine):
                        self.check(self.report(engine, "./actors", way), *expected)

    def test_explored(self):
        self.build(RACEPROOF, "cc", "-O1", SOURCE, "-o", "actors")
        expected = {"two-senders": (6, "race-free"), "passed-on": (1, "race-free"),
                    "deadlock": (1, "findings", "RP002"), "task-left": (1, "findings", "RP001")}
        for way, (schedules, *rest) in expected.items():
            with self.subTest(way=way):
                done = self.command(RACEPROOF, "explore", "--quiet", "--format=json", "./actors", way)
                report = json.loads(done.stdout)
                self.check(report, *rest)
                self.assertEqual(report["stats"]["schedules"], schedules)

    def test_messages_have_a_name(self):
        self.build(RACEPROOF, "cc", SOURCE, "-o", "actors")
        done = self.command(RACEPROOF, "run", "./actors", "deadlock")
        self.assertIn("waits for its actor, which is busy with task 1", done.stdout + done.stderr)
        self.assertIn("task 1, actor message, created at", done.stdout + done.stderr)

    def test_values_in_cpp(self):
        (self.directory / "values.cc").write_text(VALUES)
        self.build(RACEPROOF, "cc", "values.cc", "-o", "values")
        for engine in ENGINES:
            self.check(self.report(engine, "./values"), "race-free")

    def test_sequential(self):
        (self.directory / "values.cc").write_text(VALUES)
        for compiler, source in (("gcc", SOURCE), ("g++", "values.cc")):
            self.build(compiler, "-DRP_SEQUENTIAL", f"-I{ROOT / 'include'}", source, "-o", "plain")
            for way in ("one-sender", "two-senders", "passed-on", "itself", "task-left"):
                with self.subTest(compiler=compiler, way=way):
                    self.assertEqual(self.command("./plain", way).returncode, 0)


if __name__ == "__main__":
    unittest.main()
