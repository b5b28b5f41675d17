"""Test cases with programs: each has a directory of its own, in which it compiles and runs them."""
import pathlib
import shutil
import sys
import tempfile
import unittest

from support import command
from support.command import CXX, RACEPROOF


class Programs(unittest.TestCase):
    """Helpers for tests that run programs in self.directory, which OneDirectory and DirectoryEach make."""
    compiler = "gcc"

    def write(self, name, text):
        (self.directory / name).write_text(text, encoding="utf-8")
        return name

    def execute(self, *words, status=None, **options):
        """Runs a command. Returns the result of command.run; its status must be STATUS, unless that is None."""
        done = command.run(*words, directory=self.directory, **options)
        if status is not None:
            self.assertEqual(done.returncode, status, f"{words}\n{done.stdout}{done.stderr}")
        return done

    def raceproof(self, *words, **options):
        return self.execute(RACEPROOF, *words, **options)

    def cc(self, *words, verb="cc", compiler=None, status=0, **options):
        return self.raceproof(verb, f"--compiler={compiler or self.compiler}", *words, status=status, **options)

    def report(self, verb, *words, status=None, **options):
        """Runs a verb. Returns its result and its JSON report, which must exist."""
        done, report = command.report(verb, *words, output="report.json", directory=self.directory, **options)
        self.assertTrue(report, f"no report\n{done.stdout}{done.stderr}")
        if status is not None:
            self.assertEqual(done.returncode, status, f"{words}\n{done.stdout}{done.stderr}")
        return done, report


class DirectoryEach(Programs):
    """A new directory for each test."""

    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.directory = pathlib.Path(scratch.name).resolve()


class OneDirectory(Programs):
    """One directory for all tests of the class, so that all of them can use what setUpClass builds."""

    @classmethod
    def setUpClass(cls):
        scratch = tempfile.TemporaryDirectory()
        cls.addClassCleanup(scratch.cleanup)
        cls.directory = pathlib.Path(scratch.name).resolve()


def main(needs_cxx=False):
    """unittest.main for the compiler that the first argument names; without an argument, gcc."""
    if len(sys.argv) > 1 and sys.argv[1] in CXX:
        Programs.compiler = sys.argv.pop(1)
    for name in (Programs.compiler, *([CXX[Programs.compiler]] if needs_cxx else [])):
        if not shutil.which(name):
            command.skip(f"no {name} here")
    unittest.main()
