"""`raceproof explore` and `raceproof replay` on models: verdicts, witnesses, bounds, bad input."""
import json
import math
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from support import command
from support.command import BUILD, RACEPROOF

# For a search that takes some seconds; AddressSanitizer makes it several times slower.
COUNT = 8 if BUILD.name.endswith("asan") else 9
MANY, SCHEDULES = f"n={COUNT}", math.factorial(COUNT)
EXAMPLES = pathlib.Path("examples").resolve()

PHILOSOPHERS = """param n >= 2;
var fork[n];
finish
  for (i in 0..n - 1)
    async
      isolated (fork[i])
        isolated (fork[(i + 1) % n])
          skip;
"""

# Blocks only in one order: if the tasks enter their sections from the last to the first.
ONE_ORDER = """param n >= 2;
var step; var a; var b;
finish {
  for (i in 1..n)
    async {
      var late = 0;
      isolated (step) { late = step == n - i; if (late) step = step + 1; }
      if (i == 1 && late) { isolated (a) isolated (b) skip; }
    }
  async isolated (step) if (step == n) step = n + 1;
  async {
    var all = 0;
    isolated (step) all = step == n + 1;
    if (all) { isolated (b) isolated (a) skip; }
  }
}
"""

COUNTER = """param n >= 1;
var x;
finish for (i in 1..n) async isolated x = x + 1;
assert x == n;
"""

ASSERTION = """var x; var y;
finish {
  async isolated x = 1;
  async isolated { y = x; assert y == 1; }
}
"""


class Result:
    def __init__(self, process):
        self.status, self.out, self.err = process.returncode, process.stdout, process.stderr


class Explore(unittest.TestCase):
    def setUp(self):
        self.directory = tempfile.TemporaryDirectory()
        self.addCleanup(self.directory.cleanup)

    def path(self, name):
        return os.path.join(self.directory.name, name)

    def write(self, name, text):
        with open(self.path(name), "w", encoding="utf-8") as file:
            file.write(text)
        return self.path(name)

    def call(self, *arguments, status=None):
        result = Result(command.raceproof(*arguments, limit=100))
        if status is not None:
            self.assertEqual(result.status, status, result.out + result.err)
        return result

    def report(self, *arguments, status):
        return json.loads(self.call("explore", "-f", "json", *arguments, status=status).out)


class Verdicts(Explore):
    def test_all_orders_of_a_counter(self):
        model = self.write("counter.rp", COUNTER)
        for reduction in ("dpor", "sleep", "none"):
            report = self.report("-p", "n=4", f"--reduction={reduction}", model, status=0)
            self.assertEqual(report["verdict"], "race-free")
            self.assertTrue(report["complete"])
            self.assertEqual(report["scope"]["schedules"], 24)
            self.assertIsNone(report["scope"]["bound"])
        text = self.call("explore", "-p", "n=4", model, status=0)
        self.assertIn("24 schedules (all that differ)", text.err)
        self.assertIn("RACE-FREE for n=4, under all schedules", text.err)

    def test_figure_3_6(self):
        """Both graphs are explored, whichever the default schedule shows. One of them has the race."""
        for name in ("nakade_3_6.rp", "nakade_3_6_swapped.rp"):
            for reduction in ("dpor", "sleep", "none"):
                report = self.report(f"--reduction={reduction}", EXAMPLES / name, status=66)
                self.assertEqual(report["scope"]["schedules"], 2)
                (finding,) = report["findings"]
                self.assertEqual((finding["rule"], finding["object"]["name"]), ("RP001", "r1"))
                self.assertEqual(finding["certainty"], "certain")
                self.assertEqual(finding["schedules"], 1)

    def test_figure_6_2(self):
        for reduction in ("dpor", "sleep", "none"):
            report = self.report(f"--reduction={reduction}", EXAMPLES / "nakade_6_2.rp", status=66)
            (finding,) = report["findings"]
            self.assertEqual((finding["rule"], finding["certainty"]), ("RP001", "certain"))
            self.assertLess(finding["schedules"], report["scope"]["schedules"])

    def test_assertion_in_one_order(self):
        report = self.report(self.write("a.rp", ASSERTION), status=66)
        (finding,) = report["findings"]
        self.assertEqual((finding["rule"], finding["schedules"]), ("RP006", 1))
        self.assertEqual(report["scope"]["schedules"], 2)

    def test_philosophers(self):
        model = self.write("p.rp", PHILOSOPHERS)
        for tasks in (2, 4, 8):
            report = self.report("-p", f"n={tasks}", model, status=66)
            (finding,) = report["findings"]
            self.assertEqual((finding["rule"], finding["schedules"]), ("RP002", 1))
            self.assertEqual(report["scope"]["schedules"], 2 ** tasks - 1)
            waits = [row["what"] for row in finding["waiting"] if row["task"]["id"]]
            self.assertEqual(len(waits), tasks)
            for task in range(1, tasks + 1):  # the cycle: each task is waited for by one other
                self.assertEqual(sum(f"while task {task} is in one" in what for what in waits), 1)

    def test_deadlock_in_one_of_many_orders(self):
        model = self.write("one.rp", ONE_ORDER)
        for tasks in (2, 4):
            report = self.report("-p", f"n={tasks}", model, status=66)
            (finding,) = report["findings"]
            self.assertEqual(finding["rule"], "RP002")
            self.assertLess(finding["schedules"] * 5, report["scope"]["schedules"])

    def test_examples_agree_with_run(self):
        """For examples on which one run decides, exploration gives the same verdict."""
        for model in sorted(EXAMPLES.glob("*.rp")):
            run = self.call("run", "-f", "line", model)
            found = self.call("explore", "-f", "line", "--max-schedules=2000", model)
            if run.status == 67 or "verdict undecided" in found.out:
                continue
            with self.subTest(model=model.name):
                self.assertEqual(run.status, found.status, run.out + found.out + found.err)


class Bounds(Explore):
    def test_schedules(self):
        model = self.write("counter.rp", COUNTER)
        report = self.report("-p", "n=5", "--max-schedules=7", model, status=67)
        self.assertEqual(report["verdict"], "undecided")
        self.assertFalse(report["complete"])
        self.assertEqual(report["scope"]["schedules"], 7)
        self.assertIn("bound of 7 schedules", report["scope"]["bound"])
        text = self.call("explore", "-p", "n=5", "--max-schedules=7", model, status=67)
        self.assertIn("the bound of 7 schedules is reached", text.err)

    def test_a_bound_that_leaves_nothing_out(self):
        model = self.write("counter.rp", COUNTER)
        for reduction in ("dpor", "sleep", "none"):
            report = self.report("-p", "n=3", "--max-schedules=6", f"--reduction={reduction}", model,
                                 status=0)
            self.assertTrue(report["complete"])

    def test_a_finding_counts_in_spite_of_a_bound(self):
        report = self.report("--max-schedules=1", "--reduction=none",
                             self.write("r.rp", "async x = 1; isolated x = 2; isolated x = 3;"),
                             status=66)
        self.assertEqual(report["verdict"], "findings")

    def test_time(self):
        model = self.write("counter.rp", COUNTER)
        start = time.monotonic()
        self.call("explore", "-p", "n=12", "--max-time=0.5", model, status=67)
        self.assertLess(time.monotonic() - start, 20)

    def test_interrupt(self):
        model = self.write("counter.rp", COUNTER)
        process = subprocess.Popen([RACEPROOF, "explore", "-p", "n=12", "-f", "json", model],
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.addCleanup(process.kill)
        time.sleep(1)
        process.send_signal(signal.SIGINT)
        out, _ = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 67)
        report = json.loads(out)
        self.assertEqual(report["scope"]["bound"], "interrupted")
        self.assertGreater(report["scope"]["schedules"], 10)

    def test_time_inside_a_schedule(self):
        for text in ("while (1) skip;", "actor a (m) { send a(m+1); }\nsend a(0);",
                     "proc p() { while (1) q(); }\nproc q() { skip; }\nproc main() { async p(); isolated x = 1; }",
                     "var go = 1;\nwhile (go) finish async isolated skip;"):
            model = self.write("m.rp", text)
            for more in ([], ["--jobs=2"], [f"--checkpoint={self.path('c')}"], ["--reduction=none"]):
                with self.subTest(text=text, more=more):
                    start = time.monotonic()
                    report = self.report("--max-time=0.2", *more, model, status=67)
                    self.assertLess(time.monotonic() - start, 10)
                    self.assertRegex(report["scope"]["bound"], "0.2 seconds|without end")

    def test_turns(self):
        report = self.report(self.write("m.rp", "var x;\nwhile (x == 0) skip;\n"), status=67)
        self.assertIn("cut off after 10000000 turns of loops, calls and tasks, at line 2",
                      report["scope"]["bound"])

    def test_interrupt_inside_a_schedule(self):
        model = self.write("m.rp", "async x = 1;\nasync x = 2;\nwhile (1) { isolated y = 0; }\n")
        process = subprocess.Popen([RACEPROOF, "explore", "-f", "json", "--reduction=none", model],
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.addCleanup(process.kill)
        time.sleep(0.5)
        process.send_signal(signal.SIGINT)
        out, _ = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 66)
        self.assertEqual(json.loads(out)["findings"][0]["rule"], "RP001")

    def test_a_loop_without_end(self):
        model = self.write("spin.rp", "var x; async { var go = 1; while (go) isolated go = x == 0; }\n")
        report = self.report("--max-time=20", model, status=67)
        self.assertIn("without end", report["scope"]["bound"])


class States(Explore):
    def test_a_counter_has_a_state_for_each_set_of_tasks(self):
        model = self.write("counter.rp", COUNTER)
        report = self.report("-p", "n=10", "--reduction=states", model, status=0)
        self.assertEqual(report["verdict"], "race-free")
        self.assertEqual(report["scope"]["states"], 2 ** 10 - 1)  # the last one leads to no other state
        self.assertLess(report["stats"]["seconds"], 10)

    def test_a_loop_comes_back_to_the_same_state(self):
        model = self.write("spin.rp", "var x;\nasync { var go = 1; while (go) isolated go = x == 0; }\n"
                                      "async isolated x = 1;\n")
        report = self.report("--reduction=states", model, status=0)
        self.assertLess(report["scope"]["states"], 20)

    def test_not_with_several_processes(self):
        model = self.write("counter.rp", COUNTER)
        for option in ("--jobs=2", "--checkpoint=" + self.path("c"), "--resume=" + self.path("c")):
            result = self.call("explore", "--reduction=states", option, model, status=2)
            self.assertIn("--reduction=states", result.err)


class Observations(Explore):
    MODEL = """var x; var y;
finish {
  async isolated x = x * 2 + 1;
  async isolated x = x + 3;
  async isolated y = y + 1;
}
observe x;
observe y + 1;
"""

    def test_a_value_that_depends_on_the_order(self):
        model, witness = self.write("o.rp", self.MODEL), self.path("w.rpw")
        for options in ([], ["--reduction=sleep"], ["--reduction=none"], ["--reduction=states"],
                        ["--jobs=2"]):
            report = self.report(*options, "-w", witness, model, status=66)
            (finding,) = report["findings"]
            self.assertEqual((finding["rule"], finding["object"]["name"]), ("RP003", "x"))
            self.assertIn("4 in the first one, 7 here", finding["message"])
            self.assertIn("4 in ", finding["note"])
            again = self.call("replay", "-f", "line", witness, model, status=66)
            self.assertIn("RP003", again.out)

    def test_the_number_of_schedules(self):
        """Of 24 orders, 18 give the observed value another position than the first schedule."""
        text = "var x;\nfinish for (i in 1..4) async { var r; isolated { x = x + 1; r = x; } observe r; }\n"
        for options in ([], ["--reduction=none"], ["--jobs=2"], ["--reduction=sleep"]):
            (finding,) = self.report(*options, self.write("m.rp", text), status=66)["findings"]
            self.assertEqual(finding["schedules"], 18)
            self.assertEqual(finding["note"].count(" in 6 schedules"), 4)
        stuck = ("var x;\nasync { var r; isolated { x = x + 1; r = x; } observe r; }\nasync isolated x = x + 1;\n"
                 "async isolated (a) isolated (b) skip;\nasync isolated (b) isolated (a) skip;\n")
        report = self.report(self.write("m.rp", stuck), status=66)
        (finding,) = [f for f in report["findings"] if f["rule"] == "RP003"]
        self.assertIn(f" in {finding['schedules']} schedule", finding["note"])

    def test_each_task_has_its_own(self):
        """The order in which tasks observe does not matter, but whether they observe does."""
        same = self.write("s.rp", "var x;\nfinish for (i in 1..3) async { isolated x = 1; observe i; }\n")
        self.report(same, status=0)
        some = self.write("m.rp", "var x;\nfinish for (i in 1..2) async {\n  var v = 0;\n"
                                  "  isolated { v = x; x = 1; }\n  if (v) observe i;\n}\n")
        (finding, *_) = self.report(some, status=66)["findings"]
        self.assertIn("not observed", finding["message"])

    def test_the_task_that_observed(self):
        """Two tasks observe at one place; the finding is about the one whose value differs, which is not the last."""
        model, witness = self.write("o.rp", "var x;\nproc tell (v) { observe v; }\nproc main () {\n  finish {\n"
                                            "    async { var r; isolated r = x; tell (r); }\n"
                                            "    async isolated x = 1;\n  }\n  tell (5);\n}\n"), self.path("w.rpw")
        (finding,) = self.report("-w", witness, model, status=66)["findings"]
        again = json.loads(self.call("replay", "-f", "json", witness, model, status=66).out)
        for one in (finding, again["findings"][0]):
            self.assertEqual([access["task"] for access in one["accesses"]], [1], one)

    def test_what_is_not_observed(self):
        """In every process, schedules are compared with the first one. If a value is missing in one of the two, that
        is a difference, and replay shows it."""
        here = self.write("h.rp", "var x;\nfinish { async isolated x = 1; async isolated if (x) observe 5; }\n")
        there = self.write("t.rp", "var x;\nfinish {\n  async isolated x = 1;\n  async isolated x = 2;\n"
                                   "  async isolated if (x == 0) observe 5;\n}\n")
        witness = self.path("w.rpw")
        for options in ([], ["--jobs=2"], ["--checkpoint=" + self.path("c")], ["--reduction=none"],
                        ["--max-delays=9"]):
            for model, message, note in (
                    (here, "5 in the first one, not observed here", ("5 in 1", "not observed in 1")),
                    (there, "not observed in the first one, 5 here", ("5 in 2", "not observed in 4"))):
                with self.subTest(options=options, model=model):
                    (finding,) = self.report(*options, "-w", witness, model, status=66)["findings"]
                    self.assertIn(message, finding["message"])
                    for part in note:
                        self.assertIn(f"{part} schedule", finding["note"])
                    again = self.call("replay", "-f", "json", witness, model, status=66)
                    self.assertIn(message, again.out)


class Commutativity(Explore):
    def test_one_order_is_enough(self):
        model = self.write("c.rp", "param n >= 1;\nvar x;\n"
                                   "finish for (i in 1..n) async isolated commutes (x) x = x + i;\n")
        report = self.report("-p", "n=10", model, status=0)
        self.assertEqual(report["scope"]["schedules"], 1)
        self.assertEqual(report["scope"]["relies_on"], "declared commutativity at line 3")
        text = self.call("explore", "-p", "n=3", model, status=0)
        self.assertIn("relies on declared commutativity", " ".join(text.err.split()))
        self.assertNotIn("relies_on", self.report("--reduction=none", model, status=0)["scope"])

    def test_nothing_changes_between_accesses(self):
        text = ("var x; var y;\nfinish for (i in 1..2) async {\n  isolated commutes (x) x = x + i;\n"
                "  y = i;\n  isolated commutes (y) y = y + x;\n}\n")
        scopes = [self.report("--precision=accesses", self.write("d.rp", model), status=66)["scope"]
                  for model in (text, text.replace(" commutes", ""))]
        self.assertEqual(scopes[0]["schedules"], scopes[1]["schedules"])
        self.assertNotIn("relies_on", scopes[0])

    def test_no_order_follows_from_it(self):
        """If sections commute, one order is run, and the race that the other order has shows in it."""
        for body in ("y = 1; isolated commutes x = x + 1;", "isolated commutes x = x + 1; y = 1;"):
            model = self.write("r.rp", f"var x; var y;\nasync {{ {body} }}\n"
                                       "async { isolated commutes x = x + 2; y = 2; }\n")
            for reduction in ("dpor", "sleep", "none", "states"):
                report = self.report(f"--reduction={reduction}", model, status=66)
                self.assertEqual([f["rule"] for f in report["findings"]], ["RP001"])

    def test_a_wrong_declaration(self):
        model = self.write("w.rp", "var x;\nfinish {\n  async isolated commutes x = x * 2 + 1;\n"
                                   "  async isolated commutes x = x + 3;\n}\n")
        witness = self.path("w.rpw")
        for options in ([], ["--jobs=2"]):
            (finding,) = self.report("-w", witness, *options, model, status=66)["findings"]
            self.assertEqual(finding["witness"], {"file": witness, "confirmed": True})
            self.assertEqual(finding["rule"], "RP005")
            self.assertIn("declared to commute", finding["message"])
            self.call("replay", witness, model, status=66)


class Jobs(Explore):
    def totals(self, report):
        return (report["verdict"], report["complete"], report["scope"]["schedules"],
                [(f["rule"], f["schedules"]) for f in report["findings"]])

    def test_the_same_with_any_number(self):
        for text, parameters in ((COUNTER, ["-p", "n=7"]), (PHILOSOPHERS, ["-p", "n=6"]),
                                 (ONE_ORDER, ["-p", "n=4"]), (ASSERTION, [])):
            model = self.write("m.rp", text)
            one = json.loads(self.call("explore", "-f", "json", *parameters, model).out)
            for jobs in (1, 2, 4):
                several = json.loads(self.call("explore", "-f", "json", f"--jobs={jobs}",
                                               *parameters, model).out)
                self.assertEqual(self.totals(several), self.totals(one))

    def test_bounds(self):
        model = self.write("counter.rp", COUNTER)
        report = self.report("-p", "n=10", "--jobs=2", "--max-schedules=2000", model, status=67)
        self.assertIn("bound of 2000 schedules", report["scope"]["bound"])
        for more in ("--jobs=2", "--jobs=3", f"--checkpoint={self.path('c')}"):
            report = self.report("-p", "n=10", more, "--max-schedules=100", model, status=67)
            self.assertEqual(report["scope"]["schedules"], 100)
        report = self.report("-p", "n=12", "--jobs=2", "--max-time=0.5", model, status=67)
        self.assertIn("seconds", report["scope"]["bound"])

    def start(self, *arguments):
        process = subprocess.Popen([RACEPROOF, "explore", "-f", "json", *arguments],
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.addCleanup(process.kill)
        return process

    def children(self, process):
        with open(f"/proc/{process.pid}/task/{process.pid}/children", encoding="utf-8") as file:
            return [int(child) for child in file.read().split()]

    def wait_for(self, condition):
        deadline = time.monotonic() + 60
        while not condition():
            self.assertLess(time.monotonic(), deadline)
            time.sleep(0.01)

    def test_a_worker_that_dies(self):
        model = self.write("counter.rp", COUNTER)
        process = self.start("-p", MANY, "--jobs=2", model)
        self.wait_for(lambda: len(self.children(process)) == 2)
        time.sleep(0.2)
        os.kill(self.children(process)[0], signal.SIGKILL)
        out, err = process.communicate(timeout=200)
        self.assertEqual(process.returncode, 0, err)
        self.assertEqual(json.loads(out)["scope"]["schedules"], SCHEDULES)

    def size(self, path):
        return os.path.getsize(path) if os.path.exists(path) else 0

    def test_kill_and_resume(self):
        model, file = self.write("counter.rp", COUNTER), self.path("c.ck")
        process = self.start("-p", MANY, f"--checkpoint={file}", "--jobs=2", model)
        self.wait_for(lambda: self.size(file) > 2000)
        process.kill()
        process.communicate(timeout=60)
        self.wait_for(lambda: subprocess.run(["pgrep", "-f", file], check=False,
                                             stdout=subprocess.DEVNULL).returncode)
        before = self.size(file)
        report = self.report("-p", MANY, f"--resume={file}", model, status=0)
        self.assertEqual(report["scope"]["schedules"], SCHEDULES)
        self.assertGreater(self.size(file), before)
        again = self.report("-p", MANY, f"--resume={file}", "--jobs=4", model, status=0)
        self.assertEqual(self.totals(again), self.totals(report))

    def test_interrupt_and_resume(self):
        model, file = self.write("counter.rp", COUNTER), self.path("c.ck")
        process = self.start("-p", MANY, f"--checkpoint={file}", model)
        self.wait_for(lambda: self.size(file) > 2000)
        process.send_signal(signal.SIGINT)
        out, _ = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 67)
        self.assertEqual(json.loads(out)["scope"]["bound"], "interrupted")
        report = self.report("-p", MANY, f"--resume={file}", "--jobs=2", model, status=0)
        self.assertEqual(report["scope"]["schedules"], SCHEDULES)

    def refuse(self, saying, *arguments):
        result = self.call("explore", *arguments, status=2)
        self.assertIn(saying, result.err)
        self.assertEqual(len(result.err.splitlines()), 1, result.err)

    def test_bad_checkpoints(self):
        model, file = self.write("counter.rp", COUNTER), self.path("c.ck")
        self.call("explore", "-p", "n=7", f"--checkpoint={file}", model, status=0)
        with open(file, encoding="utf-8") as opened:
            good = opened.read()
        self.refuse("another search", "-p", "n=6", f"--resume={file}", model)
        self.refuse("another search", "-p", "n=7", "--reduction=sleep", f"--resume={file}", model)
        other = self.write("other.rp", COUNTER + "// changed\n")
        self.refuse("another search", "-p", "n=7", f"--resume={file}", other)
        for text, saying in (("", "no checkpoint"), ("{}\n", "no checkpoint"),
                             (good.replace("checkpoint 2", "checkpoint 1"), "no checkpoint"),
                             (good.replace("items ", "items 1"), "parts"),
                             (good.replace("item 3 ", "item 99999 "), "damaged"),
                             (good[:-40] + "7" + good[-39:], "damaged")):
            bad = self.write("bad.ck", text)
            self.refuse(saying, "-p", "n=7", f"--resume={bad}", model)
        self.refuse("No such file", "-p", "n=7", "--resume=" + self.path("none"), model)
        self.refuse("cannot use", "-p", "n=7", "--checkpoint=" + self.path("none/c"), model)
        self.refuse("overwrite", f"--checkpoint={model}", model)
        self.refuse("no use", f"--checkpoint={file}", f"--resume={file}", model)


class Delays(Explore):
    def test_a_bound_leaves_out(self):
        model = self.write("counter.rp", COUNTER)
        few = self.report("-p", "n=5", "--max-delays=1", model, status=67)
        self.assertIn("more than 1 delay", few["scope"]["bound"])
        more = self.report("-p", "n=5", "--max-delays=3", model, status=67)
        self.assertLess(few["scope"]["schedules"], more["scope"]["schedules"])
        self.assertEqual(self.report("-p", "n=5", "--max-delays=0", model,
                                     status=67)["scope"]["schedules"], 1)
        every = self.report("-p", "n=5", "--max-delays=20", model, status=0)
        self.assertEqual(every["scope"]["schedules"], 120)
        self.call("explore", "--max-delays=1", "--reduction=dpor", model, status=2)

    def test_a_finding_within_the_bound(self):
        model = self.write("a.rp", ASSERTION)
        self.assertEqual(self.report("--max-delays=1", model, status=66)["verdict"], "findings")


class Witnesses(Explore):
    def explore(self, text, *arguments, name="m.rp"):
        model, witness = self.write(name, text), self.path("w.rpw")
        self.report("-w", witness, *arguments, model, status=66)
        return model, witness

    def test_replay_a_hundred_times(self):
        model, witness = self.explore(PHILOSOPHERS, "-p", "n=4")
        first = self.call("replay", "-f", "json", witness, model, status=66).out
        for _ in range(99):
            again = json.loads(self.call("replay", "-f", "json", witness, model, status=66).out)
            again["stats"] = json.loads(first)["stats"]
            self.assertEqual(again, json.loads(first))

    def test_table(self):
        model, witness = self.explore(ASSERTION)
        lines = self.call("replay", witness, model, status=66).out.splitlines()
        self.assertEqual(lines[0].split(), ["step", "task", "2"])
        self.assertIn("4: async isolated { y = x;", lines[1])
        model, witness = self.explore(PHILOSOPHERS, "-p", "n=3")
        lines = self.call("replay", witness, model, status=66).out.splitlines()
        self.assertEqual(lines[0].split(), "step task 1 (i=0) task 2 (i=1) task 3 (i=2)".split())
        columns = [line.index("6: isolated") for line in lines[1:4]]
        self.assertEqual(columns, sorted(set(columns)))

    def test_each_finding_has_its_own(self):
        model, witness = self.explore(
            "var x; var y;\n"
            "finish { async isolated { x = 1; assert y == 0; }\n"
            "async isolated { y = 1; assert x == 0; } }\n")
        self.assertTrue(os.path.exists(self.path("w-2.rpw")))
        for name in ("w.rpw", "w-2.rpw"):
            self.call("replay", self.path(name), model, status=66)
        report = self.report("-w", witness, model, status=66)
        self.assertEqual([f["witness"]["file"] for f in report["findings"]],
                         [self.path("w.rpw"), self.path("w-2.rpw")])
        self.assertTrue(all(f["witness"]["confirmed"] for f in report["findings"]))

    def test_choices_are_kept(self):
        model, witness = self.explore(
            "proc main() { var v = *; var w = *; assert v == 0 || w == 1; }")
        with open(witness, encoding="utf-8") as file:
            self.assertEqual([step["choose"] for step in json.load(file)["schedule"]], [1, 0])
        self.call("replay", witness, model, status=66)

    def refuse(self, model, text, saying):
        witness = self.write("bad.rpw", text)
        result = self.call("replay", witness, model, status=2)
        self.assertIn(saying, result.err)
        self.assertEqual(len(result.err.splitlines()), 1, result.err)
        self.assertEqual(result.out, "")

    def test_bad_witnesses(self):
        model, witness = self.explore(PHILOSOPHERS, "-p", "n=2")
        with open(witness, encoding="utf-8") as file:
            text = file.read()
        good = json.loads(text)

        def changed(**keys):
            return json.dumps({**good, **keys})

        self.refuse(model, "", "cannot use the witness")
        self.refuse(model, text[:-20], "cannot use the witness")
        self.refuse(model, "[]", "it is no witness")
        self.refuse(model, "{}", "it is no witness")
        self.refuse(model, changed(version=0), "version 0")
        self.refuse(model, changed(version=2), "version 2")
        self.refuse(model, changed(version="x"), "version")
        self.refuse(model, changed(schedule=3), "it is not complete")
        self.refuse(model, changed(schedule=[{"task": 3}]), "it is not complete")
        self.refuse(model, changed(schedule=[{"task": "0.x"}]), "does not fit")
        self.refuse(model, changed(schedule=[{"task": "0.9"}]), "does not fit")
        self.refuse(model, changed(schedule=[]), "does not lead to its finding")
        self.refuse(model, changed(parameters={"n": "2"}), "it is not complete")
        self.refuse(model, changed(program={"file": "m.rp", "hash": "0"}), "another program")
        other = self.write("other.rp", PHILOSOPHERS + "// changed\n")
        self.assertIn("a witness of another program",
                      self.call("replay", witness, other, status=2).err)
        self.call("replay", self.path("missing.rpw"), model, status=2)
        self.call("replay", witness, self.path("missing.rp"), status=2)

    def test_bad_options(self):
        model = self.write("counter.rp", COUNTER)
        for arguments in (["--reduction=some", model], ["--max-schedules=0", model],
                          ["--max-time=-1", model], ["--jobs=0", model], ["--jobs=x", model],
                          ["--max-delays=-1", model], ["--precision=all", model], [], [model, model],
                          ["/bin/true"], ["-w", model, model], ["-p", "m=1", model],
                          ["-w", self.path("none/w.rpw"), self.write("a.rp", ASSERTION)]):
            self.call("explore", *arguments, status=2)
        self.call("replay", model, status=2)


if __name__ == "__main__":
    unittest.main()
