#!/usr/bin/env python3
"""The programs of the papers' tables (bench/explore), in C and as models. The number of tasks, the verdict of one run
and that of exploration must be those in bench/explore/tables.py."""

import json
import os
import pathlib
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from support import command
from support.command import ROOT

sys.path.insert(0, str(ROOT / "bench" / "explore"))
import tables

LIMIT = 60  # seconds; the searches here take far less
EVERY = int(os.environ.get("RP_EVERY", "1"))  # checks every N-th program; models are quick and always checked


def report(*words):
    done = command.raceproof(*words, limit=2 * LIMIT)
    if not done.stdout:
        raise AssertionError(f"{words}: {done.stderr}")
    return json.loads(done.stdout)


class Rows(unittest.TestCase):
    rows = tables.ROWS

    def each(self, check, *arguments):
        """Calls CHECK (row, *ARGUMENTS) for all rows, even if it fails for some."""
        for row in self.rows:
            with self.subTest(row.name, arguments=arguments):
                check(row, *arguments)

    def check_race(self, row, found, rule):
        self.assertEqual(found["verdict"], "findings" if row.has_race else "race-free")
        self.assertEqual(rule in {finding["rule"] for finding in found["findings"]}, row.has_race)

    def check_run(self, row, found):
        self.assertEqual(found["stats"]["tasks"], row.tasks)
        if row.is_open:
            self.assertEqual(found["verdict"], "undecided")
        else:
            self.check_race(row, found, "RP001")

    def explore(self, row, precision, *subject):
        """Explores, by states if there are too many orders. A search that is cut off fails."""
        reduction = ["--reduction=states"] if row.has_many_orders else []
        found = report("explore", "--quiet", "--format=json", f"--max-time={LIMIT}",
                       f"--precision={precision}", *reduction, *subject)
        # if orders of permission regions are tried, a race shows as a violation
        has_regions = row.regions and precision == "regions"
        self.check_race(row, found, "RP004" if has_regions else "RP001")


class Tables(Rows):
    def test_there_are_all_of_them(self):
        self.assertEqual(len(tables.ROWS), 21)
        self.assertEqual(sum(row.graphs.verdict is not None for row in tables.ROWS), 16)
        names = {row.name for row in tables.ROWS}
        self.assertEqual({path.stem for path in tables.DIRECTORY.glob("*.c")}, names)

    def check_truth(self, row):
        """On two programs, Mercer's verdicts differ from Nakade's."""
        for figures in (row.permissions, row.precise, row.graphs):
            is_disputed = row.name in ("primitive_array_race", "reciprocal_array_sum")
            if figures.verdict in ("race", "no race") and not (
                    is_disputed and figures is row.permissions):
                self.assertEqual(figures.verdict == "race", row.has_race)

    def test_the_truth_is_the_papers(self):
        self.each(self.check_truth)

    def run_model(self, row):
        self.check_run(row, report("run", "--quiet", "--format=json", tables.model(row.name)))

    def test_models_run(self):
        self.each(self.run_model)

    def explore_model(self, row, precision):
        self.explore(row, precision, tables.model(row.name))

    def test_models_explored(self):
        for precision in ("isolated", "regions", "accesses"):
            self.each(self.explore_model, precision)

    def test_declared_to_commute(self):
        """One order represents all n! orders."""
        for name in ("integer_counter_commutes", "prime_num_counter_commutes"):
            with self.subTest(name):
                found = report("explore", "--quiet", "--format=json", f"--max-time={LIMIT}",
                               tables.model(name))
                self.assertEqual(found["verdict"], "race-free")
                self.assertEqual(found["stats"]["schedules"], 1)


class Programs(Rows):
    rows = tables.ROWS[::EVERY]

    @classmethod
    def setUpClass(cls):
        scratch = tempfile.TemporaryDirectory()
        cls.addClassCleanup(scratch.cleanup)
        cls.directory = pathlib.Path(scratch.name)
        for row in cls.rows:
            command.cc("-Wall", "-Wextra", "-Werror", "-O1", tables.source(row.name), "-o", cls.directory / row.name)

    def run_program(self, row, engine):
        self.check_run(row, report("run", "--quiet", "--format=json", f"--engine={engine}",
                                   self.directory / row.name))

    def test_programs_run(self):
        for engine in ("bags", "graph"):
            self.each(self.run_program, engine)

    def explore_program(self, row, precision):
        self.explore(row, precision, self.directory / row.name)

    def explore_few_accesses(self, row):
        if not row.has_many_orders:  # otherwise it takes some 20 seconds
            self.explore_program(row, "accesses")

    def test_programs_explored(self):
        for precision in ("isolated", "regions"):
            self.each(self.explore_program, precision)
        self.each(self.explore_few_accesses)

    def test_declared_to_commute(self):
        for name in ("integer_counter_isolated", "prime_num_counter"):
            with self.subTest(name):
                program = self.directory / f"{name}_commutes"
                command.cc("-O1", "-DCOMMUTES", tables.source(name), "-o", program)
                found = report("explore", "--quiet", "--format=json", f"--max-time={LIMIT}", program)
                self.assertEqual(found["verdict"], "race-free")
                self.assertEqual(found["stats"]["schedules"], 1)

    def run_plain(self, row):
        plain = self.directory / "plain"
        command.run("gcc", "-DRP_SEQUENTIAL", f"-I{ROOT / 'include'}", "-O1", tables.source(row.name), "-o", plain, check=True)
        command.run(plain, check=True, limit=LIMIT)

    def test_as_sequential_programs_they_end_well(self):
        self.each(self.run_plain)


if __name__ == "__main__":
    unittest.main()
