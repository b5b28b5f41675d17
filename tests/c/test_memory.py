#!/usr/bin/env python3
"""The option memory_limit_mb holds in sequential code, too. RACEPROOF names the command.

usage: test_memory.py gcc|clang"""
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

RACEPROOF = os.path.abspath(os.environ.get("RACEPROOF", "build/raceproof"))
SOURCE = pathlib.Path(__file__).resolve().parent / "memory.c"
LIMIT = 120


class Memory(unittest.TestCase):
    compiler = "gcc"

    def run_program(self, directory, *words):
        environment = dict(os.environ, RACEPROOF_OPTIONS=f"memory_limit_mb={LIMIT}", NO_COLOR="1", LC_ALL="C")
        environment.pop("RACEPROOF_RAW", None)
        done = subprocess.run([RACEPROOF, "run", "--format=json", "--output=report.json", "./memory", *words],
                              cwd=directory, env=environment, capture_output=True, text=True, check=False, timeout=60)
        return done, json.loads((pathlib.Path(directory) / "report.json").read_text())

    def test_limit(self):
        for flags in ([], ["-fopenmp"]):
            with tempfile.TemporaryDirectory() as directory:
                subprocess.run([RACEPROOF, "cc", f"--compiler={self.compiler}", "-O1", "-mcmodel=medium", *flags, SOURCE,
                                "-o", f"{directory}/memory"], check=True)
                for way in ("malloc", "realloc", "map", "array"):
                    with self.subTest(way=way, flags=flags):
                        done, report = self.run_program(directory, way, "10")
                        self.assertEqual((done.returncode, done.stdout), (0, f"{way}\n"), report)
                        done, report = self.run_program(directory, way, "1000")
                        self.assertEqual((done.returncode, done.stdout), (67, ""), report)
                        self.assertEqual(report["incomplete"], f"the memory limit of {LIMIT} MB was reached")
                        self.assertLess(report["stats"]["peak_rss_kb"], 4 * LIMIT * 1024)


if __name__ == "__main__":
    Memory.compiler = sys.argv.pop(1) if len(sys.argv) > 1 else "gcc"
    if not shutil.which(Memory.compiler):
        print(f"no {Memory.compiler} here")
        sys.exit(77)
    unittest.main()
