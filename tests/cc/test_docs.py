#!/usr/bin/env python3
"""Every program in docs/c-programs.md compiles without a warning and ends as its first line says.

usage: test_docs.py gcc|clang"""

import pathlib
import re

import driver
from driver import RACEPROOF, Driver

TEXT = pathlib.Path("docs/c-programs.md").read_text(encoding="utf-8")
PROGRAM = re.compile(r"^```(?:c|cpp)\n(// (\S+): status (\d+)\n.*?)^```$", re.M | re.S)


class Documented(Driver):
    def test_programs(self):
        programs = PROGRAM.findall(TEXT)
        self.assertGreaterEqual(len(programs), 8)
        self.assertEqual(len(programs), len(re.findall(r"^```c", TEXT, re.M)))
        for text, name, status in programs:
            self.write(name, text)
            for level in ("-O0", "-O2"):
                with self.subTest(name, level=level):
                    self.quiet_cc("-Wall", "-Wextra", level, name, "-o", "program")
                    done = self.run_command([RACEPROOF, "run", "./program"], status=int(status))
                    self.assertTrue(done.stdout)

    def test_options(self):
        """The table lists exactly the options that there are."""
        header = pathlib.Path("src/base/options.h").read_text(encoding="utf-8")
        offered = set(re.findall(r"^  ROW \(\w+, (\w+),", header, re.M))
        table = TEXT[TEXT.index("| option | default |"):TEXT.index("In a pattern")]
        rows = re.findall(r"^\| ((?:`\w+`(?:, )?)+) \|", table, re.M)
        self.assertEqual(set(re.findall(r"\w+", " ".join(rows))), offered)


if __name__ == "__main__":
    driver.main()
