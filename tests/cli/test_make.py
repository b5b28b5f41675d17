#!/usr/bin/env python3
"""Checks which targets of make install packages. Runs in the source directory, with a PATH that has no compiler, and
with an apt-get that only records its calls."""

import pathlib
import shutil
import subprocess
import tempfile
import unittest

TOOLS = ("sh", "env", "sed", "sort", "head", "tail", "ls", "mktemp", "rm", "cat", "make")
INSTALLING = ("deps", "demo", "test", "test-asan")
OTHERS = ("", "command", "check", "test-long", "bench", "bench-events", "bench-explore", "bench-loops", "bench-prove", "bench-openmp", "asan", "fuzz",
          "install", "format", "format-check", "tidy")


class Make(unittest.TestCase):
    def setUp(self):
        self.directory = tempfile.TemporaryDirectory()
        self.root = pathlib.Path(self.directory.name)
        for tool in TOOLS:
            (self.root / tool).symlink_to(shutil.which(tool))
        self.script("apt-get", f'echo "$@" >>"{self.root}/calls"\nexit 1\n')
        self.script("id", "echo 0\n")  # claims to be root, who may install packages

    def tearDown(self):
        self.directory.cleanup()

    def script(self, name, text):
        (self.root / name).write_text("#!/bin/sh\n" + text)
        (self.root / name).chmod(0o755)

    def make(self, word):
        """Returns what `make WORD` printed, and what it asked apt-get for."""
        calls = self.root / "calls"
        calls.unlink(missing_ok=True)
        done = subprocess.run(["make", "--no-print-directory", *word.split()], capture_output=True, text=True,
                              check=False, env={"PATH": str(self.root), "HOME": str(self.root)}, timeout=60)
        self.assertNotEqual(done.returncode, 0, word)
        return done.stderr, calls.read_text() if calls.exists() else ""

    def test_these_install(self):
        for word in INSTALLING:
            with self.subTest(word):
                said, asked = self.make(word)
                self.assertIn("install -y", asked)
                self.assertIn("gcc", asked)

    def test_others_only_say_what_is_missing(self):
        for word in OTHERS:
            with self.subTest(word):
                said, asked = self.make(word)
                self.assertEqual(asked, "")
                self.assertRegex(said, r"apt-get install.* gcc")
                self.assertIn("`make deps'", said)

    def test_every_word_is_here(self):
        """Every new target must be put into one of the lists, unless it builds nothing."""
        text = pathlib.Path("Makefile").read_text().replace("\\\n", " ")
        words = set(next(line for line in text.splitlines() if line.startswith(".PHONY:")).split()[1:])
        self.assertEqual(words - {"all", "needed", "uninstall", "clean", "help"}, {*INSTALLING, *OTHERS} - {""})

    def test_an_environment_without_installing(self):
        done = subprocess.run(["tools/deps.sh"], capture_output=True, text=True, check=False,
                              env={"PATH": str(self.root), "RP_NO_INSTALL": "1"}, timeout=60)
        self.assertEqual(done.returncode, 1)
        self.assertFalse((self.root / "calls").exists())


if __name__ == "__main__":
    unittest.main()
