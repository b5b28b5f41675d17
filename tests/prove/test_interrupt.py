#!/usr/bin/env python3
"""A user who interrupts `raceproof prove` (Ctrl-C, kill) gets the results so far at the first signal, and no process
is left behind."""
import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from support.command import RACEPROOF, environment

# The prover finds no answer within minutes: the least solution of x*x = 61*y*y + 1 is large.
FAR = pathlib.Path("examples/yuki_5_5_far_root.rp").read_text(encoding="utf-8")
RACE = "finish {\n  async R[0] = 1;\n  async R[0] = 2;\n}\n"
REGION = """void f{0} (int n, double *a)
{{
#pragma omp parallel for
  for (int i = 0; i < n - {1}; i++)
    a[i] = a[i + {1}];
}}
"""


def slow_region():
    """A region for which isl needs minutes."""
    line = "a[(3*i+5*j+{0})%97][(i/3+j*7+{0})%89] = a[(i+2*j+{0})%97][(j/5+i+{0})%89];\n"
    lines = "".join(line.format(k) for k in range(7))
    loops = "for (int i = 1; i < n; i++) for (int j = {}; j < m; j += 3) {{ {} }}\n"
    return ("void slow (int n, int m, double a[97][89]) {\n#pragma omp parallel\n"
            "for (int t = 0; t < n; t++) {\n#pragma omp for collapse(2) nowait\n"
            + loops.format("1", lines) + "#pragma omp for schedule(static, 7)\n"
            + loops.format("i", lines) + "}}\n")


class Interrupt(unittest.TestCase):
    def setUp(self):
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.root = pathlib.Path(directory.name).resolve()
        (self.root / "tmp").mkdir()

    def write(self, name, text):
        path = self.root / name
        path.write_text(text, encoding="utf-8")
        return str(path)

    def group(self, leader):
        """The processes of a session, as ps lists them."""
        lines = subprocess.run(["ps", "-e", "-o", "sid=,pid=,args="], capture_output=True, text=True,
                               check=True).stdout.splitlines()
        return [line for line in lines if line.split()[0] == str(leader) and line.split()[1] != str(leader)]

    def interrupt(self, *arguments, number=signal.SIGINT, after=1.5, to_group=False):
        process = subprocess.Popen([RACEPROOF, "prove", "-f", "json", *arguments], stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, text=True, start_new_session=True,
                                   env=environment(TMPDIR=str(self.root / "tmp")))
        self.addCleanup(process.kill)
        time.sleep(after)
        self.assertIsNone(process.poll(), "it ended before it was interrupted")
        (os.killpg if to_group else os.kill)(process.pid, number)
        sent = time.monotonic()
        out, _ = process.communicate(timeout=60)
        self.assertLess(time.monotonic() - sent, 10)
        self.assertEqual(self.group(process.pid), [])
        self.assertEqual(list((self.root / "tmp").iterdir()), [])
        return process.returncode, json.loads(out)

    def test_model(self):
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            with self.subTest(signal=number):
                status, report = self.interrupt(self.write("m.rp", FAR), number=number)
                self.assertEqual((status, report["verdict"]), (67, "undecided"))
                self.assertIn("interrupted", report["incomplete"])
                self.assertEqual({pair["reason"] for pair in report["pairs"]}, {"interrupted"})

    def test_model_with_a_race(self):
        """Ctrl-C in a terminal also reaches the solver and the executions."""
        status, report = self.interrupt(self.write("m.rp", FAR.replace("for (x", RACE + "for (x", 1)), to_group=True)
        self.assertEqual((status, report["verdict"]), (66, "findings"))
        self.assertIn("R[0]", [f["object"]["name"] for f in report["findings"]])
        self.assertIn("interrupted", report["incomplete"])

    def test_executions(self):
        pairs = "".join(f"  async for (i in 0..N) A{k}[0] = f(A{k}[0]);\n"
                        f"  async for (i in 0..N) A{k}[0] = f(i);\n" for k in range(8))
        status, report = self.interrupt(self.write("m.rp", f"param N >= 300000000;\nfinish {{\n{pairs}}}\n"),
                                        to_group=True)
        self.assertEqual((status, report["verdict"]), (67, "undecided"))
        self.assertIn("interrupted before these values were executed", {p["reason"] for p in report["pairs"]})

    def test_regions(self):
        text = REGION.format("racy", 1) + REGION.format("clean", 0) + slow_region()
        status, report = self.interrupt(self.write("x.c", text), after=4)
        self.assertEqual(status, 66)
        verdicts = {region["function"]: region["verdict"] for region in report["regions"]}
        self.assertEqual(verdicts, {"fracy": "race", "fclean": "proved", "slow": "undecided"})
        self.assertIn("interrupted", report["incomplete"])

    def test_reading(self):
        """The interrupt comes before there are any results."""
        pipe = self.root / "never"
        os.mkfifo(pipe)
        for to_group in (False, True):
            status, report = self.interrupt(self.write("x.c", f'#include "{pipe}"\n'), to_group=to_group)
            self.assertEqual((status, report["verdict"]), (67, "undecided"))
            self.assertIn("interrupted", report["incomplete"])

    def test_project(self):
        files = {"a.c": REGION.format("racy", 1), "b.c": slow_region(), "c.c": REGION.format("later", 0)}
        for name, text in files.items():
            self.write(name, text)
        self.write("compile_commands.json", json.dumps(
            [{"directory": str(self.root), "file": name, "command": f"cc -c {name}"} for name in files]))
        status, report = self.interrupt("-p", str(self.root), after=5)
        self.assertEqual((status, report["verdict"]), (66, "findings"))
        self.assertIn("interrupted", report["incomplete"])
        self.assertEqual(report["counts"]["race"], 1)
        reasons = {pathlib.Path(f["file"]).name: f.get("reason") for f in report["files"]}
        self.assertEqual(reasons["c.c"], "interrupted before")
        slow, = [r for r in report["regions"] if r["function"] == "slow"]
        self.assertEqual(slow["verdict"], "undecided")
        self.assertIn("interrupted", slow["reason"])

    def test_twice(self):
        """timeout(1) signals the process and its group: that counts as one signal. A later signal ends the command."""
        process = subprocess.run(["timeout", "-s", "INT", "1.5", RACEPROOF, "prove", "-f", "json",
                                  self.write("m.rp", FAR)], capture_output=True, text=True, check=False, timeout=60)
        self.assertIn("interrupted", json.loads(process.stdout)["incomplete"])


if __name__ == "__main__":
    unittest.main()
