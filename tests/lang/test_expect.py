#!/usr/bin/env python3
"""Tests that expect.py can fail: it notices wrong, missing and absent expectations."""

import pathlib
import subprocess
import sys
import tempfile
import unittest

EXPECT = pathlib.Path(__file__).with_name("expect.py").resolve()
RACY = "var x;\nasync x = 1;\nx = 2;\n"
CLEAN = "var x;\nx = 2;\n"


class Expect(unittest.TestCase):
    def check(self, header, program, *options):
        """The exit status and output for one file, with that header behind its program."""
        with tempfile.TemporaryDirectory() as directory:
            path = pathlib.Path(directory) / "model.rp"
            path.write_text(program + header)
            done = subprocess.run([sys.executable, EXPECT, *options, directory],
                                  stdout=subprocess.PIPE, timeout=120)
        return done.returncode, done.stdout.decode()

    def passes(self, header, program, *options):
        status, output = self.check(header, program, *options)
        self.assertEqual(status, 0, output)

    def fails(self, header, program, saying, *options):
        status, output = self.check(header, program, *options)
        self.assertEqual(status, 1, output)
        self.assertIn(saying, output)

    def test_right(self):
        self.passes("// expect: race x 3 2\n", RACY)
        self.passes("// expect: race-free\n", CLEAN)
        self.passes("// expect: race-free\n", CLEAN, "--mode=random")
        self.passes("// expect: error RP102 1\n", "x = ;\n")

    def test_wrong_line_or_name(self):
        self.fails("// expect: race x 1 2\n", RACY, "missing: race x 1 2")
        self.fails("// expect: race x 1 2\n", RACY, "unexpected: race x 2 3")
        self.fails("// expect: race y 2 3\n", RACY, "unexpected: race x 2 3")
        self.fails("// expect: error RP101 1\n", "x = ;\n", "unexpected: error RP102 1")

    def test_wrong_verdict(self):
        self.fails("// expect: race-free\n", RACY, "expected the exit status 0, got 66")
        self.fails("// expect: race x 2 3\n", CLEAN, "missing: race x 2 3")
        self.fails("// expect: undecided\n", CLEAN, "expected the verdict undecided")
        self.fails("// expect: deadlock\n", RACY, "missing: deadlock")
        self.fails("// expect: race-free\n", RACY, "--seed=1", "--mode=random")

    def test_one_of_two(self):
        both = "// expect: race x 2 3\n// expect: race z 2 3\n"
        self.fails(both, RACY, "missing: race z 2 3")

    def test_malformed(self):
        self.fails("", CLEAN, "no `// expect:' comment")
        self.fails("// expect: rase x 2 3\n", RACY, "unknown expectation")
        self.fails("// expect: race x 2\n", RACY, "should be: race NAME LINE LINE")
        self.fails("// expect: race-free\n// expect: race x 2 3\n", RACY, "exclude findings")
        self.fails("// expect: undecided\n// expect: race x 2 3\n", RACY, "exclude findings")

    def test_nothing_run(self):
        self.fails("// expect: race x 2 3\n// schedule-dependent\n", RACY, "0 runs",
                   "--mode=random")


if __name__ == "__main__":
    unittest.main()
