#!/usr/bin/env python3
"""MPI programs with OpenMP regions: each rank has its own verdict and its own report. RACEPROOF names the command.

usage: test_mpi.py mpich|openmpi"""
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

RACEPROOF = os.path.abspath(os.environ.get("RACEPROOF", "build/raceproof"))
SOURCE = pathlib.Path(__file__).resolve().parent / "hybrid.c"
LINE = next(number for number, text in enumerate(SOURCE.read_text().splitlines(), 1) if "line: race" in text)
RANKS = 2
OUTPUT = [f"rank {rank}: {64 * (RANKS * (RANKS - 1) // 2)}" for rank in range(RANKS)]
COMPILERS = [name for name in ("gcc", "clang") if shutil.which(name)]


class Mpi(unittest.TestCase):
    which = "mpich"

    @classmethod
    def setUpClass(cls):
        cls.scratch = tempfile.TemporaryDirectory()
        cls.directory = pathlib.Path(cls.scratch.name)
        shown = subprocess.run([f"mpicc.{cls.which}", "-show"], check=True, capture_output=True, text=True)
        for compiler in COMPILERS:
            subprocess.run([RACEPROOF, "cc", f"--compiler={compiler}", "-fopenmp", "-O1", SOURCE,
                            *shown.stdout.split()[1:], "-o", cls.directory / compiler], check=True)

    @classmethod
    def tearDownClass(cls):
        cls.scratch.cleanup()

    def mpirun(self, *words, options="exitcode=0"):
        more = ["--allow-run-as-root", "--oversubscribe"] if self.which == "openmpi" else []
        environment = dict(os.environ, RACEPROOF=RACEPROOF, NO_COLOR="1", LC_ALL="C", RACEPROOF_OPTIONS=options)
        environment.pop("RACEPROOF_RAW", None)
        return subprocess.run([f"mpirun.{self.which}", *more, "-n", str(RANKS), *words], cwd=self.directory,
                              env=environment, capture_output=True, text=True, check=False, timeout=100)

    def check_report(self, report, is_racy):
        self.assertEqual(report["verdict"], "findings" if is_racy else "race-free", report)
        self.assertEqual([[access["line"] for access in finding["accesses"]] for finding in report["findings"]],
                         [[LINE, LINE]] if is_racy else [])
        self.assertTrue(report["complete"])

    def test_run(self):
        """Every rank by `raceproof run`, with a file of its own."""
        for compiler in COMPILERS:
            for kind, racy in (("racy", [True, True]), ("clean", [False, False]), ("some", [True, False])):
                with self.subTest(compiler=compiler, kind=kind):
                    done = self.mpirun(RACEPROOF, "run", "--format=json", "--output=report-%r.json",
                                       f"./{compiler}", kind)
                    self.assertEqual(sorted(re.findall("rank .*", done.stdout)), OUTPUT, done.stderr)
                    self.assertEqual(done.returncode, 0, done.stderr)
                    for rank in range(RANKS):
                        self.check_report(json.loads((self.directory / f"report-{rank}.json").read_text()), racy[rank])

    def test_status(self):
        done = self.mpirun(RACEPROOF, "run", "--quiet", f"./{COMPILERS[0]}", "racy", options="")
        self.assertEqual(done.returncode, 66, done.stderr)
        self.assertIn("data race on `shared`", done.stdout)

    def test_started_directly(self):
        for compiler in COMPILERS:
            with self.subTest(compiler=compiler):
                log = self.directory / f"log-{compiler}"
                done = self.mpirun(f"./{compiler}", "racy", options=f"exitcode=0 format=json log_path={log}")
                self.assertEqual(sorted(re.findall("rank .*", done.stdout)), OUTPUT, done.stderr)
                logs = list(self.directory.glob(f"{log.name}.*"))
                self.assertEqual(len(logs), RANKS)
                for one in logs:
                    self.check_report(json.loads(one.read_text()), True)


if __name__ == "__main__":
    Mpi.which = sys.argv.pop(1) if len(sys.argv) > 1 else "mpich"
    if not shutil.which(f"mpicc.{Mpi.which}") or not shutil.which(f"mpirun.{Mpi.which}") or not COMPILERS:
        print(f"no {Mpi.which} here")
        sys.exit(77)
    unittest.main()
