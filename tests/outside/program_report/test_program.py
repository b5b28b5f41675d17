#!/usr/bin/env python3
"""Programs built with `raceproof cc`, from their sources to the report: the right lines, names and
exit statuses with both compilers at several levels of optimisation.

"""
import signal
import sys
import unittest

from building import Building, COMPILERS, lines

BUILDS = [(compiler, level) for compiler in COMPILERS for level in ("-O0", "-O2", "-O3")]


class Programs(Building):
    def test_objects_and_stacks(self):
        place = lines("kinds.c")
        expected = {
            "global": ("plain", "global"),
            "member": ("cells[3].other", "global"),
            # clang's debug information puts a static variable of an inlined function outside of the function
            "static": ("inside[1]", "static variable|global"),
            "heap": (f"heap(kinds.c:{place['allocation']})", "heap block"),
            "local": ("local[4]", "local variable"),
            "nested": ("mine[2]", "local variable"),
        }
        for compiler, level in BUILDS:
            with self.build("kinds.c", compiler, level):
                for kind, (name, storage) in expected.items():
                    report, status = self.report(kind)
                    self.assertEqual((status, len(report["findings"])), (66, 1), kind)
                    finding = report["findings"][0]
                    self.assertEqual(finding["object"]["name"], name)
                    self.assertIn(finding["object"]["storage"], storage.split("|"), kind)
                    for access in finding["accesses"]:
                        self.assertEqual([(frame["function"], frame["at"]["line"])
                                          for frame in access["stack"]],
                                         [("add", place["access"]), ("work", place["call"])])
                    creations = [access["by"]["created"]["line"] for access in finding["accesses"]]
                    self.assertEqual(creations, [place["creation"] + 1, place["creation"]])

    def test_endings(self):
        place = lines("endings.c")
        for compiler, level in BUILDS:
            with self.build("endings.c", compiler, level):
                for way, status, rule in (
                        ("crash", 128 + signal.SIGSEGV, "RP007"), ("abort", 128 + signal.SIGABRT, "RP007"),
                        ("overflow", 128 + signal.SIGSEGV, "RP007"), ("misuse", 66, "RP005")):
                    report, got = self.report(way)
                    self.assertEqual(got, status, way)
                    found = report["findings"][0]
                    self.assertEqual((found["rule"], found["accesses"][0]["task"]), (rule, 1), way)
                    if way != "overflow":
                        self.assertEqual(found["accesses"][0]["line"], place[way])
                report, status = self.report("exit")
                self.assertEqual((status, report["verdict"]), (67, "undecided"))
                self.assertIn("in task 1", report["incomplete"])
                self.assertEqual(self.report("none")[1], 3)

    def test_started_directly(self):
        for compiler, level in BUILDS:
            with self.build("kinds.c", compiler, level):
                done = self.command("./program", "global")
                self.assertEqual(done.returncode, 66)
                self.assertIn("data race on `plain`", done.stderr)
                self.assertTrue(done.stderr.splitlines()[-1].startswith("SUMMARY: raceproof: data race"))
                (self.directory / "list").write_text("race:^plain$\n")
                done = self.command("./program", "global", options="suppressions=list")
                self.assertEqual(done.returncode, 0)
                done = self.command("./program", "status")
                self.assertEqual((done.returncode, done.stderr), (5, ""))


if __name__ == "__main__":
    sys.exit(unittest.main())
