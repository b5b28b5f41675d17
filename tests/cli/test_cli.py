#!/usr/bin/env python3
"""The command line from outside: verbs, options, bad usage, output that cannot be written."""

import json
import pathlib
import re
import subprocess
import sys
import tempfile
import time
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from support import command
from support.command import BUILD, RACEPROOF, ROOT

CLEAN = "var x;\nfinish {\n  async { x = 1; }\n}\n"
RACY = "var x;\nfinish {\n  async { x = 1; }\n  async { x = 2; }\n}\n"
PARAM = "param n;\nvar x;\nx = n;\n"


class Command(unittest.TestCase):
    def setUp(self):
        self.directory = tempfile.TemporaryDirectory()
        self.path = pathlib.Path(self.directory.name)
        for name, text in [("clean.rp", CLEAN), ("racy.rp", RACY), ("param.rp", PARAM)]:
            (self.path / name).write_text(text)

    def tearDown(self):
        self.directory.cleanup()

    def call(self, *arguments, stdout=subprocess.PIPE, environment=None, status=None):
        done = subprocess.run([RACEPROOF, *arguments], cwd=self.path, stdout=stdout,
                              stderr=subprocess.PIPE, stdin=subprocess.DEVNULL, timeout=60,
                              env=command.environment(**(environment or {})))
        done.out = (done.stdout or b"").decode()
        done.err = done.stderr.decode()
        if status is not None:
            self.assertEqual(done.returncode, status, done.out + done.err)
        return done

    def refused(self, *arguments, saying):
        """The command prints one clear line on stderr, nothing on stdout, and ends with status 2."""
        done = self.call(*arguments, status=2)
        self.assertEqual(done.out, "")
        self.assertRegex(done.err, r"\Araceproof[^\n]*\n\Z")
        self.assertIn(saying, done.err)


class Usage(Command):
    def test_version_and_help(self):
        self.assertRegex(self.call("--version", status=0).out, r"\Araceproof \d+\.\d+\.\d+\n\Z")
        overview = self.call("--help", status=0).out
        self.assertEqual(overview, self.call("help", status=0).out)
        for verb in ("run", "fmt", "explain", "help"):
            self.assertIn(f"\n  {verb} ", overview)
            self.assertIn(f"usage: raceproof {verb}", self.call("help", verb, status=0).out)

    def test_help_fits_a_terminal(self):
        for arguments in (["help"], ["help", "run"], ["help", "fmt"], ["explain", "1"]):
            for line in self.call(*arguments, status=0).out.splitlines():
                self.assertLessEqual(len(line), 82, line)

    def test_bad_verbs(self):
        self.refused(saying="which verb?")
        self.refused("rnu", "x.rp", saying="unknown verb `rnu'; did you mean `run'?")
        self.refused("frobnicate", saying="try `raceproof help'")
        self.refused("help", "rum", saying="did you mean `run'?")
        self.refused("--frobnicate", saying="unknown option `--frobnicate'")
        self.refused("a\033[31mb", saying="unknown verb `a?[31mb'")

    def test_bad_options(self):
        for arguments, saying in [
            (["--foo", "clean.rp"], "unknown option `--foo'; try `raceproof help run'"),
            (["clean.rp", "--foo=3"], "unknown option `--foo'; try `raceproof help run'"),
            (["-Z", "clean.rp"], "unknown option `-Z'"),
            (["-qZ", "clean.rp"], "unknown option `-Z'"),
            (["--quiet=yes", "clean.rp"], "option `--quiet' takes no value"),
            (["clean.rp", "--param"], "option `--param' wants a value"),
            (["clean.rp", "-p"], "option `-p' wants a value"),
            (["--engine=fast", "clean.rp"], "--engine wants bags|graph, not `fast'"),
            (["--format=xml", "clean.rp"], "--format wants text|json|sarif|line, not `xml'"),
            (["--format=", "clean.rp"], "not `'"),
            (["--seed=-1", "clean.rp"], "--seed wants"),
            (["--seed=12x", "clean.rp"], "--seed wants"),
            (["--param=n", "clean.rp"], "--param wants NAME=INTEGER, not `n'"),
            (["--param=n=1,", "clean.rp"], "--param wants"),
            (["--param=n=1x", "clean.rp"], "not `n=1x'"),
            (["--param=1n=1", "clean.rp"], "not `1n=1'"),
            (["--param=n=9223372036854775808", "clean.rp"], "not `n=9223372036854775808'"),
            ([], "which program?"),
            (["clean.rp", "other"], "unexpected argument `other'"),
            (["--output=clean.rp", "clean.rp"], "--output would overwrite the program"),
            (["--graph=./clean.rp", "clean.rp"], "--graph would overwrite the program"),
            (["--output=a", "--graph=a", "clean.rp"], "name the same file"),
        ]:
            with self.subTest(arguments):
                self.refused("run", *arguments, saying=saying)
        self.assertEqual((self.path / "clean.rp").read_text(), CLEAN)


class Run(Command):
    def test_exit_status(self):
        self.call("run", "clean.rp", status=0)
        self.call("run", "racy.rp", status=66)

    def check_engine(self, text, status, engine):
        (self.path / "model.rp").write_text("var x; var y; " + text)
        done = self.call("run", "--format=json", "model.rp", status=status)
        self.assertEqual(json.loads(done.out)["scope"]["engine"], engine)

    def test_engines(self):
        """If there is no finding, the fast engine decides, for all constructs. Otherwise the graph engine makes the
        report."""
        region = "proc p () { x = 1; } proc main () { post r <- p (); %s x = 2; }"
        models = [
            ("finish { async { x = 1; } y = 2; }", "finish { async { x = 1; } x = 2; }"),
            ("future f = async { x = 1; } get(f); x = 2;", "future f = async { x = 1; } x = 2;"),
            (region % "await r;", region % ""),
            ("finish { async { isolated (x) { x = 1; } } y = 2; }",
             "finish { async { isolated (x) { x = 1; } } x = 2; }"),
            ("clocked finish { async { y = x; } advance; }",
             "clocked finish { async { y = x; } advance; x = 2; }"),
        ]
        for clean, racy in models:
            with self.subTest(clean):
                self.check_engine(clean, 0, "bags")
                self.check_engine(racy, 66, "graph")

    def test_unreadable_programs(self):
        self.refused("run", "missing.rp", saying="missing.rp")
        self.refused("run", ".", saying="")

    def test_options_on_both_sides_of_a_model(self):
        for arguments in (["--param", "n=3", "param.rp"], ["param.rp", "--param=n=3"],
                          ["-pn=1,n=3", "param.rp"], ["param.rp", "-p", "n=1", "-p", "n=3"]):
            done = self.call("run", "--format=json", *arguments, status=0)
            self.assertEqual(json.loads(done.out)["scope"]["input"], "n=3", arguments)

    def test_streams(self):
        done = self.call("run", "racy.rp", status=66)
        self.assertTrue(done.out.startswith("error[RP001]: data race on `x`"), done.out)
        self.assertIn("      Result NOT RACE-FREE", done.err)
        self.assertRegex(done.err, r"\nSUMMARY: raceproof: data race racy.rp:\d+ in \w+\n\Z")
        self.assertEqual(self.call("run", "--quiet", "racy.rp", status=66).err, "")

    def test_colour(self):
        self.assertNotIn("\033", self.call("run", "racy.rp").out)
        self.assertIn("\033[1;31m", self.call("run", "--color=always", "racy.rp").out)

    def test_output_file(self):
        (self.path / "report").write_text("old " * 10000)
        done = self.call("run", "--output=report", "--format=line", "racy.rp", status=66)
        self.assertEqual(done.out, "")
        self.assertEqual((self.path / "report").read_text(),
                         "RP001 certain write-write x racy.rp:3 racy.rp:4\nverdict findings\n")

    def test_bad_input_keeps_the_old_report(self):
        (self.path / "report").write_text("old")
        (self.path / "broken.rp").write_text("finish {")
        self.call("run", "--output=report", "broken.rp", status=2)
        self.assertEqual((self.path / "report").read_text(), "old")
        self.call("run", "--output=report", "clean.rp", status=0)
        self.assertEqual((self.path / "report").read_text(), "")

    def test_output_that_cannot_be_written(self):
        self.refused("run", "--output=no/such/file", "racy.rp",
                     saying="cannot write `no/such/file'")
        self.assertIn("cannot write `/dev/full'",
                      self.call("run", "--output=/dev/full", "racy.rp", status=2).err)
        with open("/dev/full", "w") as full:
            done = self.call("run", "racy.rp", stdout=full, status=2)
        self.assertEqual(done.err.count("cannot write standard output"), 1)

    def test_closed_streams_stay_out_of_files(self):
        script = f'"{RACEPROOF}" run --graph=g.dot --format=json racy.rp >&-'
        done = subprocess.run(["sh", "-c", script], cwd=self.path, stderr=subprocess.PIPE)
        self.assertEqual(done.returncode, 2)
        self.assertIn(b"cannot write standard output", done.stderr)
        self.assertNotIn("schema", (self.path / "g.dot").read_text())


class Sizes(Command):
    """Large or endless models get an answer soon, and with a place."""
    def report(self, verb, text, *arguments, status):
        (self.path / "m.rp").write_text(text)
        start = time.monotonic()
        done = self.call(verb, "-f", "json", *arguments, "m.rp", status=status)
        self.assertLess(time.monotonic() - start, 120 if BUILD.name.endswith("asan") else 30)
        return json.loads(done.out)

    def test_too_many_tasks(self):
        for verb in ("run", "explore"):
            for text in ("skip;\nforall (i in 0..1000000000) skip;", "skip;\nforasync (i in -9..9000000000) skip;"):
                (finding,) = self.report(verb, text, status=2)["findings"]
                self.assertEqual((finding["rule"], finding["accesses"][0]["at"]["line"]), ("RP009", 2))
                self.assertIn("more than 2000000 tasks", finding["message"])
        (finding,) = self.report("run", "skip;\nwhile (1) async skip;", status=2)["findings"]
        self.assertEqual((finding["rule"], finding["accesses"][0]["at"]["line"]), ("RP009", 2))
        self.assertIn("more than 2000000 tasks: a loop or a recursion without end?", finding["message"])
        self.report("run", "forall (i in 0..200000) skip;", status=0)

    @unittest.skipIf(BUILD.name.endswith("asan"),
                     "AddressSanitizer needs more address space than the limit")
    def test_no_memory_for_stacks(self):
        limited = ["bash", "-c", 'ulimit -v 3000000; exec "$0" "$@"', RACEPROOF, "run", "-f", "json", "m.rp"]
        for text in ("proc p() {\n  finish async p();\n}\nproc main() { p(); }",
                     "proc p() {\n  future f = async { p(); } get(f);\n}\nproc main() { p(); }",
                     "proc p() {\n  post r <- p(); await r;\n}\nproc main() { p(); }"):
            (self.path / "m.rp").write_text(text)
            done = subprocess.run(limited, cwd=self.path, capture_output=True, text=True, timeout=60, check=False)
            self.assertEqual(done.returncode, 2, done.stderr)
            (finding,) = json.loads(done.stdout)["findings"]
            self.assertEqual((finding["rule"], finding["accesses"][0]["at"]["line"]), ("RP009", 2))

    def test_two_thousand_racing_statements(self):
        text = "".join(f"async x = {i};\n" for i in range(2000)) + "async y = 1;\ny = 2;\n"
        report = self.report("run", text, status=66)
        names = [finding["object"]["name"] for finding in report["findings"]]
        self.assertEqual((names.count("x"), names.count("y")), (100, 1))
        self.assertGreater(report["leftOut"], 1000)
        self.assertIn("more pairs of accesses to these objects (--all)",
                      self.call("run", "m.rp", status=66).out)
        few = "".join(f"async x = {i};\n" for i in range(20))
        self.assertEqual(self.report("run", few, status=66)["leftOut"], 90)
        report = self.report("run", few, "--all", status=66)
        self.assertEqual((len(report["findings"]), "leftOut" in report), (190, False))

    def test_long_sums(self):
        for verb in ("run", "explore", "prove"):
            self.report(verb, "async x = " + " + ".join(["y"] * 1000) + ";", status=0)
        self.report("run", "assume " + " + ".join(["1"] * 9000) + " == 9000;\n"
                    "assert " + " - ".join(["1"] * 9000) + " == -8998;\n"
                    "assert " + " && ".join(["1"] * 5000) + " && !(" + " || ".join(["0"] * 5000) + ");", status=0)
        (self.path / "m.rp").write_text("x = " + " + ".join(["1"] * 20000) + ";")
        self.assertIn("more than 10000 operators in a row", self.call("run", "m.rp", status=2).err)

    def test_large_arrays(self):
        text = ("var a[268435456] = 7;\nforall (i in 0..3) isolated a[i] = a[i+1] + 1;\n"
                "assert a[200000000] == 7;\n")
        for more in ([], ["--reduction=states"], ["--reduction=none"]):
            report = self.report("explore", text, *more, status=0)
            self.assertLess(report["stats"]["peak_rss_kb"], 200000)
        self.report("run", "var a[3000000] = 5;\na[2999999] = a[0] + 1;\nassert a[2999999] == 6 && a[1] == 5;\n"
                    "a[3000000] = 1;", status=2)


class Conflicts(Command):
    SUM = str(ROOT / "examples" / "sum.rp")

    def test_all_lists_every_pair(self):
        """Six pairs of tasks, and for each of them read and write, write and read, write and write."""
        for engine in ("bags", "graph"):
            done = self.call("run", "-f", "json", "--all", f"--engine={engine}", "-p", "n=4", self.SUM, status=66)
            pairs = [tuple(sorted((access["task"], access["op"]) for access in finding["accesses"]))
                     for finding in json.loads(done.out)["findings"]]
            self.assertEqual((len(pairs), len(set(pairs))), (18, 18))
        one = self.call("run", "-f", "json", "-p", "n=4", self.SUM, status=66)
        with_graph = self.call("run", "-f", "json", "-p", "n=4", "--graph=g.dot", self.SUM, status=66)
        findings = [json.loads(done.out)["findings"] for done in (one, with_graph)]
        self.assertEqual(*findings)

    def test_the_graph_marks_every_racing_node(self):
        self.call("run", "-p", "n=4", "--graph=g.dot", self.SUM, status=66)
        marked = [line for line in (self.path / "g.dot").read_text().splitlines() if "#c92a2a" in line]
        self.assertEqual(len(marked), 4)
        self.assertTrue(all("write sum" in line for line in marked))

    def test_sections_in_all(self):
        text = "var x;\nfinish for (i in 0..3) async { if (i < 2) isolated x = i; else x = i; }\n"
        (self.path / "m.rp").write_text(text)
        report = json.loads(self.call("run", "-f", "json", "--all", "m.rp", status=66).out)
        self.assertEqual(len(report["findings"]), 5)  # all pairs except that of the two sections

    def test_phases(self):
        for text, phases in (
                ("clocked finish {\n  clocked async { advance; x = 1; }\n  clocked async { advance; x = 2; }\n}\n",
                 "both are on one clock, task 1 in phase 1 and task 2 in phase 1"),
                ("phaser p;\nasync phased (p: signal) { signal p; y = 1; }\n"
                 "async phased (p: wait) { wait p; y = 2; }\nnext p;\n",
                 "both are on one phaser, task 1 in phase 1 and task 2 in phase 1"),
                ("clocked finish {\n  clocked async { advance; advance; x = 1; }\n  advance; advance; x = 2;\n}\n",
                 "both are on one clock, task 1 in phase 2 and main in phase 2"),
                ("async x = 1;\nx = 2;\n", "links them")):
            (self.path / "m.rp").write_text(text)
            (finding,) = json.loads(self.call("run", "-f", "json", "m.rp", status=66).out)["findings"]
            self.assertTrue(finding["order"]["missing"].endswith(phases), finding["order"]["missing"])

    def test_unknown_procedures(self):
        text = "proc work () { x = 1; }\nproc main () { y = f(2);\n  wrok();\n  work(); }\n"
        (self.path / "m.rp").write_text(text)
        for verb in ("run", "explore", "prove"):
            done = self.call(verb, "m.rp", status=0)
            self.assertIn("line 3: there is no procedure `wrok`: the call only reads its arguments",
                          " ".join(done.out.split()))
            self.assertNotIn("`f`", done.out)


class Endless(Command):
    """Models without end are ended, with the reason and the place, in bounded time and memory."""

    def test_tasks(self):
        for text in ("actor a (m) { send a(m+1); }\nsend a(0);\n", "proc p (n) { async p(n + 1); }\np(0);\n",
                     "proc p (n) { finish async p(n + 1); }\np(0);\n",
                     "proc p (n) { future f = async { return p(n + 1); }\n  return get(f); }\nx = p(0);\n"):
            with self.subTest(text=text):
                (self.path / "m.rp").write_text(text)
                report = json.loads(self.call("run", "-f", "json", "m.rp", status=2).out)
                (finding,) = report["findings"]
                self.assertEqual(finding["rule"], "RP009")
                self.assertIn("tasks are nested more than 50000 deep", finding["message"])
                self.assertEqual(finding["accesses"][0]["at"]["line"], 1)
                self.assertLess(report["stats"]["peak_rss_kb"], 1 << 20)
                done = self.call("run", "--max-task-depth=7", "m.rp", status=2)
                self.assertIn("nested more than 7 deep", " ".join(done.out.split()))

    def test_loops(self):
        for loop in ("while (1) skip;", "for (i in 0..1000000000000) x = i;", "while (1) finish async skip;"):
            with self.subTest(loop=loop):
                (self.path / "m.rp").write_text("skip;\n" + loop)
                report = json.loads(self.call("run", "-f", "json", "--max-turns=100000", "m.rp", status=67).out)
                self.assertIn("cut off after 100000 turns of loops, calls and tasks, at line 2: without end?",
                              report["incomplete"])
                (self.path / "m.rp").write_text("async y = 1;\ny = 2;\n" + loop)
                self.call("run", "--max-turns=100000", "m.rp", status=66)
        (self.path / "m.rp").write_text("while (1) skip;")
        self.assertIn("after 100000000 turns", " ".join(self.call("run", "-f", "json", "m.rp", status=67).out.split()))

    def test_long(self):
        (self.path / "m.rp").write_text("for (i in 0..200000) skip;")
        self.call("run", "m.rp", status=0)
        self.call("run", "--max-turns=1000", "m.rp", status=67)
        for option in ("--max-turns=0", "--max-turns=x", "--max-task-depth=0"):
            self.call("run", option, "m.rp", status=2)


class Suppressions(Command):
    """Without the suppressed findings, the verdict still claims nothing that they disprove."""

    def suppress(self, lines, *arguments, status):
        (self.path / "list").write_text(lines)
        return self.call("run", "--suppressions=list", *arguments, status=status)

    def test_only_suppressed(self):
        done = self.suppress("race:x\n", "racy.rp", status=0)
        self.assertEqual(done.out, "")
        self.assertNotIn("RACE-FREE", done.err)
        self.assertNotIn("all schedules", done.err)
        self.assertIn("  Suppressed 1 finding: 1 data race\n", done.err)
        self.assertIn("Result NO OTHER FINDING for this input, in this run: 1 data race is", done.err)

    def test_other_formats(self):
        done = self.suppress("race:x\n", "--format=line", "racy.rp", status=0)
        self.assertEqual(done.out, "verdict only-suppressed\n")
        report = json.loads(self.suppress("race:x\n", "--format=json", "racy.rp", status=0).out)
        self.assertEqual((report["verdict"], report["complete"], report["findings"]),
                         ("only-suppressed", False, []))
        self.assertEqual([finding["suppression"] for finding in report["suppressed"]], ["race:x"])
        self.assertNotIn("all schedules", report["scope"]["text"])
        log = json.loads(self.suppress("race:x\n", "--format=sarif", "racy.rp", status=0).out)
        self.assertEqual(log["runs"][0]["properties"]["verdict"], "only-suppressed")
        self.assertEqual([result["suppressions"][0]["justification"]
                          for result in log["runs"][0]["results"]], ["race:x"])

    def test_nothing_matched(self):
        self.assertIn("Result RACE-FREE for this input, under all schedules\n",
                      self.suppress("race:x\n", "clean.rp", status=0).err)
        self.assertNotIn("Suppressed", self.suppress("race:^y$\n", "racy.rp", status=66).err)

    def test_the_run_ended_there(self):
        (self.path / "stuck.rp").write_text("ewait r; x = 1;")
        for lines, arguments in (("deadlock:stuck\n", ["stuck.rp"]),
                                 ("race:x\n", ["--on-the-fly", "racy.rp"])):
            done = self.suppress(lines, *arguments, status=67)
            self.assertIn("Result UNDECIDED for this input: the run ended with a suppressed", done.err)
        done = self.suppress("race:x\n", "--on-the-fly", "--keep-going", "racy.rp", status=0)
        self.assertIn("Result NO OTHER FINDING", done.err)


class Explain(Command):
    RULE = {"RP001": 66, "RP002": 66, "RP005": 66, "RP006": 66, "RP008": 66, "RP009": 2}

    def rules(self):
        return re.findall(r"^(RP\d+)", self.call("explain", status=0).out, re.M)

    def example(self, text):
        lines = [line[4:] for line in text.splitlines() if line.startswith("    ")]
        return "\n".join(lines) + "\n" if lines else None

    def test_names(self):
        text = self.call("explain", "RP001", status=0).out
        for name in ("rp001", "1", "RP1", "data-race"):
            self.assertEqual(self.call("explain", name, status=0).out, text)
        self.refused("explain", "RP999", saying="no rule `RP999'")
        self.refused("explain", "RP1x", saying="no rule `RP1x'")

    def test_examples_are_programs_with_that_finding(self):
        self.assertEqual(len(self.rules()), 16)
        for rule in self.rules():
            example = self.example(self.call("explain", rule, status=0).out)
            if not example:
                continue
            (self.path / "example.rp").write_text(example)
            with self.subTest(rule):
                self.call("fmt", "example.rp", status=0)
                if rule in self.RULE:
                    done = self.call("run", "--format=line", "example.rp", status=self.RULE[rule])
                    self.assertIn(f"{rule} certain", done.out)


class Format(Command):
    def test_check_and_in_place(self):
        untidy = self.path / "untidy.rp"
        untidy.write_text("var x;finish{async x=1;}")
        self.assertEqual(self.call("fmt", "--check", "untidy.rp", status=1).out, "untidy.rp\n")
        tidy = self.call("fmt", "untidy.rp", status=0).out
        self.assertEqual(untidy.read_text(), "var x;finish{async x=1;}")
        untidy.chmod(0o640)
        self.call("fmt", "untidy.rp", "-i", status=0)
        self.assertEqual(untidy.read_text(), tidy)
        self.assertEqual(untidy.stat().st_mode & 0o777, 0o640)
        self.assertEqual(self.call("fmt", "--check", "untidy.rp", status=0).out, "")

    def test_errors_leave_the_file_alone(self):
        broken = self.path / "broken.rp"
        broken.write_text("finish { x = ; }")
        done = self.call("fmt", "-i", "broken.rp", status=2)
        self.assertIn("error[RP102]", done.err)
        self.assertIn("broken.rp:1:14", done.err)
        self.assertEqual(broken.read_text(), "finish { x = ; }")
        self.refused("fmt", "missing.rp", saying="cannot read `missing.rp'")
        self.refused("fmt", saying="which file?")
        self.refused("fmt", "-i", "--check", "clean.rp", saying="exclude each other")
        self.assertEqual(sorted(file.name for file in self.path.iterdir()),
                         ["broken.rp", "clean.rp", "param.rp", "racy.rp"])


if __name__ == "__main__":
    unittest.main()
