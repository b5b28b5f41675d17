#!/usr/bin/env python3
"""What is installed works from where it is, and uninstalling removes all of it. Runs in the source
directory; RP_BUILD_DIRECTORY is what gets installed."""
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

BUILD = os.environ["RP_BUILD_DIRECTORY"]


class Install(unittest.TestCase):
    def setUp(self):
        self.directory = tempfile.TemporaryDirectory()
        self.root = pathlib.Path(self.directory.name)
        environment = dict(os.environ, DESTDIR=str(self.root))
        subprocess.run(["cmake", "--install", BUILD, "--prefix", "/opt/some where"], check=True,
                       env=environment, stdout=subprocess.DEVNULL)
        self.prefix = self.root / "opt/some where"

    def tearDown(self):
        self.directory.cleanup()

    def files(self):
        return sorted(str(path.relative_to(self.prefix)) for path in self.root.rglob("*")
                      if not path.is_dir())

    def test_the_command_runs_there(self):
        done = subprocess.run([self.prefix / "bin/raceproof", "run", "--format=line",
                               self.prefix / "share/raceproof/examples/sum.rp"],
                              capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 66, done.stderr)
        self.assertTrue(done.stdout.endswith("verdict findings\n"))

    def test_nothing_is_left(self):
        self.assertIn("share/man/man1/raceproof.1", self.files())
        for compiler in ("gcc", "g++", "gfortran", "clang", "clang++"):
            self.assertIn(f"bin/raceproof-{compiler}", self.files())
        stranger = self.prefix / "bin/other"
        stranger.write_text("")
        subprocess.run(["make", "uninstall", f"DESTDIR={self.root}", "PREFIX=/opt/some where"],
                       check=True, stdout=subprocess.DEVNULL)
        self.assertEqual(self.files(), ["bin/other"])
        self.assertEqual([path for path in self.root.rglob("*") if "raceproof" in path.name], [])


if __name__ == "__main__":
    sys.exit(unittest.main())
