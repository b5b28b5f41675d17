"""Helpers for the tests of `raceproof cc`."""

import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from support import case
from support.command import CXX, RACEPROOF  # for modules that import this one


class Driver(case.DirectoryEach):
    def setUp(self):
        super().setUp()
        self.path = self.directory

    def run_command(self, command, status=0, environment=None, stdin=""):
        return self.execute(*command, status=status, stdin=stdin, **(environment or {}))

    def quiet_cc(self, *arguments, **options):
        """Compiles. The compiler must print no message: none of our flags disturbs it."""
        done = self.cc(*arguments, **options)
        self.assertEqual(done.stderr, "", arguments)
        return done

    def symbols(self, name, *options):
        """The names in an object or program, undefined ones with `-u`."""
        text = self.execute("nm", *options, name, status=0).stdout
        return {line.split()[-1].split("@")[0] for line in text.splitlines() if line.strip()}


def main(needs_compiler=True):
    """unittest.main; if the test needs it, for the compiler that the first argument names."""
    if needs_compiler:
        case.main(needs_cxx=True)
    unittest.main()
