#!/usr/bin/env python3
"""tools/check_format.py checks only changed lines, and --fix formats them."""

import pathlib
import shutil
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from support import case, command
from support.command import ROOT

OLD = "int\nf(int a){return a;}\n"
GOOD = "\nint\ng (int a)\n{\n  return a;\n}\n"
BAD = "\nint\ng(int a) { return  a; }\n"


class Format(case.DirectoryEach):
    def setUp(self):
        super().setUp()
        shutil.copy(ROOT / ".clang-format", self.directory)
        (self.directory / "src").mkdir()
        self.git("init", "-q", "-b", "main")
        self.change(OLD)
        self.git("checkout", "-q", "-b", "work")

    def git(self, *words):
        return self.execute("git", "-c", "user.name=a", "-c", "user.email=a@b", *words, status=0)

    def change(self, text):
        self.write("src/a.c", text)
        self.git("add", "-A")
        self.git("commit", "-q", "-m", "change")

    def check(self, *words, status):
        return self.execute(sys.executable, ROOT / "tools/check_format.py", *words, status=status).stdout

    def test_old_lines_do_not_count(self):
        self.change(OLD + GOOD)
        self.assertIn("1 changed files, 0 not laid out", self.check(status=0))

    def test_new_lines_count(self):
        self.change(OLD + BAD)
        shown = self.check(status=1)
        self.assertIn("-g(int a) { return  a; }", shown)
        self.assertIn("+g (int a)", shown)
        self.assertNotIn("-f(int a)", shown)

    def test_lines_that_are_not_committed(self):
        self.write("src/a.c", OLD + BAD)
        self.check(status=1)
        self.write("src/a.c", OLD)
        self.write("src/new.c", BAD)
        self.check(status=1)

    def test_fix(self):
        self.change(OLD + BAD)
        self.check("--fix", status=0)
        self.assertEqual((self.directory / "src/a.c").read_text(), OLD + GOOD)
        self.check(status=0)

    def test_comments_stay(self):
        text = GOOD.replace("{\n", "{\n  /* 1. one\n   * 2. two */\n")
        self.change(OLD + text)
        self.check(status=0)

    def test_no_base(self):
        self.check("nowhere", status=2)


if __name__ == "__main__":
    for tool in ("git", "clang-format"):
        if not shutil.which(tool):
            command.skip(f"no {tool} here")
    unittest.main()
