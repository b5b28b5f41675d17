#!/usr/bin/env python3
"""Bad input, from outside: a clear message, exit status 2, no crash, and no files left behind."""

import os
import pathlib
import random
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from support.command import RACEPROOF, environment

RACY = "var x;\nfinish {\n  async { x = 1; }\n  async { x = 2; }\n}\n"


class BadInput(unittest.TestCase):
    def setUp(self):
        self.directory = tempfile.TemporaryDirectory()
        self.path = pathlib.Path(self.directory.name)
        self.write("racy.rp", RACY)

    def tearDown(self):
        self.directory.cleanup()

    def write(self, name, text):
        (self.path / name).write_bytes(text if isinstance(text, bytes) else text.encode())

    def files(self):
        return sorted(file.name for file in self.path.iterdir())

    def run_model(self, *arguments, stdout=subprocess.PIPE):
        """Runs the command. It must not end by a signal or an internal error, nor leave files behind."""
        before = self.files()
        done = subprocess.run([RACEPROOF, "run", *arguments], cwd=self.path, stdout=stdout,
                              stderr=subprocess.PIPE, stdin=subprocess.DEVNULL, timeout=120,
                              env=environment())
        self.assertEqual(done.returncode, 2, done.stderr.decode())
        self.assertEqual(self.files(), before)
        self.assertNotIn(b"internal error", done.stderr)
        return (done.stdout or b"").decode(), done.stderr.decode()

    def one_line(self, *arguments, saying):
        out, err = self.run_model(*arguments)
        self.assertEqual(out, "")
        self.assertRegex(err, r"\Araceproof[^\n]*\n\Z")
        self.assertIn(saying, err)

    def diagnosed(self, text, *arguments, saying, place=None):
        """stderr has a headline with the place under it; stdout is empty."""
        self.write("model.rp", text)
        out, err = self.run_model("model.rp", *arguments, "--output=report", "--graph=graph.dot")
        self.assertEqual(out, "")
        self.assertIn(saying, err)
        self.assertRegex(err, r"\Aerror\[RP1\d\d\]: ")
        if place:
            self.assertIn(f"--> model.rp:{place}\n", err)

    def failed(self, text, saying, place):
        """A run-time error is a finding: it is on stdout, and the verdict on stderr."""
        self.write("model.rp", text)
        out, err = self.run_model("model.rp")
        self.assertRegex(out, r"\Aerror\[RP009\]: ")
        self.assertIn(saying, out)
        self.assertIn(f"--> model.rp:{place}\n", out)
        self.assertIn("Result ERROR", err)


class Files(BadInput):
    def test_missing(self):
        self.one_line("missing.rp", saying="cannot read `missing.rp': No such file or directory")
        self.one_line("racy.rp/model.rp", saying="Not a directory")

    def test_directory(self):
        (self.path / "models.rp").mkdir()
        self.one_line("models.rp", saying="cannot read `models.rp': Is a directory")

    def test_unreadable(self):
        (self.path / "racy.rp").chmod(0)
        if os.access(self.path / "racy.rp", os.R_OK):
            self.skipTest("this user may read everything")
        self.one_line("racy.rp", saying="cannot read `racy.rp': Permission denied")

    def test_link_to_itself(self):
        (self.path / "loop.rp").symlink_to("loop.rp")
        self.one_line("loop.rp", saying="cannot read `loop.rp': Too many levels")

    def test_empty(self):
        for text in ("", "\n", "// only a comment", "/* and\nanother */\n"):
            self.diagnosed(text, saying="nothing to run")

    def test_garbage(self):
        source = random.Random(7)
        for size in (1, 10, 1000, 100000):
            self.write("model.rp", b"\xff" + source.randbytes(size))
            _, err = self.run_model("model.rp")
            self.assertTrue(err.startswith("error[RP101]: "), err[:200])
            self.assertTrue(err.isascii() and err.replace("\n", "").isprintable())
            self.assertLess(len(err), 20000)

    def test_zero_byte(self):
        self.diagnosed(b"x = 1;\0y = 2;\n", saying="unexpected byte 0x00", place="1:7")


class Source(BadInput):
    def test_syntax(self):
        self.diagnosed("x = ;\n", saying="expected an expression", place="1:5")
        self.diagnosed("x = 1\ny = 2;\n", saying="expected `;`", place="1:6")
        self.diagnosed("finish {\n", saying="expected `}`", place="1:9")
        self.diagnosed("x = 1; }\n", saying="`}` without a `{`", place="1:8")
        self.diagnosed("/* x = 1;\n", saying="comment without an end", place="1:1")
        self.diagnosed("x = 99999999999999999999;\n", saying="too large", place="1:5")

    def test_several_at_once(self):
        self.write("model.rp", "x = ;\ny = 1;\nz = );\n")
        _, err = self.run_model("model.rp")
        self.assertEqual(err.count("error[RP102]"), 2)

    def test_not_too_many(self):
        self.write("model.rp", "x = ;\n" * 5000)
        _, err = self.run_model("model.rp")
        self.assertLess(err.count("error["), 50)

    def test_deep_nesting(self):
        for text in ("x = " + "(" * 100000 + "1" + ")" * 100000 + ";", "x = " + "-" * 100000 + "1;",
                     "{" * 100000 + "}" * 100000, "finish " * 100000 + "skip;",
                     "x = " + "a[" * 100000,
                     "if (1) " * 100000 + "skip;", "x = 1" + " ? 1 : 1" * 100000 + ";"):
            self.diagnosed(text, saying="nested more than")

    def test_long_sums(self):
        self.diagnosed("x = 1" + " + 1" * 100000 + ";", saying="more than 10000 operators in a row")

    def test_other_formats(self):
        self.write("model.rp", "x = ;\n")
        for form, start in (("json", "{"), ("sarif", "{"), ("line", "RP102 certain - - model")):
            out, err = self.run_model("model.rp", f"--format={form}")
            self.assertTrue(out.startswith(start), out)
            self.assertIn("error[RP102]", err)


class Parameters(BadInput):
    def test_unbound(self):
        self.diagnosed("param n;\nx = n;\n", saying="the parameter `n` has no value", place="1:7")

    def test_below_minimum(self):
        self.diagnosed("param n >= 2;\nx = n;\n", "--param=n=1", place="1:7",
                       saying="n=1 is below the minimum 2")

    def test_unknown(self):
        self.diagnosed("param n >= 2;\nx = n;\n", "--param=m=1", saying="no parameter `m`")
        self.diagnosed("x = 1;\n", "--param=m=1", saying="no parameter `m`")

    def test_not_a_number(self):
        for value in ("n", "n=", "n=x", "n=1.5", "=3", "n=99999999999999999999", ""):
            self.one_line(f"--param={value}", "racy.rp", saying="--param wants NAME=INTEGER")

    def test_array_sizes(self):
        self.diagnosed("var a[1000000000000];\na[0] = 1;\n", saying="too large", place="1:5")
        self.diagnosed("var a[9999999][9999999][9999999][9999999];\nx = 1;\n", saying="too large")
        self.diagnosed("param n;\nvar a[n];\nx = 1;\n", "-pn=-3", saying="negative", place="2:5")
        self.diagnosed("param n;\nvar a[8 / n];\nx = 1;\n", "-pn=0", saying="division by zero",
                       place="2:5")


class Options(BadInput):
    def test_unknown(self):
        self.one_line("--nonsense", "racy.rp", saying="unknown option `--nonsense'")
        self.one_line("racy.rp", "-Z", saying="unknown option `-Z'")

    def test_bad_values(self):
        for option, saying in (("--format=xml", "--format wants"), ("--seed=x", "--seed wants"),
                               ("--schedule=fair", "--schedule wants"),
                               ("--engine=magic", "--engine wants"),
                               ("--color=red", "--color wants")):
            self.one_line(option, "racy.rp", saying=saying)


class Output(BadInput):
    def test_unwritable(self):
        (self.path / "directory").mkdir()
        for option in ("--output", "--graph"):
            for name, why in (("no/such/file", "No such file"), ("directory", "Is a directory"),
                              ("racy.rp/x", "Not a directory")):
                self.one_line(f"{option}={name}", "racy.rp", saying=f"cannot write `{name}': {why}")

    def test_unwritable_graph_leaves_no_report(self):
        self.one_line("--output=new", "--graph=no/such/file", "racy.rp", saying="no/such/file")

    def test_full(self):
        for options in (["--output=/dev/full"], ["--graph=/dev/full"],
                        ["--output=/dev/full", "--format=json"],
                        ["--output=/dev/full", "--format=sarif"],
                        ["--output=/dev/full", "--format=line"]):
            _, err = self.run_model(*options, "racy.rp")
            self.assertEqual(err.count("cannot write `/dev/full': No space left on device"), 1, err)

    def test_full_standard_output(self):
        with open("/dev/full", "w") as full:
            for form in ("text", "json", "sarif", "line"):
                _, err = self.run_model(f"--format={form}", "racy.rp", stdout=full)
                self.assertEqual(err.count("cannot write standard output: No space left"), 1, err)

    def test_file_size_limit(self):
        """A report that cannot be completed is removed, not left half written."""
        script = f'ulimit -f 1; trap "" XFSZ; exec "{RACEPROOF}" run --all -f json -o new many.rp'
        self.write("many.rp", "forall (i in 0..30)\n  x = x + i;\n")
        done = subprocess.run(["sh", "-c", script], cwd=self.path, stderr=subprocess.PIPE)
        self.assertEqual(done.returncode, 2, done.stderr)
        self.assertIn(b"cannot write `new': File too large", done.stderr)
        self.assertEqual(self.files(), ["many.rp", "racy.rp"])

    def test_closed_streams(self):
        for closed, status in ((">&-", 2), ("2>&-", 66), ("<&-", 66)):
            script = f'"{RACEPROOF}" run --graph=g.dot racy.rp {closed}'
            done = subprocess.run(["sh", "-c", script], cwd=self.path, stdout=subprocess.PIPE,
                                  stderr=subprocess.PIPE)
            self.assertEqual(done.returncode, status, (closed, done.stderr))
            self.assertTrue((self.path / "g.dot").read_text().startswith("digraph"))

    def test_findings_come_before_the_result(self):
        for form in ("text", "json", "line"):
            done = subprocess.run([RACEPROOF, "run", f"--format={form}", "racy.rp"], cwd=self.path,
                                  stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
            text = done.stdout.decode()
            self.assertLess(text.index("RP001"), text.index("Result NOT RACE-FREE"), form)


class RunTime(BadInput):
    def test_index(self):
        self.failed("var a[2];\na[2] = 1;\n", "index 2 of `a` is out of range", "2:1")
        self.failed("var a[2];\nvar i = -1;\nx = a[i];\n", "index -1 of `a` is out of range", "3:5")

    def test_division(self):
        self.failed("var zero;\nx = 1 / zero;\n", "division by zero", "2:5")
        self.failed("var zero;\nx = 1 % zero;\n", "division by zero", "2:5")

    def test_endless_recursion(self):
        for body in ("p(n + 1);", "x = p(n + 1) + 1;", "finish p(n + 1);", "if (p(n + 1)) skip;",
                     "isolated p(n + 1);", "for (i in 0..1) p(i);", "{ { { p(n + 1); } } }"):
            for call in ("p(0);", "finish async p(0);", "forall (i in 0..3) p(i);"):
                self.write("model.rp", f"proc p(n) {{ {body} }}\nproc main() {{ {call} }}\n")
                out, _ = self.run_model("model.rp", "--format=line")
                self.assertIn("RP009 certain - - model.rp:1\nverdict error\n", out, body)


if __name__ == "__main__":
    unittest.main()
