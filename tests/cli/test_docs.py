#!/usr/bin/env python3
"""What README.md shows is what happens; links in the documents lead somewhere. Runs in the source
directory; RACEPROOF names the command under test."""

import os
import pathlib
import re
import subprocess
import tempfile
import unittest

RACEPROOF = os.environ.get("RACEPROOF", "build/raceproof")
DOCUMENTS = ["README.md", "CHANGELOG.md", "examples/README.md",
             *map(str, pathlib.Path("docs").glob("*.md"))]


def without_times(text):
    return re.sub(r" in \d+\.\d+ s$", " in 0.00 s", text, flags=re.M)


def run(*arguments):
    done = subprocess.run(arguments, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          stdin=subprocess.DEVNULL, env=dict(os.environ, LC_ALL="C.UTF-8"))
    return done.stdout.decode(), done.returncode


class Documents(unittest.TestCase):
    def test_console_blocks(self):
        text = pathlib.Path("README.md").read_text()
        blocks = re.findall(r"^```console\n(.*?)^```$", text, re.S | re.M)
        self.assertTrue(blocks)
        for block in blocks:
            for command, expected in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", block, re.M):
                words = command.replace("build/raceproof", RACEPROOF).split()
                self.assertEqual(without_times(run(*words)[0]), expected, command)

    def test_language_block(self):
        text = pathlib.Path("README.md").read_text()
        block = re.search(r"^    param n >= 1;.*?^    }$", text, re.S | re.M)[0]
        with tempfile.TemporaryDirectory() as directory:
            path = pathlib.Path(directory) / "block.rp"
            path.write_text(re.sub(r"^    ", "", block, flags=re.M) + "\n")
            out, status = run(RACEPROOF, "run", "--format=line", "--quiet", str(path))
        self.assertEqual((out, status), ("verdict undecided\n", 67))

    def test_options_are_real(self):
        """Every option of the README and the manual page is in the help text, and the reverse."""
        help_text = "".join(run(RACEPROOF, "help", verb)[0] for verb in ("run", "explore", "replay", "prove", "fmt", "cc"))
        real = set(re.findall(r"--([a-z][a-z-]+)", help_text))
        readme = pathlib.Path("README.md").read_text()
        manual = pathlib.Path("docs/man/raceproof.1").read_text()
        shown = set(re.findall(r"`--([a-z-]+)", readme))
        described = set(re.findall(r"Fl -([a-z][a-z-]+)", manual))
        self.assertLessEqual(shown, real)
        self.assertEqual(described - {"version"}, real)

    def test_links(self):
        for name in DOCUMENTS:
            path = pathlib.Path(name)
            for link in re.findall(r"\]\(([^)#\s]+)(?:#[^)\s]*)?\)", path.read_text()):
                if "://" not in link:
                    with self.subTest(document=name, link=link):
                        self.assertTrue((path.parent / link).exists())

    def test_examples_are_listed(self):
        listed = set(re.findall(r"`(\w+\.rp)`", pathlib.Path("examples/README.md").read_text()))
        self.assertEqual(listed, {path.name for path in pathlib.Path("examples").glob("*.rp")})


if __name__ == "__main__":
    unittest.main()
