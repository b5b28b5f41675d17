#!/usr/bin/env python3
"""Tests of tests/support itself, on which campaigns and test cases rely."""
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest
from unittest import mock

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from support import campaign, case, command, expected, raw

ECHO = (sys.executable, "-c", "import os, sys; print(os.environ.get(sys.argv[1])); sys.exit(int(sys.argv[2]))")


class Commands(unittest.TestCase):
    def test_environment_is_clean(self):
        with mock.patch.dict(os.environ, RACEPROOF_OPTIONS="all=1", OMP_NUM_THREADS="7"):
            for name in ("RACEPROOF_OPTIONS", "OMP_NUM_THREADS"):
                self.assertEqual(command.run(*ECHO, name, 0).stdout, "None\n")
        self.assertEqual(command.run(*ECHO, "OMP_NUM_THREADS", 0, OMP_NUM_THREADS="3").stdout, "3\n")
        self.assertEqual(command.run(*ECHO, "LC_ALL", 0, LC_ALL="C.UTF-8").stdout, "C.UTF-8\n")

    def test_failures_are_told(self):
        self.assertEqual(command.run(*ECHO, "HOME", 5).returncode, 5)
        with self.assertRaisesRegex(command.Failed, "status 5"):
            command.run(*ECHO, "HOME", 5, check=True)

    def test_limit(self):
        with self.assertRaises(subprocess.TimeoutExpired):
            command.run(sys.executable, "-c", "import time; time.sleep(60)", limit=0.2)

    def test_old_reports_are_not_read(self):
        """If a command writes no report, an earlier report is not read in its place."""
        class Case(case.DirectoryEach):
            def runTest(self):
                self.write("report.json", '{"verdict": "race-free"}')
                self.report("no-such-verb")
        result = Case().run()
        self.assertEqual(len(result.failures), 1)
        self.assertIn("no report", result.failures[0][1])


class Campaigns(unittest.TestCase):
    def test_shrink(self):
        """Shrinks to the smallest list that is wrong: here one with a 3 before a 7."""
        def variants(numbers):
            return [numbers[:i] + numbers[i + 1:] for i in range(len(numbers))]

        def wrong_with(numbers):
            return "3 before 7" if 3 in numbers and 7 in numbers[numbers.index(3):] else None
        self.assertEqual(campaign.shrink(list(range(10)), variants, wrong_with), ([3, 7], "3 before 7"))
        self.assertEqual(campaign.shrink([1, 2], variants, wrong_with), ([1, 2], None))

    def test_shrink_is_bounded(self):
        asked = []

        def wrong_with(number):
            asked.append(number)
            return "always"
        campaign.shrink(0, lambda number: [number + 1], wrong_with, 5)
        self.assertEqual(len(asked), 6)

    def test_batches(self):
        """Every seed is in exactly one batch, and each kind gets its share."""
        options = campaign.parser("", 10).parse_args(["-n", "20", "-s", "5"])
        found = campaign.batches_by_kind(options, ["a", "a", "b"], 3)
        self.assertEqual(sorted(seed for _, seeds in found for seed in seeds), list(range(5, 25)))
        self.assertTrue(all(len(seeds) <= 3 for _, seeds in found))
        self.assertEqual(sum(len(seeds) for kind, seeds in found if kind == "b"), 7)

    def test_dull_campaigns_fail(self):
        """A campaign in which no program races, or all do, fails, since it shows nothing."""
        options = campaign.parser("", 10).parse_args([])
        options.jobs = 1
        for racy, status in ((0, 1), (1, 0), (2, 1)):
            with mock.patch("concurrent.futures.ProcessPoolExecutor") as pool, mock.patch("builtins.print"):
                pool.return_value.__enter__.return_value.map = map
                self.assertEqual(campaign.run(options, 2, lambda seeds, n=racy: ([], n * len(seeds) // 2), None), status)


class Scripts(unittest.TestCase):
    def test_one_way_to_find_the_command(self):
        for script in (command.ROOT / "tests").rglob("*.py"):
            if script.parent != command.SUPPORT:
                self.assertNotRegex(script.read_text(encoding="utf-8"), r'environ(\.get\(|\[)"(RACEPROOF|RP_BUILD_DIR)', script)

    def test_names_of_campaigns(self):
        """The names of generators differ, so that each name says which programs it makes."""
        names = [script.name for script in (command.ROOT / "tests").rglob("*random*.py")]
        self.assertEqual(len(names), len(set(names)), sorted(names))


class Expected(unittest.TestCase):
    def test_compare(self):
        with tempfile.TemporaryDirectory() as directory:
            path = pathlib.Path(directory) / "report"
            self.assertIn("+new", expected.compare(path, b"new\n", False))
            self.assertEqual(expected.compare(path, b"new\n", True), "")
            self.assertEqual(expected.compare(path, b"new\n", False), "")
            self.assertIn("-new", expected.compare(path, b"\xffnew\n", False))
            self.assertTrue(expected.compare(path, b"new\r\n", False))


class Places(unittest.TestCase):
    def test_place(self):
        notes = [("a", 0x100, 8), ("b", 0x108, 4)]
        self.assertEqual(raw.place(0x107, notes), ("a", 7))
        self.assertEqual(raw.place(0x108, notes), ("b", 0))
        self.assertIsNone(raw.place(0x10c, notes))
        self.assertEqual(list(raw.addresses({"address": "0x10", "size": 2})), [16, 17])


if __name__ == "__main__":
    unittest.main()
