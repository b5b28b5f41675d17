"""`raceproof explore` at permission regions and at accesses; what it suggests; its witnesses."""
import json
import os
import pathlib
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from support import command

EXAMPLES = pathlib.Path("examples").resolve()
RACY = pathlib.Path("tests/lang/racy").resolve()

STACK = """var stk;
finish {
  async { acquire write stk; stk = 5; release write stk; }
  acquire read stk;
  var top = stk;
  release read stk;
}
"""

# There are no accesses: only the regions conflict.
EMPTY = """var x; var a[3];
finish {
  async { acquire write a[1]; release write a[1]; }
  acquire read a[2];
  acquire write x;
  release write x;
  release read a[2];
  acquire read a;
  release read a;
}
"""

# In each order of the sections, the flag says whether the other task has finished with `x`.
FLAG = """var x; var done;
finish {
  async { acquire write x; x = 1; release write x; isolated done = 1; }
  async {
    var go = 0;
    isolated go = done;
    if (go) { acquire read x; assert x == 1; release read x; }
  }
}
"""

IN_SECTIONS = """var x;
finish {
  async isolated { acquire write x; x = x + 1; release write x; }
  async isolated { acquire write x; x = x * 2; release write x; }
}
"""

LATE = """var x;
finish {
  async isolated { acquire write x; x = 1; }
  async isolated { acquire write x; x = 2; release write x; }
}
"""

ORDER = """var x;
finish {
  async { acquire write x; x = x * 2 + 1; release write x; }
  async { acquire write x; x = x * 2 + 2; release write x; }
}
assert x == 4;
"""

LOST_UPDATE = """var x;
finish { async x = x + 1; async x = x + 1; }
assert x == 2;
"""

PASSED_OVER = """var x;
finish { async { x = 1; x = 2; } async { assume x == 1; x = 3; } }
"""


class Explore(unittest.TestCase):
    def setUp(self):
        self.directory = tempfile.TemporaryDirectory()
        self.addCleanup(self.directory.cleanup)

    def path(self, name):
        return os.path.join(self.directory.name, name)

    def write(self, text, name="m.rp"):
        with open(self.path(name), "w", encoding="utf-8") as file:
            file.write(text)
        return self.path(name)

    def call(self, *arguments, status=None):
        result = command.raceproof(*arguments, limit=100)
        if status is not None:
            self.assertEqual(result.returncode, status, result.stdout + result.stderr)
        return result

    def report(self, *arguments, status=None):
        return json.loads(self.call("explore", "-f", "json", *arguments, status=status).stdout)

    def findings(self, text, *arguments, status):
        report = self.report(*arguments, self.write(text), status=status)
        return sorted((finding["rule"], *sorted(access["at"]["line"]
                                                for access in finding["accesses"]))
                      for finding in report["findings"])

    def everywhere(self, text, expected, status, precisions=("isolated", "regions", "accesses"),
                   reductions=("dpor", "sleep", "none", "states")):
        for precision in precisions:
            for reduction in reductions:
                with self.subTest(precision=precision, reduction=reduction):
                    self.assertEqual(
                        self.findings(text, f"--precision={precision}", f"--reduction={reduction}",
                                      status=status), expected)


class Violations(Explore):
    def test_the_stack_of_figure_1(self):
        race, violation = ("RP001", 3, 5), ("RP004", 3, 4)
        self.everywhere(STACK, [race, violation], 66, precisions=("isolated", "accesses"))
        # accesses that permissions cover are judged by the permissions
        self.everywhere(STACK, [violation], 66, precisions=("regions",))
        report = self.report("--precision=regions", "--reduction=none", self.write(STACK))
        self.assertEqual(report["scope"]["schedules"], 2)  # figure 2
        (finding,) = report["findings"]
        self.assertEqual(finding["object"]["name"], "stk")
        self.assertEqual([access["op"] for access in finding["accesses"]], ["write", "read"])
        self.assertEqual([access["task"] for access in finding["accesses"]], [1, 0])

    def test_the_examples(self):
        for name in ("mercer_1_regions.rp", "permission_regions.rp"):
            status = 0 if name.startswith("permission") else 66
            for precision in ("isolated", "regions"):
                self.report(f"--precision={precision}", EXAMPLES / name, status=status)

    def test_elements_are_told_apart(self):
        self.everywhere(EMPTY, [("RP004", 3, 8)], 66)

    def test_regions_that_sections_keep_apart(self):
        self.everywhere(IN_SECTIONS, [], 0)

    def test_regions_that_the_order_of_sections_keeps_apart(self):
        self.everywhere(FLAG, [], 0)

    def test_a_region_that_outlives_its_section(self):
        """If the first section comes first, its task still holds `x` when the second begins."""
        self.everywhere(LATE, [("RP004", 3, 4)], 66)

    def test_what_follows_from_the_order_of_regions(self):
        """Both orders of overlapping regions are tried, so the assertion fails in one of them."""
        for reduction in ("dpor", "sleep", "none"):
            found = self.findings(ORDER, "--precision=regions", f"--reduction={reduction}", status=66)
            self.assertEqual(found, [("RP004", 3, 4), ("RP006", 6)])

    def test_a_run_sees_what_happens(self):
        """The child's region lies inside its parent's in every depth-first schedule."""
        text = "var x;\nacquire read x;\nfinish async { acquire write x; release write x; }\n"
        result = self.call("run", "-f", "line", self.write(text), status=66)
        self.assertIn("RP004 certain read-write x", result.stdout)
        self.call("run", "-f", "line", self.write(EMPTY), status=0)  # in this schedule the regions do not overlap

    def test_a_release_of_what_is_not_held(self):
        self.everywhere("var x;\nacquire read x;\nasync release read x;\n", [("RP005", 3)], 66)


class Accesses(Explore):
    def test_a_lost_update(self):
        """There are no sections, so orders of sections alone cannot show the lost update."""
        race = [("RP001", 2, 2)]
        self.everywhere(LOST_UPDATE, race, 66, precisions=("isolated", "regions"))
        self.everywhere(LOST_UPDATE, [*race, ("RP006", 3)], 66, precisions=("accesses",))

    def test_a_condition_that_held_for_a_while(self):
        for reduction in ("dpor", "sleep", "none", "states"):
            report = self.report("--precision=accesses", f"--reduction={reduction}",
                                 self.write(PASSED_OVER), status=66)
            self.assertIn("RP002", [finding["rule"] for finding in report["findings"]])

    def test_known_numbers(self):
        """Two tasks write one location n times each: there are C(2n, n) orders."""
        text = "var x;\nfinish {{ async for (i in 1..{0}) x = 1; async for (i in 1..{0}) x = 2; }}\n"
        for n, orders in ((1, 2), (2, 6), (3, 20)):
            for reduction in ("dpor", "sleep", "none"):
                report = self.report("--precision=accesses", f"--reduction={reduction}",
                                     self.write(text.format(n)), status=66)
                self.assertEqual(report["scope"]["schedules"], orders)


class Suggestions(Explore):
    def edit(self, text, edits):
        """Applies the edits from the last to the first, so that earlier places stay valid."""
        starts = [0]
        for line in text.splitlines(keepends=True):
            starts.append(starts[-1] + len(line))
        for change in reversed(edits):
            at = change["at"]
            begin = starts[at["line"] - 1] + at["column"] - 1
            end = starts[at["endLine"] - 1] + at["endColumn"] - 1
            text = text[:begin] + change["insert"] + text[end:]
        return text

    def annotate(self, text, most=8):
        """[Mercer, Alg. 2]: adds the suggested regions until there are no more suggestions."""
        for _ in range(most):
            report = self.report("--suggest", "--max-schedules=500", self.write(text))
            self.assertNotEqual(report["verdict"], "error", report)
            if not report.get("suggestions"):
                return text, report
            changed = self.edit(text, report["edits"])
            self.assertNotEqual(changed, text)
            text = changed
        self.fail("suggestions without end:\n" + text)

    def test_text(self):
        model = self.write("var x = 1; var a[2];\nfinish {\n  async x = x + a[0];\n"
                           "  if (x) a[0] = 1;\n  return x;\n}\n")
        text = " ".join(self.call("explore", "--suggest", model, status=66).stdout.split())
        self.assertIn("4 statements share something outside of permission regions (RP010)", text)
        self.assertIn("m.rp:3:9: `acquire read a[0]; acquire write x;` before this statement, "
                      "`release write x; release read a[0];` after it", text)
        self.assertIn("m.rp:4:3: `acquire read x;` before this statement, `release read x;` "
                      "where its branches begin", text)
        self.assertIn("m.rp:5:3: `acquire read x;` before this statement, `release read x;` "
                      "before it returns the value", text)

    def test_no_suggestions_without_races(self):
        self.assertNotIn("suggestions", self.report("--suggest", self.write(FLAG), status=0))

    def test_every_form_of_statement(self):
        text, _ = self.annotate("""var x = 1; var y; var a[4];
proc value() { return x; }
proc work(v) {
  S0: if (x == 1) a[v] = 2; else { y = x; }
  while (y < v) y = y + 1;
  while (y < v + 1) { y = y + 1; }
  S1: a[a[0]] = x;
  for (i in 0..1) a[i] = v;
  for (i in 0..x) skip;
  assert x >= 0;
  if (x == 1) if (y == 2) x = 3;
  var k = 0;
  k = a[k];
}
finish {
  async work(1);
  async work(2);
  async { var v = value(); if (v) { x = 2; } else y = v; }
}
""")
        self.assertIn("acquire write a[v]; a[v] = 2; release write a[v];", text)
        self.assertIn("else {", text)
        self.assertIn("var returned_value = x;", text)
        self.assertIn("acquire read a; k = a[k]; release read a;", text)

    def test_all_racy_models(self):
        models = sorted(RACY.glob("*.rp"))
        self.assertGreater(len(models), 10)
        for model in models:
            with self.subTest(model=model.name):
                text = model.read_text(encoding="utf-8")
                first = self.report("--suggest", "--max-schedules=500", model)
                if first["verdict"] == "error" or "// param" in text:
                    continue
                _, report = self.annotate(text)
                # a race between two accesses outside of sections has become a violation
                if "suggestions" in first:
                    self.assertIn(report["verdict"], ("findings", "undecided"))

    def test_bad_usage(self):
        result = self.call("explore", "--suggest", "--precision=accesses", self.write(STACK), status=2)
        self.assertIn("--suggest goes with --precision=regions", result.stderr)


class Witnesses(Explore):
    def test_replay(self):
        for text in (STACK, EMPTY, LOST_UPDATE, PASSED_OVER, ORDER):
            for precision in ("isolated", "regions", "accesses"):
                model, witness = self.write(text), self.path("w.rpw")
                self.report(f"--precision={precision}", "-w", witness, model, status=66)
                files = sorted(pathlib.Path(self.directory.name).glob("w*.rpw"))
                for file in files:
                    with open(file, encoding="utf-8") as opened:
                        content = json.load(opened)
                    self.assertEqual(content["precision"], precision)
                    result = self.call("replay", "-f", "json", file, model, status=66)
                    self.assertIn(content["finding"]["id"],
                                  [found["id"] for found in json.loads(result.stdout)["findings"]])
                    file.unlink()

    def test_table(self):
        model, witness = self.write(STACK), self.path("w.rpw")
        self.report("--precision=regions", "-w", witness, model, status=66)
        table = self.call("replay", witness, model, status=66).stdout
        self.assertIn("4: acquire read stk;", table)

    def test_a_precision_that_is_none(self):
        model, witness = self.write(STACK), self.path("w.rpw")
        self.report("-w", witness, model, status=66)
        with open(witness, encoding="utf-8") as file:
            content = json.load(file)
        content["precision"] = "everything"
        with open(witness, "w", encoding="utf-8") as file:
            json.dump(content, file)
        self.assertIn("not complete", self.call("replay", witness, model, status=2).stderr)


if __name__ == "__main__":
    unittest.main()
