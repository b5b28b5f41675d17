#!/usr/bin/env python3
"""An installed raceproof works from its place, and uninstalling removes all of it. Runs in the source directory."""
import pathlib
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from support import command
from support.command import BUILD



class Install(unittest.TestCase):
    def setUp(self):
        self.directory = tempfile.TemporaryDirectory()
        self.root = pathlib.Path(self.directory.name)
        command.run("cmake", "--install", BUILD, "--prefix", "/opt/some where", check=True, DESTDIR=str(self.root))
        self.prefix = self.root / "opt/some where"

    def tearDown(self):
        self.directory.cleanup()

    def files(self):
        return sorted(str(path.relative_to(self.prefix)) for path in self.root.rglob("*")
                      if not path.is_dir())

    def test_the_command_runs_there(self):
        done = command.run(self.prefix / "bin/raceproof", "run", "--format=line",
                           self.prefix / "share/raceproof/examples/sum.rp")
        self.assertEqual(done.returncode, 66, done.stderr)
        self.assertTrue(done.stdout.endswith("verdict findings\n"))

    def test_nothing_is_left(self):
        self.assertIn("share/man/man1/raceproof.1", self.files())
        for compiler in ("gcc", "g++", "gfortran", "clang", "clang++"):
            self.assertIn(f"bin/raceproof-{compiler}", self.files())
        stranger = self.prefix / "bin/other"
        stranger.write_text("")
        command.run("make", "uninstall", f"DESTDIR={self.root}", "PREFIX=/opt/some where", check=True)
        self.assertEqual(self.files(), ["bin/other"])
        self.assertEqual([path for path in self.root.rglob("*") if "raceproof" in path.name], [])


if __name__ == "__main__":
    sys.exit(unittest.main())
