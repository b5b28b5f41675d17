#!/usr/bin/env python3
"""What reports of compiled programs say: objects, places, joins, ways to end; and that they say
nothing where there is nothing.

"""
import json
import os
import re
import signal
import subprocess
import sys
import time
import unittest

from building import Building, RACEPROOF, lines


def functions(access):
    return [frame["function"] for frame in access["stack"]]


class Findings(Building):
    def one(self, *words, status=66, **more):
        report, got = self.report(*words, **more)
        self.assertEqual((got, len(report["findings"])), (status, 1),
                         (words, [found["message"] for found in report["findings"]]))
        return report["findings"][0]

    def check_join(self, where, line, flags=()):
        order = self.one(where, flags=flags)["order"]
        if where == "end":
            self.assertEqual((order["join"], order["joined"]), ("end of the program", None))
            return
        self.assertEqual(order["join"], f"end of {'forall' if where == 'forall' else 'finish'}", where)
        self.assertEqual(order["joined"]["line"], line, where)

    def test_joins(self):
        place = lines("joins.c")
        for build in self.builds("joins.c"):
            with build:
                for flags in ([], ["--engine=graph"]):
                    for where in ("finish", "deep", "outer", "after", "forall", "end"):
                        self.check_join(where, place.get(where), flags)
        for build in self.builds("joins.c", more=["-DFUTURES"]):
            with build:
                self.check_join("future", place["future"])

    def test_text_of_a_join(self):
        with self.build("joins.c", "gcc", "-O2"):
            text = self.command(RACEPROOF, "run", "./program", "forall").stdout
            self.assertIn("both tasks end here, in the same forall", text)
            self.assertIn("task 2 (index -2)", text)
            self.assertNotIn("step", text)
            self.assertIn(", step ", self.command(RACEPROOF, "run", "--engine=graph", "./program",
                                                  "finish").stdout)

    def test_ranges(self):
        for build in self.builds("ranges.c"):
            with build:
                for flags in ([], ["--engine=graph"]):
                    found = self.one("memory", flags=flags)
                    self.assertEqual(found["object"]["name"], "buffer[8..39]")
                    self.assertEqual([access["size"] for access in found["accesses"]], [32, 40])
                    self.assertEqual(self.one("structure", flags=flags)["object"]["name"], "bigs[1]")
                    self.assertEqual(self.one("loop", flags=flags)["object"]["name"], "numbers[5..14]")
                    self.assertEqual(self.one("bits", flags=flags)["object"]["name"],
                                     "record.{low,high}")
                    report, _ = self.report("objects", flags=flags)
                    self.assertEqual(sorted(found["object"]["name"] for found in report["findings"]),
                                     ["left", "right"])
                    self.assertTrue(self.one("stride", flags=flags)["object"]["name"]
                                    .startswith("numbers["))

    def test_every_pair(self):
        with self.build("ranges.c", "gcc", "-O2"):
            report, _ = self.report("loop", flags=["--all"])
            self.assertEqual(sorted(found["object"]["name"] for found in report["findings"]),
                             sorted(f"numbers[{i}]" for i in range(5, 15)))
            self.assertEqual(self.one("memory", flags=["--all"])["object"]["name"], "buffer[8..39]")

    def test_free(self):
        for build in self.builds("ranges.c", levels=("-O2",)):
            with build:
                found = self.one("free")
                self.assertIn("write / free", found["message"])
                self.assertTrue(found["accesses"][0]["free"])
                self.assertIn("frees it", self.command(RACEPROOF, "run", "./program", "free").stdout)

    def test_graph_names_objects(self):
        """Objects are named at the end, when stack frames are gone and blocks are freed."""
        place = lines("kinds.c")
        for build in self.builds("kinds.c"):
            with build:
                for kind, name in (("global", "plain"), ("local", "local[4]"), ("nested", "mine[2]"),
                                   ("turns", "wild[3]"),
                                   ("heap", f"heap(kinds.c:{place['allocation']})")):
                    found = self.one(kind, flags=["--engine=graph"])
                    self.assertEqual(found["object"]["name"], name)

    def test_without_lines(self):
        for build in self.builds("kinds.c", levels=("-O0",), more=["-g0"]):
            with build:
                text = self.command(RACEPROOF, "run", "./program", "global").stdout
                self.assertRegex(text, "where:  task 2 (reads|writes) 4 bytes in `add`")
                self.assertIn("data race on `plain`", text)
                subprocess.run(["strip", "program"], cwd=self.directory, check=True)
                found = self.report("global")[0]["findings"][0]
                self.assertRegex(found["object"]["name"], r"^program\+0x[0-9a-f]+$")
                self.assertRegex(functions(found["accesses"][1])[0], r"^program\+0x[0-9a-f]+$")

    def test_memory_is_used_again(self):
        for build in self.builds("reuse.c", levels=("-O1",)):
            with build:
                report, status = self.report()
                self.assertEqual((status, report["verdict"]), (0, "race-free"))

    def check_atomic_operations(self, flags=()):
        report, status = self.report("count", flags=flags)
        self.assertEqual((status, report["findings"]), (67, []))
        self.assertEqual({row["what"] for row in report["dependences"]},
                         {"the order of atomic operations on `count`"})
        found = self.one("handshake", status=67, flags=flags)
        self.assertEqual((found["object"]["name"], found["certainty"]), ("data", "possible"))
        report, _ = self.report("race", flags=flags)
        self.assertEqual(report["findings"][0]["object"]["name"], "other")

    def test_atomic_operations(self):
        for more in ([], ["-DFUTURES"]):
            for build in self.builds("handshake.c", more=more):
                with build:
                    self.check_atomic_operations()
                    self.check_atomic_operations(["--engine=graph"])

    def test_suppressed_by_one_way(self):
        for build in self.builds("ways.c"):
            with build:
                (self.directory / "list").write_text("race:^known$\n")
                report, status = self.report(flags=["--suppressions=list"])
                self.assertEqual(status, 66)
                self.assertEqual((len(report["findings"]), len(report["suppressed"])), (1, 1))
                self.assertEqual(functions(report["findings"][0]["accesses"][0]), ["add", "fresh"])
                (self.directory / "list").write_text("race:shared\n")
                self.assertEqual(self.report(flags=["--suppressions=list"])[1], 0)

    def test_on_the_fly(self):
        for build in self.builds("ways.c", levels=("-O2",)):
            with build:
                report, status = self.report(flags=["--on-the-fly"])
                self.assertEqual((status, report["stats"]["tasks"]), (66, 3))
                self.assertEqual(functions(report["findings"][0]["accesses"][0]), ["add", "known"])
                self.assertIn("stopped at the end of the first racy region",
                              self.command(RACEPROOF, "run", "--on-the-fly", "./program").stdout)
                report, status = self.report(flags=["--on-the-fly", "--keep-going"])
                self.assertEqual((status, report["stats"]["tasks"]), (66, 5))

    def test_processes(self):
        for build in self.builds("processes.c", levels=("-O2",)):
            with build:
                for way, child in (("before", 5), ("race", 66), ("x", 66)):
                    done = self.command(RACEPROOF, "run", "--format=json", "--output=report.json",
                                        "./program", way)
                    report = json.loads((self.directory / "report.json").read_text())
                    self.assertEqual([found["object"]["name"] for found in report["findings"]],
                                     ["before"], way)
                    self.assertIn(f"child {child}", done.stdout)
                    self.assertEqual("data race on `inside`" in done.stderr, child == 66)
                    self.assertNotIn("data race on `before`", done.stderr)

    def test_nested_functions(self):
        place = lines("nested.c")
        for build in self.builds("nested.c", compilers=("gcc",)):
            with build:
                found = self.one()
                self.assertEqual((found["object"]["name"], found["accesses"][0]["line"]),
                                 ("sum", place["access"]))

    def test_libraries_of_the_language(self):
        place = lines("containers.cc")
        expected = {("found", place["vector"]), ("mine.balance_", place["deposit"]),
                    (f"heap(containers.cc:{place['allocation']})", place["map"]),
                    (f"heap(containers.cc:{place['vector']})", place["vector"]),
                    ("best", place["write"])}
        for build in self.builds("containers.cc"):
            with build:
                report, status = self.report()
                self.assertEqual(status, 66)
                found = {(found["object"]["name"], max(access["line"] for access in found["accesses"]))
                         for found in report["findings"]}
                self.assertEqual(found, expected)
                text = self.command(RACEPROOF, "run", "./program").stdout
                self.assertIn("in `std::vector<int>::push_back`", text)
                self.assertNotIn("/usr/include", text)
                self.assertIn("/usr/include", self.command(RACEPROOF, "run", "-v", "./program").stdout)

    def test_new(self):
        place = lines("new.cc")
        expected = [f"heap(new.cc:{place[name]})" for name in ("array", "quiet")]
        for more in ([], ["-static-libstdc++"]):
            for build in self.builds("new.cc", more=more):
                with build:
                    report, _ = self.report()
                    names = [found["object"]["name"] for found in report["findings"]]
                    self.assertEqual(names, expected)
                    self.assertIn("none\nown 0", self.command("./program").stdout)
        for build in self.builds("new.cc", levels=("-O1",), more=["-DOWN"]):
            with build:
                calls = re.search(r"own (\d+)", self.command("./program").stdout)
                self.assertGreaterEqual(int(calls.group(1)), 3)

    def test_long_ways(self):
        for build in self.builds("deep.c"):
            with build:
                for depth in (20, 5000):
                    stacks = [functions(access) for access in self.one(str(depth))["accesses"]]
                    self.assertEqual([stack[0] for stack in stacks], ["down", "down"])
                    self.assertEqual([stack[-1] for stack in stacks], ["second", "first"])
                    self.assertEqual(["..." in stack for stack in stacks], [depth == 5000] * 2)
                text = self.command(RACEPROOF, "run", "./program", "20").stdout
                self.assertRegex(text, r"`down` \([0-9:]+\) \d+\s+times")

    def test_ended_by_somebody(self):
        for engine in ("bags", "graph"):
            with self.build("deep.c", "gcc", "-O2"):
                for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
                    process = subprocess.Popen([RACEPROOF, "run", f"--engine={engine}",
                                                "--format=line", "./program", "sleep"],
                                               cwd=self.directory, env=self.environment(),
                                               stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                               text=True)
                    self.addCleanup(process.kill)
                    time.sleep(1)
                    process.send_signal(number)
                    out, errors = process.communicate(timeout=30)
                    self.assertEqual(process.returncode, 128 + number)
                    self.assertIn("RP001 certain", out)
                    self.assertNotIn("RP007", out)
                    self.assertIn(f"was ended by signal {number:d}", re.sub(r"\s+", " ", errors))

    def test_memory_limit(self):
        for engine in ("bags", "graph"):
            with self.build("deep.c", "gcc", "-O2"):
                report, status = self.report("memory", options=f"memory_limit_mb=100:engine={engine}")
                self.assertEqual((status, len(report["findings"])), (66, 1))
                self.assertEqual(report["incomplete"], "the memory limit of 100 MB was reached")
                self.assertLess(report["stats"]["peak_rss_kb"], 300 * 1024)

    def test_picture(self):
        for build in self.builds("joins.c"):
            with build:
                done = self.command(RACEPROOF, "run", "--graph=picture.dot", "./program", "deep")
                self.assertEqual(done.returncode, 66)
                text = (self.directory / "picture.dot").read_text()
                self.assertRegex(text, r'label="task 2: async, joins\.c:\d+"')
                self.assertEqual(len(re.findall(r"write shared joins\.c:\d+.*#c92a2a", text)), 2)
                self.assertIn('"main"', text)
                done = self.command("./program", "deep", options="graph=direct.dot")
                self.assertEqual(done.returncode, 66)
                self.assertIn("digraph", (self.directory / "direct.dot").read_text())
        done = self.command(RACEPROOF, "run", "--graph=/nowhere/x.dot", "./program", "deep")
        self.assertEqual(done.returncode, 2)
        self.assertIn("/nowhere/x.dot", done.stderr)

    def test_nothing_is_left_behind(self):
        temporary = self.directory / "tmp"
        temporary.mkdir(exist_ok=True)
        with self.build("deep.c", "gcc", "-O2"):
            for words in ([RACEPROOF, "run", "./program", "sleep"], ["./program", "sleep"]):
                process = subprocess.Popen(words, cwd=self.directory, stdout=subprocess.DEVNULL,
                                           stderr=subprocess.DEVNULL,
                                           env=self.environment(TMPDIR=str(temporary)))
                time.sleep(0.5)
                process.kill()
                process.wait()
                self.assertEqual(os.listdir(temporary), [])


if __name__ == "__main__":
    sys.exit(unittest.main())
