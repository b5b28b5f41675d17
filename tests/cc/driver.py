"""What the tests of `raceproof cc` share. RACEPROOF names the command under test."""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

RACEPROOF = str(pathlib.Path(os.environ.get("RACEPROOF", "build/raceproof")).resolve())
CXX = {"gcc": "g++", "clang": "clang++"}
SKIPPED = 77


class Driver(unittest.TestCase):
    compiler = "gcc"

    def setUp(self):
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.path = pathlib.Path(directory.name)

    def write(self, name, text):
        (self.path / name).write_text(text)
        return name

    def run_command(self, command, status=0, environment=None, stdin=""):
        clean = {name: value for name, value in os.environ.items()
                 if name not in ("RACEPROOF_CC", "RACEPROOF_OPTIONS", "RACEPROOF_RAW", "MAKEFLAGS")}
        done = subprocess.run(command, cwd=self.path, input=stdin, capture_output=True, text=True,
                              env=dict(clean, LC_ALL="C", **(environment or {})), timeout=120)
        if status is not None:
            self.assertEqual(done.returncode, status, f"{command}\n{done.stdout}{done.stderr}")
        return done

    def cc(self, *arguments, verb="cc", status=0, **options):
        command = [RACEPROOF, verb, f"--compiler={self.compiler}", *arguments]
        return self.run_command(command, status, **options)

    def quiet_cc(self, *arguments, **options):
        """No message at all: none of our flags disturbs the compiler."""
        done = self.cc(*arguments, **options)
        self.assertEqual(done.stderr, "", arguments)
        return done

    def symbols(self, name, *options):
        """The names in an object or program, undefined ones with `-u`."""
        text = self.run_command(["nm", *options, name]).stdout
        return {line.split()[-1].split("@")[0] for line in text.splitlines() if line.strip()}


def main(needs_compiler=True):
    """unittest.main for one compiler, named by the first argument."""
    if needs_compiler:
        Driver.compiler = sys.argv.pop(1) if len(sys.argv) > 1 else "gcc"
        for name in (Driver.compiler, CXX[Driver.compiler]):
            if not shutil.which(name):
                print(f"no {name} here")
                sys.exit(SKIPPED)
    unittest.main()
