#!/usr/bin/env python3
"""MPI programs with OpenMP regions: each rank has its own verdict and its own report.

usage: test_mpi.py mpich|openmpi"""
import json
import pathlib
import re
import shutil
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2]))
from support import case, command
from support.command import COMPILERS, RACEPROOF, run

SOURCE = pathlib.Path(__file__).resolve().parent / "hybrid.c"
LINE = next(number for number, text in enumerate(SOURCE.read_text().splitlines(), 1) if "line: race" in text)
RANKS = 2
OUTPUT = [f"rank {rank}: {64 * (RANKS * (RANKS - 1) // 2)}" for rank in range(RANKS)]
BUFFERS = SOURCE.parent / "buffers.c"
# (function, access of the other section, its element, ranks that have a race)
ACCESSES = [
    ("recv", "read", 3, [0]), ("recv", "read", 4, []), ("recv", "read", 7, []),
    ("sendrecv", "read", 3, [0]), ("sendrecv", "write", 4, []), ("null", "write", 0, []),
    ("send", "write", 3, [0]), ("send", "read", 3, []), ("send", "write", 4, []),
    ("irecv", "read", 7, [0]), ("irecv", "write", 8, []), ("wait", "read", 7, [0]), ("wait", "read", 8, []),
    ("test", "write", 3, [0]), ("test", "write", 9, []),
    ("bcast", "read", 3, [1]), ("bcast", "write", 3, [0, 1]), ("bcast", "write", 4, []),
    ("allreduce", "read", 0, [0, 1]), ("allreduce", "read", 4, []), ("in_place", "read", 3, [0, 1]),
    ("reduce", "read", 3, [0]), ("reduce", "write", 4, []),
    ("gather", "read", 3, [0]), ("gather", "write", 4, []),
    ("gatherv", "read", 2, [0]), ("gatherv", "write", 4, []), ("gatherv", "write", 7, [0]), ("gatherv", "write", 8, []),
    ("alltoall", "write", 3, [0, 1]), ("alltoall", "read", 3, []), ("alltoall", "write", 4, []),
]
SINGLE = ("recv", "sendrecv", "null", "send", "irecv", "wait", "test")


class Mpi(case.OneDirectory):
    which = "mpich"

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        for compiler in COMPILERS:
            cls.build(SOURCE, compiler, compiler)

    @classmethod
    def build(cls, source, name, compiler="gcc"):
        shown = run(f"mpicc.{cls.which}", "-show", check=True)
        command.cc("-fopenmp", "-O1", source, *shown.stdout.split()[1:], "-o", cls.directory / name, compiler=compiler)

    def mpirun(self, *words, options="exitcode=0", ranks=RANKS):
        more = ["--allow-run-as-root", "--oversubscribe"] if self.which == "openmpi" else []
        return self.execute(f"mpirun.{self.which}", *more, "-n", ranks, *words, limit=100, RACEPROOF_OPTIONS=options)

    def check_report(self, report, is_racy):
        self.assertEqual(report["verdict"], "findings" if is_racy else "race-free", report)
        self.assertEqual([[access["line"] for access in finding["accesses"]] for finding in report["findings"]],
                         [[LINE, LINE]] if is_racy else [])
        self.assertTrue(report["complete"])

    def test_run(self):
        """`raceproof run` runs every rank, each with a log file of its own."""
        for compiler in COMPILERS:
            for kind, racy in (("racy", [True, True]), ("clean", [False, False]), ("some", [True, False])):
                with self.subTest(compiler=compiler, kind=kind):
                    done = self.mpirun(RACEPROOF, "run", "--format=json", "--output=report-%r.json",
                                       f"./{compiler}", kind)
                    self.assertEqual(sorted(re.findall("rank .*", done.stdout)), OUTPUT, done.stderr)
                    self.assertEqual(done.returncode, 0, done.stderr)
                    for rank in range(RANKS):
                        self.check_report(json.loads((self.directory / f"report-{rank}.json").read_text()), racy[rank])

    def test_buffers(self):
        """The buffers that MPI reads and writes are accesses of the call, in each rank."""
        for compiler in COMPILERS:
            self.build(BUFFERS, f"buffers-{compiler}", compiler)
        for number, (what, access, element, racy) in enumerate(ACCESSES):
            compiler = COMPILERS[number % len(COMPILERS)]
            with self.subTest(compiler=compiler, what=what, access=access, element=element):
                ranks = 1 if what in SINGLE else RANKS
                done = self.mpirun(RACEPROOF, "run", "--format=json", "--output=buffers-%r.json", f"./buffers-{compiler}",
                                   what, access, str(element), ranks=ranks)
                self.assertEqual(done.returncode, 0, done.stderr)
                reports = [json.loads((self.directory / f"buffers-{rank}.json").read_text()) for rank in range(ranks)]
                self.assertEqual([rank for rank in range(ranks) if reports[rank]["findings"]], racy, reports)
                for report in reports:
                    self.assertEqual([limit for limit in report["scope"].get("limits", []) if "calls" in limit], [])

    def test_gaps(self):
        """Data types with gaps are not supported, and the report says so."""
        self.build(BUFFERS, "gaps")
        self.mpirun(RACEPROOF, "run", "--format=json", "--output=gaps-%r.json", "./gaps", "gaps", "write", "0")
        report = json.loads((self.directory / "gaps-0.json").read_text())
        self.assertEqual(report["verdict"], "race-free")
        self.assertIn("MPI_Bcast", " ".join(limit for limit in report["scope"]["limits"] if "calls into" in limit))

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
        command.skip(f"no {Mpi.which} here")
    unittest.main()
