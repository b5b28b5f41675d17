"""What the tests of `raceproof cc` share."""

import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from support import case
from support.command import CXX, RACEPROOF  # for those that import this


class Driver(case.DirectoryEach):
    def setUp(self):
        super().setUp()
        self.path = self.directory

    def run_command(self, command, status=0, environment=None, stdin=""):
        return self.execute(*command, status=status, stdin=stdin, **(environment or {}))

    def quiet_cc(self, *arguments, **options):
        """No message at all: none of our flags disturbs the compiler."""
        done = self.cc(*arguments, **options)
        self.assertEqual(done.stderr, "", arguments)
        return done

    def symbols(self, name, *options):
        """The names in an object or program, undefined ones with `-u`."""
        text = self.execute("nm", *options, name, status=0).stdout
        return {line.split()[-1].split("@")[0] for line in text.splitlines() if line.strip()}


def main(needs_compiler=True):
    """unittest.main, for one compiler if the test needs that."""
    if needs_compiler:
        case.main(needs_cxx=True)
    unittest.main()
