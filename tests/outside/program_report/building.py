"""Helpers for the tests of programs built with `raceproof cc`."""
import pathlib
import shutil
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2]))
from support import case
from support.command import COMPILERS, RACEPROOF, environment, marked_lines

HERE = pathlib.Path(__file__).resolve().parent


def lines(name):
    """{WORD: line}, for the lines that say `line: WORD`."""
    return marked_lines(HERE / name)


class Building(case.OneDirectory):
    def build(self, name, compiler, *flags):
        shutil.copy(HERE / name, self.directory)
        self.cc(*flags, name, "-o", "program", compiler=compiler)
        return self.subTest(compiler=compiler, flags=flags)

    # Each build is to be entered: `for build in self.builds("x.c"): with build: ...`
    def builds(self, name, levels=("-O0", "-O2"), compilers=tuple(COMPILERS), more=()):
        for compiler in compilers:
            for level in levels:
                yield self.build(name, compiler, level, *more)

    def environment(self, **variables):
        return environment(RACEPROOF_OPTIONS="", **variables)

    def command(self, *words, options=""):
        return self.execute(*words, RACEPROOF_OPTIONS=options)

    def report(self, *words, flags=(), options=""):
        done, report = super().report("run", *flags, "./program", *words, RACEPROOF_OPTIONS=options)
        for finding in report["findings"]:
            for access in finding["accesses"]:
                self.assertTrue(access["stack"], "a side without its stack")
        return report, done.returncode
