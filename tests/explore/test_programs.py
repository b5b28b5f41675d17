"""`raceproof explore` and `raceproof replay` on compiled programs."""
import json
import math
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from support import case
from support.command import RACEPROOF, environment

PROGRAMS = pathlib.Path(__file__).resolve().parent / "programs"


def line(program, word):
    """The number of the line of PROGRAM that says `line: WORD`."""
    for number, text in enumerate((PROGRAMS / f"{program}.c").read_text().splitlines(), 1):
        if f"/* line: {word} */" in text:
            return number
    raise KeyError(word)


class Outcome:
    def __init__(self, process, report):
        self.status, self.out, self.err = process.returncode, process.stdout, process.stderr
        self.report = report
        self.verdict = report["verdict"] if report else None
        self.schedules = report["scope"]["schedules"] if report else None
        self.findings = report["findings"] if report else []

    def rules(self):
        return sorted(finding["rule"] for finding in self.findings)

    def lines(self):
        return sorted(access["at"]["line"] for finding in self.findings
                      for access in finding["accesses"] if access.get("at"))


class Exploring(case.OneDirectory):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.built = set()

    def build(self, name, *flags):
        key = (name, flags)
        program = self.directory / (name + "".join(flags).replace("=", "_"))
        if key not in self.built:
            shutil.copy(PROGRAMS / f"{name}.c", self.directory)
            self.cc("-g", "-w", *(flags or ("-O1",)), f"{name}.c", "-o", program)
            self.built.add(key)
        return str(program)

    def call(self, *words, text_input=""):
        return self.raceproof(*words, stdin=text_input, limit=200)

    def explore(self, program, *words, options=(), flags=(), text_input=""):
        output = self.directory / "report.json"
        output.unlink(missing_ok=True)
        done = self.call("explore", "-f", "json", "-o", output, *options, self.build(program, *flags),
                         *words, text_input=text_input)
        report = json.loads(output.read_text()) if output.exists() else None
        return Outcome(done, report)


class Traces(Exploring):
    """Known numbers of traces, and the same findings without reduction."""

    def check(self, expected, *words, status=0, options=()):
        with self.subTest(words=words, options=options):
            outcome = self.explore("traces", *words, options=options)
            self.assertEqual(outcome.status, status, outcome.out + outcome.err)
            self.assertEqual(outcome.schedules, expected)
            self.assertTrue(outcome.report["complete"])
            return outcome

    def test_counter(self):
        for n in range(1, 6):
            self.check(math.factorial(n), "counter", n)
            self.check(math.factorial(n), "atomic", n)
        self.check(math.factorial(6) // 2 ** 3, "counter", 3, 2)

    def test_independent(self):
        for n in (1, 2, 5):
            self.check(1, "own", n)
            self.check(1, "own-atomics", n)

    def test_writers_and_readers(self):
        for writers, readers in ((1, 0), (1, 3), (2, 2), (3, 1)):
            self.check(math.factorial(writers) * (writers + 1) ** readers, "readers", writers,
                       readers)

    def test_two_sections(self):
        for n in (2, 3):
            self.check(math.factorial(n) ** 2, "both", n)

    def test_rotation(self):
        for n, traces in ((2, 2), (3, 5), (4, 14), (5, 43)):
            self.check(traces, "rotation", n)
            self.check(traces, "atomic-rotation", n)

    def test_conditions_and_joins(self):
        self.check(3, "short-circuit")
        for n in (1, 3, 5):
            self.check(n, "ewait", n)
        self.check(12, "choice", 3, 4)

    def test_last_zero(self):
        for n in (2, 3, 5):
            self.check((n + 3) * 2 ** (n - 2), "last-zero", n)

    def test_philosophers(self):
        for n in (2, 3, 4):
            outcome = self.check(2 ** n - 1, "philosophers", n, status=66)
            self.assertEqual(outcome.rules(), ["RP002"])
            self.assertEqual(outcome.findings[0]["schedules"], 1)

    def test_memory_used_again(self):
        self.check(20, "blocks", 2)
        self.check(20, "blocks", 2, options=["--reduction=none"])

    def test_reductions(self):
        for words in (("counter", 3), ("atomic", 3), ("rotation", 3), ("readers", 1, 2)):
            reduced = self.explore("traces", *words).schedules
            for reduction in ("sleep", "none"):
                outcome = self.explore("traces", *words, options=[f"--reduction={reduction}"])
                self.assertEqual(outcome.status, 0)
                self.assertGreaterEqual(outcome.schedules, reduced)


class Endings(Exploring):
    """Endings that only one order of two sections shows."""

    def check(self, what, rule, word, complete=True):
        with self.subTest(what=what):
            outcome = self.explore("endings", what)
            self.assertEqual(outcome.status, 66, outcome.out + outcome.err)
            self.assertEqual(outcome.rules(), [rule])
            if word:
                self.assertEqual(outcome.lines(), [line("endings", word)])
            self.assertEqual(outcome.findings[0]["schedules"], 1)
            self.assertEqual(outcome.schedules, 2)
            self.assertEqual(outcome.report["complete"], complete)

    def test_findings(self):
        self.check("crash", "RP007", "crash")
        self.check("assert", "RP006", "assert")
        self.check("assert in section", "RP006", "section")
        self.check("abort", "RP007", "abort")
        self.check("misuse", "RP005", "misuse")
        self.check("exit", "RP007", "exit", complete=False)
        self.check("kill", "RP007", None, complete=False)
        self.check("overflow", "RP007", None)
        self.check("status", "RP007", None)

    def test_crash_by_states(self):
        """The digest of a state contains the bytes that the program is about to access; here there are none."""
        outcome = self.explore("endings", "crash", options=["--reduction=states"])
        self.assertEqual((outcome.rules(), outcome.lines()), (["RP007"], [line("endings", "crash")]))
        self.assertTrue(outcome.report["complete"])

    def test_race(self):
        outcome = self.explore("endings", "race")
        self.assertEqual(outcome.rules(), ["RP001"])
        self.assertEqual(outcome.lines(), sorted([line("endings", "race"), line("endings", "plain")]))

    def test_others_go_on(self):
        """A task that crashes in every schedule does not hide the race of the others."""
        outcome = self.explore("endings", "crash and race")
        self.assertEqual(outcome.rules(), ["RP001", "RP007"])

    def test_undecided(self):
        outcome = self.explore("endings", "exit 0")
        self.assertEqual((outcome.status, outcome.verdict), (67, "undecided"))

    def test_exit_without_handlers(self):
        """A program that ends by _exit is treated like one that ends by exit: its status counts."""
        outcome = self.explore("endings", "_exit")
        self.assertEqual((outcome.status, outcome.verdict), (66, "findings"))
        self.assertIn("called _exit", " ".join(outcome.err.split()))

    def test_hang(self):
        begun = time.monotonic()
        outcome = self.explore("endings", "hang", options=["--max-run-time=0.5"])
        self.assertEqual(outcome.status, 67)
        self.assertIn("took more than 0.5 seconds", " ".join(outcome.err.split()))
        self.assertLess(time.monotonic() - begun, 30)

    def test_fork(self):
        """Processes that the program leaves running are ended with the schedule."""
        outcome = self.explore("endings", "fork")
        self.assertEqual(outcome.status, 0, outcome.err)
        self.assertEqual(processes_of(self.build("endings")), [])


def processes_of(program):
    found = []
    for entry in pathlib.Path("/proc").glob("[0-9]*/exe"):
        try:
            if os.readlink(entry) == program:
                found.append(entry.parent.name)
        except OSError:
            pass
    return found


class Deadlocks(Exploring):
    def test_rare(self):
        for n in (2, 4, 8):
            with self.subTest(n=n):
                options = ["--max-schedules=60000"]
                outcome = self.explore("rare_deadlock", n, options=options)
                self.assertEqual(outcome.rules(), ["RP002"], outcome.err)
                places = {row["at"]["line"] for row in outcome.findings[0]["waiting"]}
                self.assertLessEqual({line("rare_deadlock", "first"),
                                      line("rare_deadlock", "second")}, places)


class Orders(Exploring):
    """Memory orders that are weaker than the strongest: outcomes that only they allow are not tried, so nothing is
    proved."""

    def orders(self, store, load, *words):
        flags = (f"-DSTORE=memory_order_{store}", f"-DLOAD=memory_order_{load}")
        return self.explore("orders", *words, flags=flags)

    def test_weak(self):
        for store, load in (("relaxed", "relaxed"), ("release", "acquire"), ("seq_cst", "relaxed")):
            with self.subTest(store=store, load=load):
                outcome = self.orders(store, load)
                self.assertEqual((outcome.status, outcome.verdict), (67, "undecided"))
                self.assertIn("weaker than memory_order_seq_cst", " ".join(outcome.err.split()))
                self.assertEqual(self.orders(store, load, "alone").status, 0)

    def test_strong(self):
        outcome = self.orders("seq_cst", "seq_cst")
        self.assertEqual((outcome.status, outcome.schedules), (0, 2))


class Outside(Exploring):
    def test_input(self):
        outcome = self.explore("outside", "input", text_input="3\n")
        self.assertEqual((outcome.status, outcome.schedules), (0, 6))
        outcome = self.explore("outside", "input", text_input="4\n")
        self.assertEqual((outcome.status, outcome.schedules), (0, 24))
        outcome = self.explore("outside", "input", text_input="")
        self.assertEqual(outcome.rules(), ["RP007"])

    def test_output_once(self):
        outcome = self.explore("outside", "print")
        self.assertEqual(outcome.schedules, 2)
        self.assertEqual(outcome.out, "to stdout\n")
        self.assertEqual(outcome.err.count("to stderr"), 1)

    def test_other_than_input(self):
        outcome = self.explore("outside", "time", options=["--max-schedules=1000"])
        self.assertEqual(outcome.status, 67, outcome.err)
        self.assertIn("did something else when it was run again", " ".join(outcome.err.split()))

    def test_environment_is_clean(self):
        """The program's environment does not show that it is explored."""
        source = self.directory / "environment.c"
        source.write_text('#include <raceproof/task.h>\n#include <stdlib.h>\n'
                          'int main (void) { return getenv ("RACEPROOF_WIRE") != NULL; }\n')
        self.cc(source, "-o", "environment")
        self.assertEqual(self.call("explore", self.directory / "environment").returncode, 0)


class Marks(Exploring):
    """Marks by which the program describes itself."""

    def test_observed(self):
        outcome = self.explore("marks", "observe")
        self.assertEqual(outcome.rules(), ["RP003"], outcome.err)
        self.assertEqual(outcome.lines(), [line("marks", "observe")])
        self.assertIn("3 in the first one, 1 here", outcome.findings[0]["message"])
        self.assertEqual(self.explore("marks", "observe same").status, 0)

    def test_nothing_under_run(self):
        for words in ("observe", "commutes"):
            done = self.call("run", "-f", "line", self.build("marks"), words)
            self.assertNotIn("RP0", done.stdout)

    def test_commutes(self):
        self.assertEqual(self.explore("marks", "commutes").schedules, 1)
        outcome = self.explore("marks", "commutes not")
        self.assertEqual(outcome.schedules, 24)

    def test_declarations_of_programs_are_not_tested(self):
        runs = self.directory / "runs"
        self.assertEqual(self.explore("marks", "commutes", str(runs)).schedules, 1)
        self.assertLessEqual(len(runs.read_text()), 2)  # ten when every pair of sections was run in both orders

    def test_outside_a_section(self):
        outcome = self.explore("marks", "commutes outside")
        self.assertEqual(outcome.rules(), ["RP005"], outcome.err)

    def test_lost_update(self):
        outcome = self.explore("marks", "lost update")
        self.assertEqual(outcome.rules(), ["RP001"])
        outcome = self.explore("marks", "lost update", options=["--precision=accesses"])
        self.assertEqual(outcome.rules(), ["RP001", "RP006"], outcome.err)

    def test_without_lines(self):
        """Places without line numbers are distinguished, too."""
        source = self.directory / "bare.c"
        source.write_text('''#include <raceproof/task.h>
int x, y, z;
void f (void *a) { rp_isolated z = z * 2 + 1; x = 1; }
void g (void *a) { int seen; rp_isolated { seen = z; z = z * 2; } if (seen) x = 2; else y = 3; }
void h (void *a) { y = 4; }
int main (void) { rp_finish { rp_async (f, 0); rp_async (g, 0); rp_async (h, 0); } return 0; }
''')
        program = self.directory / "bare"
        self.cc("-O1", "-w", source, "-o", program)
        self.execute("strip", "-g", program, status=0)
        done = self.call("explore", "-f", "line", program)
        self.assertEqual(done.stdout.count("RP001"), 2, done.stdout + done.stderr)


class Jobs(Exploring):
    def test_same_schedules(self):
        for jobs in (1, 2):
            outcome = self.explore("traces", "counter", 5, options=[f"--jobs={jobs}"])
            self.assertEqual((outcome.status, outcome.schedules), (0, 120), outcome.err)
        outcome = self.explore("traces", "philosophers", 4, options=["--jobs=2"])
        self.assertEqual((outcome.rules(), outcome.schedules), (["RP002"], 15), outcome.err)
        self.assertEqual(processes_of(self.build("traces")), [])


class Figures(Exploring):
    def test_both_graphs(self):
        for figure, words in (("3.6", ("task", "main")), ("6.2", ("inside", "outside"))):
            for flags in (("-O0",), ("-O2",)):
                with self.subTest(figure=figure, flags=flags):
                    outcome = self.explore("figures", figure, flags=flags)
                    self.assertEqual(outcome.rules(), ["RP001"], outcome.err)
                    self.assertEqual(outcome.lines(), sorted(line("figures", word) for word in words))
                    self.assertEqual(outcome.schedules, 2)
                    self.assertEqual(outcome.findings[0]["schedules"], 1)


class Replays(Exploring):
    def witness(self, program, *words):
        path = self.directory / "found.rpw"
        path.unlink(missing_ok=True)
        outcome = self.explore(program, *words, options=["-w", path])
        self.assertEqual(outcome.status, 66, outcome.err)
        return path, outcome

    def test_table_and_finding(self):
        path, _ = self.witness("endings", "assert")
        done = self.call("replay", path, self.build("endings"))
        self.assertEqual(done.returncode, 66, done.stderr)
        self.assertIn("step task", done.stdout)
        self.assertIn("error[RP006]", done.stdout)

    def test_hundred_times(self):
        path, outcome = self.witness("figures", "6.2")
        found = outcome.findings[0]["id"]
        self.assertEqual(json.loads(path.read_text())["finding"]["id"], found)
        for _ in range(100):
            done = self.call("replay", "-q", "-f", "json", path, self.build("figures"))
            self.assertEqual(done.returncode, 66, done.stderr)
            self.assertEqual([finding["id"] for finding in json.loads(done.stdout)["findings"]],
                             [found])

    def test_every_kind(self):
        for what in ("crash", "abort", "exit", "kill", "misuse", "race", "status", "crash and race"):
            with self.subTest(what=what):
                path, _ = self.witness("endings", what)
                done = self.call("replay", path, self.build("endings"))
                self.assertEqual(done.returncode, 66, done.stderr)
        path, _ = self.witness("traces", "philosophers", "3")
        self.assertEqual(self.call("replay", path, self.build("traces")).returncode, 66)

    def test_refused(self):
        path, _ = self.witness("endings", "assert")
        other = self.build("traces")
        rebuilt = self.build("endings", "-O0")
        for words, reason in (((path, other), "another program"), ((path, rebuilt), "another build"),
                              ((path, self.build("endings"), "crash"), "other arguments"),
                              ((self.directory / "endings.c", self.build("endings")), "cannot use")):
            done = self.call("replay", *words)
            self.assertEqual(done.returncode, 2, done.stderr)
            self.assertIn(reason, done.stderr)
            self.assertEqual(done.stderr.count("\n"), 1)
        done = self.call("replay", path, self.build("endings"), text_input="something")
        self.assertEqual(done.returncode, 2)
        self.assertIn("another standard input", done.stderr)
        self.assertEqual(self.call("replay", path, self.build("endings"), "assert").returncode, 66)

    @unittest.skipUnless(shutil.which("gdb"), "needs gdb")
    def test_gdb(self):
        for what, place in (("assert", "fail_explored"), ("crash", f"endings.c:{line('endings', 'crash')}"),
                            ("race", f"endings.c:{line('endings', 'plain')}")):
            with self.subTest(what=what):
                path, _ = self.witness("endings", what)
                done = subprocess.run([RACEPROOF, "replay", "--gdb", path, self.build("endings")],
                                      cwd=self.directory, stdin=subprocess.DEVNULL,
                                      capture_output=True, text=True, timeout=100, check=False,
                                      env=environment(GDBHISTFILE="/dev/null"))
                self.assertRegex(done.stdout, "Breakpoint|SIGSEGV", done.stderr)
                if what != "assert":
                    self.assertIn(place, done.stdout)


class Interrupts(Exploring):
    def begin(self, *options):
        process = subprocess.Popen([RACEPROOF, "explore", *options, self.build("traces"), "counter", "9"],
                                   cwd=self.directory, stdin=subprocess.DEVNULL,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.addCleanup(process.kill)
        deadline = time.monotonic() + 20
        while not processes_of(self.build("traces")) and time.monotonic() < deadline:
            time.sleep(0.02)
        time.sleep(0.3)
        return process

    def check_gone(self):
        deadline = time.monotonic() + 10
        while processes_of(self.build("traces")) and time.monotonic() < deadline:
            time.sleep(0.02)
        self.assertEqual(processes_of(self.build("traces")), [])

    def test_interrupted(self):
        for options in ((), ("--jobs=2",)):
            process = self.begin(*options)
            process.send_signal(signal.SIGINT)
            out, err = process.communicate(timeout=30)
            self.assertEqual(process.returncode, 67, out + err)
            self.assertIn("interrupted", err)
            self.assertRegex(err, r"Explored [1-9]\d* schedules \(not all\)")
            self.check_gone()

    def test_killed(self):
        for number in (signal.SIGKILL, signal.SIGTERM):
            for options in ((), ("--jobs=2",)):
                process = self.begin(*options)
                process.send_signal(number)
                process.communicate(timeout=30)
                self.check_gone()

    def test_no_files(self):
        with tempfile.TemporaryDirectory() as place:
            subprocess.run([RACEPROOF, "explore", self.build("traces"), "counter", "3"], cwd=place,
                           env=environment(TMPDIR=place), stdin=subprocess.DEVNULL,
                           capture_output=True, check=True)
            self.assertEqual(os.listdir(place), [])


class BadInput(Exploring):
    def test_refused(self):
        for words, reason in ((("/bin/true",), "was not built with raceproof cc"),
                              (("./nothing",), "./nothing"),
                              (("-p", "n=2", self.build("traces")), "--param is for models")):
            done = self.call("explore", *words)
            self.assertEqual(done.returncode, 2, done.stderr)
            self.assertIn(reason, done.stderr)

    def test_ends_before_main(self):
        source = self.directory / "early.c"
        source.write_text('#include <raceproof/task.h>\n#include <stdlib.h>\n'
                          '__attribute__ ((constructor (150))) static void f (void) { _Exit (0); }\n'
                          'int main (void) { return 0; }\n')
        self.cc(source, "-o", "early")
        done = self.call("explore", self.directory / "early")
        self.assertEqual(done.returncode, 2)
        self.assertIn("ended before main", done.stderr)


if __name__ == "__main__":
    unittest.main()
