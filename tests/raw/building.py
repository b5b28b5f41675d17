"""What the tests of programs built with `raceproof cc` share. RACEPROOF is the command of a complete
build."""
import json
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

RACEPROOF = os.path.abspath(os.environ.get("RACEPROOF", "build/raceproof"))
HERE = pathlib.Path(__file__).resolve().parent
COMPILERS = [compiler for compiler in ("gcc", "clang") if shutil.which(compiler)]


def lines(name):
    """The numbers of the lines that say `line: WORD`."""
    return {word: number
            for number, text in enumerate((HERE / name).read_text().splitlines(), 1)
            for word in re.findall(r"/\* line: ([a-z]+) \*/", text)}


class Building(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.scratch = tempfile.TemporaryDirectory()
        cls.directory = pathlib.Path(cls.scratch.name)

    @classmethod
    def tearDownClass(cls):
        cls.scratch.cleanup()

    def build(self, name, compiler, *flags):
        shutil.copy(HERE / name, self.directory)
        subprocess.run([RACEPROOF, "cc", f"--compiler={compiler}", *flags, name, "-o", "program"],
                       cwd=self.directory, check=True, capture_output=True)
        return self.subTest(compiler=compiler, flags=flags)

    # Each is to be entered: `for build in self.builds("x.c"): with build: ...`
    def builds(self, name, levels=("-O0", "-O2"), compilers=tuple(COMPILERS), more=()):
        for compiler in compilers:
            for level in levels:
                yield self.build(name, compiler, level, *more)

    def environment(self, options=""):
        environment = dict(os.environ, RACEPROOF=RACEPROOF, RACEPROOF_OPTIONS=options, NO_COLOR="1")
        environment.pop("RACEPROOF_RAW", None)
        return environment

    def command(self, *words, options=""):
        return subprocess.run(words, cwd=self.directory, env=self.environment(options),
                              capture_output=True, text=True, check=False)

    def report(self, *words, flags=(), options=""):
        done = self.command(RACEPROOF, "run", *flags, "--format=json", "--output=report.json",
                            "./program", *words, options=options)
        report = json.loads((self.directory / "report.json").read_text())
        for finding in report["findings"]:
            for access in finding["accesses"]:
                self.assertTrue(access["stack"], "a side without its stack")
        return report, done.returncode
