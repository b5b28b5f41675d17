#!/usr/bin/env python3
"""`raceproof prove` on the papers' programs, on broken variants of them, and on models outside of the polyhedral
subset."""
import json
import pathlib
import re
import sys
import tempfile
import time
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2]))
from support import command

BENCHMARKS = {
    "sor": "bench/prove/sor.rp",
    "moldyn": "bench/prove/moldyn.rp",
    "lufact": "bench/prove/lufact.rp",
    "jacobi": "examples/yuki_6_1.rp",
    "gauss-seidel": "examples/yuki_6_2.rp",
    "qr": "examples/yuki_6_3.rp",
}


def call(*arguments):
    return command.raceproof(*arguments, limit=300)


class Proof:
    def __init__(self, model, *options):
        self.done = call("prove", "--format=json", *options, str(model))
        self.status = self.done.returncode
        self.report = json.loads(self.done.stdout)
        self.verdict = self.report["verdict"]
        self.pairs = self.report.get("pairs", [])
        self.candidates = self.report.get("candidates", {})

    def statuses(self):
        return sorted(pair["status"] for pair in self.pairs)

    def notes(self):
        return {(note["at"]["line"] if note["at"] else 0, note["text"])
                for note in self.report["approximations"]}


class Model(unittest.TestCase):
    """Models given as text."""

    def setUp(self):
        self.directory = tempfile.TemporaryDirectory()
        self.path = pathlib.Path(self.directory.name) / "model.rp"

    def tearDown(self):
        self.directory.cleanup()

    def prove(self, text, *options):
        self.path.write_text(text)
        return Proof(self.path, *options)

    def races(self, params):
        """(variable, lines) of each certain race in an execution."""
        values = ",".join(f"{name}={value}" for name, value in params.items())
        done = call("run", "--engine=graph", "--format=json",
                    *(["--param", values] if values else []), str(self.path))
        return {(finding["object"]["name"].split("[")[0],
                 *sorted(access["line"] for access in finding["accesses"]))
                for finding in json.loads(done.stdout)["findings"]
                if finding["rule"] == "RP001" and finding["certainty"] == "certain"}

    def check_witnesses(self, proof):
        """Every race that was found shows in an execution with its values."""
        for pair in proof.pairs:
            if pair["status"] == "race":
                lines = sorted(access["at"]["line"] for access in pair["accesses"])
                self.assertIn((pair["variable"], *lines), self.races(pair["params"]), pair)


class Table1(unittest.TestCase):
    def check(self, name, read_write, write_write):
        proof = Proof(BENCHMARKS[name])
        self.assertEqual(proof.candidates["read_write"], read_write)
        self.assertEqual(proof.candidates["write_write"], write_write)
        self.assertEqual(set(proof.statuses()), {"refuted"})
        self.assertEqual((proof.verdict, proof.status), ("race-free", 0))

    def test_sor(self):
        self.check("sor", 4, 0)

    def test_lufact(self):
        self.check("lufact", 5, 1)

    def test_jacobi(self):
        self.check("jacobi", 4, 0)

    def test_gauss_seidel(self):
        self.check("gauss-seidel", 2, 0)

    def test_qr(self):
        self.check("qr", 8, 0)

    def test_moldyn(self):
        """The number is our own: the paper has 16, for a program that we do not have."""
        self.check("moldyn", 36, 9)

    def test_qr_as_printed(self):
        proof = Proof("examples/yuki_6_3_as_printed.rp")
        self.assertEqual((proof.verdict, proof.status), ("findings", 66))
        self.assertEqual(proof.candidates["read_write"], 8)
        self.assertEqual(proof.statuses(), ["race"] * 4 + ["refuted"] * 4)
        for pair in proof.pairs:
            if pair["status"] == "race":
                self.assertEqual(pair["params"], {"N": 2})
                self.assertEqual([access["iterators"] for access in pair["accesses"]],
                                 [{"j": 0, "k": 0, "i": 0}, {"j": 1, "k": 0, "i": 0}])
                self.assertIn(pair["element"], ("M[1][0]", "M[0][0]"))
                self.assertEqual(pair["phase"], 0)


class Phases(unittest.TestCase):
    """The phi functions of sections 6.1 to 6.3. Iterators of the second instance have a stroke."""

    def phases(self, model):
        found = {}
        for pair in Proof(model).pairs:
            for phase in pair["phases"]:
                for access, phi in zip(pair["accesses"], phase["phi"]):
                    label = access["instance"].split("<")[0]
                    found.setdefault(label, set()).add(phi.replace("'", ""))
        return found

    def test_section_6_1(self):
        self.assertEqual(self.phases("examples/yuki_6_1.rp"), {"S0": {"2*t"}, "S1": {"2*t + 1"}})

    def test_section_6_2(self):
        self.assertEqual(self.phases("examples/yuki_6_2.rp"), {"S0": {"i + 2*t"}})

    def test_section_6_3(self):
        phi = "N*k - 1/2*k*k - 1/2*k + i"
        self.assertEqual(self.phases("examples/yuki_6_3.rp"), {"S0": {phi}, "S1": {phi}})

    def test_figures_1a_and_1c(self):
        self.assertEqual(self.phases("examples/yuki_1a.rp"), {"S0": {"-i + j + 1"}})
        self.assertEqual(self.phases("examples/yuki_1c.rp"), {"S0": {"j"}})


class Counting(Model):
    def test_section_5_5_3(self):
        """The counting nest of Q(x,y) = x*x + x*y + y*y."""
        proof = self.prove("""
param X >= 0, Y >= 0;
clocked finish {
  clocked async {
    for (i3 in 0..Y-1) {
      advance;
      for (i4 in 0..i3-1) { advance; advance; }
    }
    for (i1 in 0..X-1) {
      advance;
      for (i5 in 0..Y-1) advance;
      for (i2 in 0..i1-1) { advance; advance; }
    }
    u = 1;
  }
  clocked async u = 2;
}
""")
        self.assertEqual(proof.pairs[0]["phases"][0]["phi"][0], "X*X + X*Y + Y*Y")
        self.assertEqual(proof.pairs[0]["params"], {"X": 0, "Y": 0})

    def test_root(self):
        """x*x = 2*y*y + 1 has the root 3, 2."""
        proof = Proof("examples/yuki_5_5_root.rp")
        self.assertEqual((proof.verdict, proof.statuses()), ("findings", ["race"]))
        self.assertEqual(proof.pairs[0]["params"], {"N": 3})
        for access in proof.pairs[0]["accesses"]:
            self.assertEqual(access["iterators"], {"x": 3, "y": 2})
        self.assertEqual(proof.pairs[0]["phase"], 9)

    def test_no_root(self):
        """x*x = 3*y*y + 2: residues."""
        proof = Proof("examples/yuki_5_5_no_root.rp")
        self.assertEqual((proof.verdict, proof.statuses()), ("race-free", ["refuted"]))
        self.assertIn("residues modulo 3", proof.pairs[0]["engine"])

    def test_far_root(self):
        """x*x = 61*y*y + 1 has a root, but a large one: it is neither found nor excluded."""
        proof = Proof("examples/yuki_5_5_far_root.rp", "--timeout=3")
        self.assertEqual((proof.verdict, proof.status), ("undecided", 67))
        self.assertEqual(proof.statuses(), ["undecided"])


def remove(text, number):
    """The model without advance number NUMBER."""
    parts = text.split("advance;")
    return "advance;".join(parts[:number + 1]) + "skip;" + "advance;".join(parts[number + 1:])


def guard(text, number, condition):
    parts = text.split("advance;")
    return ("advance;".join(parts[:number + 1]) + f"if ({condition}) advance;"
            + "advance;".join(parts[number + 1:]))


def move(text, number, target):
    """The model with that advance moved to before the text TARGET."""
    text = remove(text, number)
    assert text.count(target) == 1, target
    return text.replace(target, "advance; " + target)


class Broken(Model):
    """Variants that lack an order they need: each has a race, and an execution shows it."""

    def check(self, name, variants):
        original = pathlib.Path(BENCHMARKS[name]).read_text()
        for what, text in variants(original).items():
            with self.subTest(benchmark=name, variant=what):
                proof = self.prove(text)
                self.assertEqual((proof.verdict, proof.status), ("findings", 66))
                self.assertIn("race", proof.statuses())
                self.check_witnesses(proof)

    def test_sor(self):
        self.check("sor", lambda text: {
            "removed": remove(text, 0),
            "removed second": remove(text, 1),
            "guarded": guard(text, 0, "i != 2"),
            "moved": text.replace("        advance;\n        if (i % 2 == 0)",
                                  "        if (i % 2 == 0)").replace(
                                      "        advance;\n      }",
                                      "        advance;\n        advance;\n      }"),
        })

    def test_lufact(self):
        self.check("lufact", lambda text: {
            "removed": remove(text, 0),
            "removed second": remove(text, 1),
            "guarded": guard(text, 1, "j != 2"),
            "moved": move(text, 0, "if (j == 0)"),
        })

    def test_jacobi(self):
        self.check("jacobi", lambda text: {
            "removed": remove(text, 0),
            "removed second": remove(text, 1),
            "guarded": guard(text, 0, "i > 1"),
            "moved": move(text, 0, "S0: B[i]"),
        })

    def test_gauss_seidel(self):
        self.check("gauss-seidel", lambda text: {
            "removed": remove(text, 0),
            "primary's removed": remove(text, 2),
            "guarded": guard(text, 2, "i % 2 == 0"),
            "moved": move(text, 2, "for (i in").replace("clocked finish", "clocked finish {") + "}",
        })

    def test_qr(self):
        self.check("qr", lambda text: {
            "removed": remove(text, 0),
            "guarded": guard(text, 0, "k > 0"),
            "moved": move(text, 0, "for (k in").replace("clocked async", "clocked async {") + "}",
        })

    def test_moldyn(self):
        self.check("moldyn", lambda text: {
            "removed": remove(text, 3),
            "guarded": guard(text, 4, "id > 0"),
            "moved": move(text, 3, "for (i in 0..N-1)\n          if (mine"),
        })


class Harmless(Model):
    """Variants with harmless changes: neither the proof nor executions find a race."""

    def check(self, text, values):
        proof = self.prove(text)
        self.assertEqual((proof.verdict, proof.status), ("race-free", 0))
        for params in values:
            self.assertEqual(self.races(params), set())

    def test_lufact(self):
        """Column 1 is done after its first step."""
        self.check(guard(pathlib.Path(BENCHMARKS["lufact"]).read_text(), 1, "j != 1"),
                   [{"N": n} for n in range(2, 7)])

    def test_qr(self):
        """One advance less for each k: the columns are still done one after the other."""
        self.check(guard(pathlib.Path(BENCHMARKS["qr"]).read_text(), 0, "i > 0"),
                   [{"N": n} for n in range(2, 7)])

    def test_gauss_seidel(self):
        """The primary's advance before each spawn: all phases are one later."""
        self.check(move(pathlib.Path(BENCHMARKS["gauss-seidel"]).read_text(), 2, "clocked async"),
                   [{"N": n, "T": 2} for n in range(2, 6)])


class ClocksAreSubtle(Model):
    """Orders that the paper's formula would claim, and that do not exist."""

    def test_unclocked_async_is_not_held(self):
        proof = self.prove("""
clocked finish {
  async A[0] = 1;
  advance;
  A[0] = 2;
}
""")
        self.assertEqual(proof.statuses(), ["race"])
        self.check_witnesses(proof)

    def test_finish_holds_an_unclocked_async(self):
        proof = self.prove("""
clocked finish {
  clocked async {
    finish async A[0] = 1;
    advance;
  }
  clocked async {
    advance;
    A[0] = 2;
  }
}
""")
        self.assertEqual(proof.statuses(), ["refuted"])

    def test_finish_with_an_advance_inside(self):
        """The task may run until the finish ends, which is one phase later."""
        proof = self.prove("""
clocked finish {
  clocked async {
    finish {
      async A[0] = 1;
      advance;
    }
  }
  clocked async {
    advance;
    A[0] = 2;
    advance;
    A[0] = 3;
  }
}
""")
        self.assertEqual(proof.statuses(), ["race", "refuted"])
        self.check_witnesses(proof)

    def test_one_clock_for_each_execution_of_a_finish(self):
        """Phases of different executions of one clocked finish say nothing about each other."""
        proof = self.prove("""
param N >= 2;
finish
  for (i in 1..N)
    async
      clocked finish {
        clocked async { if (i == 1) A[0] = 1; }
        clocked async { advance; if (i == 2) A[0] = 2; }
      }
""")
        self.assertEqual(proof.statuses(), ["race"])
        self.check_witnesses(proof)

    def test_nested_clocks(self):
        """The inner clock's advances do not count for the outer one."""
        proof = self.prove("""
clocked finish {
  clocked async {
    clocked finish {
      clocked async { advance; advance; }
      advance;
    }
    A[0] = 1;
  }
  clocked async {
    advance;
    A[0] = 2;
  }
}
""")
        self.assertEqual(proof.statuses(), ["refuted"])
        self.assertEqual(proof.pairs[0]["phases"][0]["phi"], ["0", "1"])


class Sections(Model):
    def test_global(self):
        proof = self.prove("param N >= 1;\nfinish for (i in 1..N) async isolated s = s + i;\n")
        self.assertEqual((proof.verdict, proof.candidates["read_write"]), ("race-free", 0))

    def test_objects(self):
        proof = self.prove("""
param N >= 1;
finish
  for (i in 1..N)
    async isolated (A[i], A[i+1]) { A[i] = A[i+1]; }
""")
        self.assertEqual(proof.verdict, "race-free")

    def test_wrong_object(self):
        proof = self.prove("""
param N >= 1;
finish
  for (i in 1..N)
    async isolated (A[i]) { A[i] = A[i+1]; }
""")
        self.assertEqual((proof.verdict, proof.pairs[0]["params"]), ("findings", {"N": 2}))
        self.check_witnesses(proof)

    def test_section_on_one_side_only(self):
        proof = self.prove("finish { async isolated s = 1; async s = 2; }\n")
        self.assertEqual(proof.verdict, "findings")

    def test_task_inside_a_section_is_outside(self):
        proof = self.prove("finish { isolated { async s = 1; } isolated { async s = 2; } }\n")
        self.assertEqual(proof.verdict, "findings")


class Approximations(Model):
    """Models outside of the subset: the verdict is never a wrong "race-free", and there is always a line and a
    reason."""

    def test_condition(self):
        proof = self.prove("""
var flag;
flag = 0;
finish {
  async A[0] = 1;
  if (flag)
    async A[0] = 2;
}
""")
        self.assertEqual((proof.verdict, proof.status), ("undecided", 67))
        self.assertEqual(proof.statuses(), ["possible"])
        self.assertIn((6, "the condition is not affine; both outcomes are considered"),
                      proof.notes())
        self.assertIn("not confirmed", proof.pairs[0]["reason"])

    def test_condition_that_holds(self):
        proof = self.prove("flag = 1;\nfinish { async A[0] = 1; if (flag) async A[0] = 2; }\n")
        self.assertEqual(proof.verdict, "findings")

    def test_advance_under_a_condition_does_not_count(self):
        text = """
var flag;
flag = FLAG;
clocked finish {
  clocked async { A[0] = 1; if (flag) advance; A[1] = 1; advance; advance; A[3] = 1; }
  clocked async { if (flag) advance; A[0] = 2; advance; advance; advance; A[1] = 2; }
}
"""
        for flag, verdict in (("0", "findings"), ("1", "undecided")):
            proof = self.prove(text.replace("FLAG", flag))
            self.assertEqual(proof.verdict, verdict)
            found = {pair["accesses"][0]["text"]: pair["status"]
                     for pair in proof.pairs}
            self.assertEqual(found["A[0]"], "race" if flag == "0" else "possible")
            self.assertEqual(found["A[1]"], "refuted")
            phases = [pair for pair in proof.pairs if pair.get("element") == "A[0]"][0]["phases"][0]
            self.assertEqual(phases["phi"], ["0", "0 to 1"])

    def test_subscript(self):
        proof = self.prove("""
param N >= 2;
finish
  for (i in 1..N)
    async A[p(i)] = i;
finish
  for (i in 1..N)
    async { B[i] = f(A[p(i)]); C[i*i] = 1; }
""")
        self.assertEqual(proof.verdict, "undecided")
        self.assertEqual({line for line, _ in proof.notes()}, {5, 8})
        variables = {pair["variable"]: pair["status"] for pair in proof.pairs}
        self.assertEqual(variables, {"A": "possible", "C": "possible"})

    def test_subscript_of_disjoint_rows(self):
        """The unknown subscript concerns only one dimension."""
        proof = self.prove("""
param N >= 2;
finish
  for (i in 1..N)
    async A[i][p(i)] = i;
""")
        self.assertEqual(proof.verdict, "race-free")

    def test_bound(self):
        proof = self.prove("""
param N >= 1;
finish
  for (i in 1..N)
    async
      for (j in 0..limit(i))
        A[i][j] = 1;
finish
  for (i in 1..N)
    async
      for (j in 0..limit(i))
        B[j] = 1;
""")
        statuses = {pair["variable"]: pair["status"] for pair in proof.pairs}
        self.assertEqual(set(statuses), {"B"})
        self.assertIn(statuses["B"], ("race", "possible"))
        self.assertIn((6, "the bound is not affine; the loop is considered without it"),
                      proof.notes())

    def test_while(self):
        proof = self.prove("""
param N >= 1;
finish
  for (i in 1..N)
    async
      while (x[i] < 3) { x[i] = x[i] + 1; y = 1; }
""")
        self.assertEqual({pair["variable"] for pair in proof.pairs}, {"y"})
        self.assertEqual(proof.verdict, "findings")
        self.check_witnesses(proof)

    def test_advance_in_a_while_loop(self):
        proof = self.prove("""
clocked finish {
  clocked async { while (x[0] < 2) { x[0] = x[0] + 1; advance; } A[0] = 1; }
  clocked async { advance; advance; A[0] = 2; }
}
""")
        self.assertEqual(proof.statuses(), ["race"])
        self.check_witnesses(proof)

    def test_return(self):
        proof = self.prove("""
proc p(i) {
  if (i > 2) return;
  A[0] = i;
}
finish
  for (i in 3..5)
    async p(i);
""")
        self.assertEqual(proof.statuses(), ["possible"])
        self.assertEqual(proof.verdict, "undecided")

    def test_futures_and_phasers(self):
        proof = self.prove("future f = async { x = 1; return 0; }\ny = get(f);\nz = x;\n")
        self.assertEqual(proof.verdict, "undecided")
        self.assertIn((2, "the order that get makes is not used"), proof.notes())

    def test_handlers(self):
        proof = self.prove("proc p() { return 1; }\n"
                           "{ post r <- p() handle v { x = v; }; await r; }\n")
        self.assertEqual((proof.verdict, proof.status), ("undecided", 67))
        self.assertTrue(any(note["fatal"] for note in proof.report["approximations"]))

    def test_recursion(self):
        proof = self.prove("param N >= 1;\nproc p(n) { if (n > 0) { async p(n-1); p(n-1); } }\n"
                           "p(N);\n")
        self.assertEqual((proof.verdict, proof.status), ("undecided", 67))
        self.assertIn("recursion", proof.report["incomplete"])

    def test_recursion_that_ends(self):
        proof = self.prove("proc p(n) { A[n] = n; if (n > 0) async p(n-1); }\nfinish p(2);\n")
        self.assertEqual(proof.verdict, "race-free")


class Language(Model):
    def test_procedures_and_locals(self):
        proof = self.prove("""
param N >= 1;
proc next(i) { return i + 1; }
proc write(k, v) { A[k] = v; }
finish
  for (i in 1..N)
    async {
      var k = 2 * i;
      if (i > 3) k = k + 1;
      write(next(k), i);
    }
""")
        self.assertEqual(proof.verdict, "race-free")
        self.assertEqual(proof.notes(), set())

    def test_locals_change_in_loops(self):
        proof = self.prove("""
finish {
  var k = 0;
  for (i in 1..3) {
    async A[k] = 1;
    k = 1 - k;
  }
}
""")
        self.assertNotEqual(proof.verdict, "race-free")

    def test_ring(self):
        """(i + 1) % n is affine on 0 <= i < n."""
        proof = Proof("examples/clocked_loop.rp")
        self.assertEqual(proof.verdict, "race-free")
        self.assertEqual(proof.notes(), set())

    def test_strides(self):
        proof = self.prove("""
param N >= 1;
finish
  for (i in N..0 step -2)
    async { A[i] = A[i+1]; }
""")
        self.assertEqual(proof.verdict, "race-free")

    def test_bounds_of_arrays(self):
        proof = self.prove("""
param N >= 2;
var A[N];
finish
  for (i in 0..2*N)
    async if (i != 1) A[i - N + 1] = A[0];
""")
        self.assertEqual(proof.verdict, "undecided" if "possible" in proof.statuses() else "findings")

    def test_minimum(self):
        text = "param N >= 1;\nfinish for (i in 1..N) async A[i / 2] = i;\n"
        proof = self.prove(text)
        self.assertEqual(proof.pairs[0]["params"], {"N": 3})
        self.assertEqual(self.prove(text, "--param-min", "N=7").pairs[0]["params"], {"N": 7})

    def test_parameter_without_minimum(self):
        proof = self.prove("param N;\nfinish for (i in 1..N) async A[i] = i;\n")
        self.assertEqual(proof.verdict, "race-free")


class Clocks(Model):
    """[Yuki, 2.3]: bad models are refused, with the line."""

    def check(self, text, line):
        proof = self.prove(text)
        self.assertEqual((proof.verdict, proof.status), ("error", 2))
        found = [(entry["rule"], entry["at"]["line"]) for entry in proof.report["diagnostics"]]
        self.assertEqual(found, [("RP106", line)])

    def test_advance_without_clock(self):
        self.check("finish {\n  advance;\n}\n", 2)

    def test_advance_in_an_unclocked_async(self):
        self.check("clocked finish\n  async\n    advance;\n", 3)

    def test_clocked_async_without_clock(self):
        self.check("finish\n  clocked async skip;\n", 2)

    def test_clocked_async_in_an_unclocked_finish(self):
        self.check("clocked finish\n  finish\n    clocked async skip;\n", 3)

    def test_through_a_call(self):
        self.check("proc p() {\n  advance;\n}\nfinish async p();\n", 2)


class CommandLine(Model):
    def check_refused(self, *arguments, contains):
        done = call("prove", *arguments)
        self.assertEqual(done.returncode, 2)
        self.assertEqual(done.stdout, "")
        self.assertEqual(len(done.stderr.splitlines()), 1)
        self.assertIn(contains, done.stderr)

    def test_bad_usage(self):
        self.check_refused(contains="which model")
        self.check_refused("a.txt", contains="a.txt")
        self.check_refused("/nowhere/a.rp", contains="cannot read")
        self.check_refused("--timeout=x", "a.rp", contains="--timeout wants")
        self.check_refused("--param-min", "N", "a.rp", contains="--param-min wants NAME=INTEGER")
        self.check_refused("--param-min", "Q=1", "examples/yuki_6_1.rp",
                           contains="no parameter `Q'")
        self.check_refused("--dump-smt2=/nowhere/x", "examples/yuki_6_1.rp",
                           contains="cannot make the directory")

    def test_text_explains(self):
        done = call("prove", "examples/yuki_6_1.rp")
        self.assertEqual(done.returncode, 0)
        for part in ("pair 1 refuted", "both are in the clocked finish of line 12",
                     "2*t + 1 and 2*t', on the clock of line 12", "never equal"):
            self.assertIn(part, re.sub(r"\s+", " ", done.stdout))
        self.assertIn("RACE-FREE for all N >= 2, T >= 0", done.stderr)

    def test_line_format_and_quiet(self):
        done = call("prove", "-q", "--format=line", "examples/yuki_6_3_as_printed.rp")
        self.assertEqual(done.returncode, 66)
        self.assertEqual(done.stderr, "")
        self.assertIn("verdict findings", done.stdout)

    def test_sarif(self):
        done = call("prove", "--format=sarif", "examples/yuki_1c_racy.rp")
        self.assertEqual(len(json.loads(done.stdout)["runs"][0]["results"]), 1)

    def test_dump(self):
        directory = pathlib.Path(self.directory.name) / "smt"
        call("prove", f"--dump-smt2={directory}", "examples/yuki_6_3.rp")
        files = sorted(directory.glob("*.smt2"))
        self.assertEqual(len(files), 8)
        for file in files:
            text = file.read_text()
            self.assertIn("(set-info :status unsat)", text)
            self.assertIn("(set-logic QF_NIA)", text)
            self.assertEqual(text.count("("), text.count(")"))

    def test_deterministic(self):
        first, second = (call("prove", "examples/yuki_6_3_as_printed.rp").stdout for _ in range(2))
        self.assertEqual(first, second)

    def test_time_limit(self):
        """Without time everything is undecided, and nothing is wrong."""
        proof = Proof("bench/prove/moldyn.rp", "--timeout=0.001")
        self.assertEqual((proof.verdict, proof.status), ("undecided", 67))


class TimeOfExecutions(Model):
    def test_all_together(self):
        """The executions that confirm races share the time limit with everything else."""
        pairs = "".join(f"  async for (i in 0..N) A{k}[0] = f(A{k}[0]);\n"
                        f"  async for (i in 0..N) A{k}[0] = f(i);\n" for k in range(8))
        started = time.monotonic()
        proof = self.prove(f"param N >= 30000000;\nfinish {{\n{pairs}}}\n", "--timeout=1")
        self.assertLess(time.monotonic() - started, 6)
        self.assertEqual((proof.verdict, proof.status), ("undecided", 67))
        self.assertEqual(set(proof.statuses()), {"possible"})
        self.assertIn("the time limit was reached before these values were executed",
                      {pair["reason"] for pair in proof.pairs})


class Examples(unittest.TestCase):
    """For every example, proof and expectation agree if both decide."""

    def test_all(self):
        for path in sorted(pathlib.Path("examples").glob("*.rp")):
            with self.subTest(example=path.name):
                expected = re.findall(r"^// expect: ([a-z-]+)", path.read_text(), re.M)
                done = call("prove", "--timeout=2", "--format=line", str(path))
                verdict = done.stdout.strip().splitlines()[-1].split()[-1]
                self.assertIn(done.returncode, (0, 2, 66, 67))
                if "race" in expected:
                    self.assertIn(verdict, ("findings", "undecided"))
                if verdict == "findings":
                    self.assertTrue({"race", "possible-race", "undecided"} & set(expected))


if __name__ == "__main__":
    unittest.main()
