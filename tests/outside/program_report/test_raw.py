#!/usr/bin/env python3
"""Reports of compiled programs. The program is program.c, which writes a raw report about itself.

Lines are found in program.c by their `line: NAME` comments, so it can be edited freely."""
import json
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import time
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2]))
from support import case, command
from support.command import COMPILERS, RACEPROOF, environment, marked_lines

SOURCE = pathlib.Path(__file__).resolve().parent / "program.c"
BUILDS = [(compiler, flags)
          for compiler in COMPILERS
          for flags in (["-O0"], ["-O2"], ["-O1", "-no-pie"])]

LINES = marked_lines(SOURCE, r"/\* line: ([a-z ]+) \*/")


def build(directory, compiler, flags, name="program"):
    command.run(compiler, "-std=gnu17", "-D_GNU_SOURCE", "-g", *flags, "program.c", "-o", name, directory=directory, check=True)


class Reports(case.OneDirectory):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.temporary = cls.directory / "tmp"
        cls.temporary.mkdir()
        shutil.copy(SOURCE, cls.directory)
        build(cls.directory, "gcc", ["-O1"])

    def command(self, *words, options=""):
        return self.execute(*words, TMPDIR=str(self.temporary), LC_ALL="C.UTF-8", RACEPROOF_OPTIONS=options)

    def run_program(self, *words, flags=(), program="./program", options=""):
        done = self.command(RACEPROOF, "run", *flags, program, *words, options=options)
        self.assertEqual(list(self.temporary.iterdir()), [], "temporary files are left")
        return done

    def findings(self, *words, **more):
        done = self.run_program(*words, flags=["--format=json", "--output=report.json"], **more)
        return json.loads((self.directory / "report.json").read_text()), done

    def test_stacks_with_every_compiler(self):
        for compiler, flags in BUILDS:
            with self.subTest(compiler=compiler, flags=flags):
                build(self.directory, compiler, flags, "other")
                report, done = self.findings("race", program="./other")
                self.assertEqual(done.returncode, 66)
                first = report["findings"][0]
                self.assertEqual(first["object"]["name"], "table[1][3]")
                stacks = [[(frame["function"], frame["at"]["line"], frame["at"]["file"])
                           for frame in access["stack"]] for access in first["accesses"]]
                tail = [("main", stacks[0][-1][1], "program.c")]
                begin = [("add", LINES["access"], "program.c"),
                         ("work", LINES["inlined"], "program.c")]
                self.assertEqual(stacks[0], begin
                                 + [("other", LINES["second caller"], "program.c"),
                                    ("collect", LINES["outer caller"], "program.c")] + tail)
                self.assertEqual(stacks[1],
                                 begin + [("collect", LINES["first caller"], "program.c")] + tail)

    def test_objects(self):
        report, _ = self.findings("race")
        objects = [finding["object"] for finding in report["findings"]]
        self.assertEqual([entry["name"] for entry in objects],
                         ["table[1][3]", "points[2].y", f"heap(program.c:{LINES['allocation']})",
                          "stack(task 2)"])
        self.assertEqual([entry["storage"] for entry in objects],
                         ["global", "global", "heap block", "stack"])
        self.assertTrue(objects[2]["text"].startswith(
            "12 bytes inside a heap block of 400 bytes, allocated by main at "
            f"program.c:{LINES['allocation']}:"), objects[2]["text"])
        self.assertEqual([frame["function"] for frame in objects[2]["allocated"]], ["make", "main"])
        self.assertIn("struct point points[4];",
                      SOURCE.read_text().splitlines()[objects[1]["declared"]["line"] - 1])

    def test_local_variable(self):
        for compiler, flags in BUILDS:
            with self.subTest(compiler=compiler, flags=flags):
                build(self.directory, compiler, flags, "other")
                report, _ = self.findings("local", program="./other")
                entry = report["findings"][0]["object"]
                self.assertEqual(entry["name"], "sums[2]")
                self.assertIn("of `local_race` in main", entry["text"])

    def test_text(self):
        done = self.run_program("race")
        for part in (f"--> program.c:{LINES['access']}:3\n",
                     "task 2 (index 17) writes 4 bytes, step 9",
                     "task 1 wrote 4 bytes, step 6",
                     "object: global `table[1][3]`, declared at ",
                     "both reached from `main` (",
                     "both tasks end here, in the same finish",
                     "11 more conflicts"):
            self.assertIn(part, done.stdout)
        self.assertIn("NOT RACE-FREE for this input: 4 data races", done.stderr)
        self.assertEqual(done.stderr.splitlines()[-1],
                         f"SUMMARY: raceproof: data race program.c:{LINES['access']} in add")

    def test_own_status(self):
        for status in (0, 3, 255):
            done = self.run_program("clean", str(status))
            self.assertEqual(done.returncode, status)
            self.assertIn("RACE-FREE", done.stderr)
            self.assertIn("warning: the program starts threads", done.stdout)

    def test_exitcode(self):
        self.assertEqual(self.run_program("race", options="exitcode=23").returncode, 23)
        self.assertEqual(self.run_program("race", "5", options="exitcode=0").returncode, 5)

    def test_endings(self):
        for mode, status, line in (
                ("none", 67, "RP000"), ("damaged", 67, "RP000"), ("exit", 67, "RP000"),
                ("memory", 67, "RP000"), ("deadlock", 66, "RP002"), ("misuse", 66, "RP005"),
                ("crash", 128 + signal.SIGSEGV, "RP007"), ("killed", 128 + signal.SIGKILL, "RP007")):
            with self.subTest(mode=mode):
                done = self.run_program(mode, flags=["--format=line"])
                self.assertEqual(done.returncode, status)
                if line != "RP000":
                    self.assertIn(line + " certain", done.stdout)
                else:
                    self.assertIn("verdict undecided", done.stdout)

    def test_why_undecided(self):
        self.assertIn("ended without a report", self.run_program("none").stderr)
        self.assertIn("report is damaged: line", self.run_program("damaged").stderr)
        self.assertIn("called exit in task 1", self.run_program("exit").stderr)
        self.assertIn("memory limit of 10 MB", self.run_program("memory").stderr)

    def test_options_are_passed_on(self):
        done = self.run_program("clean", flags=["--engine=graph", "--seed=7", "--schedule=random",
                                                "--graph=a 'b\".dot"], options="verbosity=1")
        words = done.stdout.splitlines()[0]
        path = f"{self.directory}/a 'b\".dot"
        self.assertTrue(words.startswith("settings raceproof-settings/1:"), words)
        for value in ("verbosity=n1;", "engine=t5:graph;", "schedule=t6:random;", "seed=n7;",
                      f"graph=t{len(path)}:{path};"):
            self.assertIn(value, words)

    def test_wrong_options_are_told_once(self):
        done = self.run_program("race", options="color=never nothing=1")
        self.assertEqual(done.stderr.count("RACEPROOF_OPTIONS: unknown option `nothing'"), 1)

    def test_not_ours(self):
        shutil.copy("/bin/true", self.directory / "plain")
        (self.directory / "script").write_text("#!/bin/sh\n")
        (self.directory / "script").chmod(0o755)
        (self.directory / "broken").write_bytes(b"\177ELF" + bytes(100))
        (self.directory / "broken").chmod(0o755)
        for name, expected in (("plain", "was not built with raceproof cc"),
                               ("script", "neither a model"), ("missing", "No such file"),
                               ("broken", "raceproof")):
            done = self.run_program(program="./" + name)
            self.assertEqual((done.returncode, done.stdout), (2, ""), name)
            self.assertIn(expected, done.stderr)
            self.assertEqual(done.stderr.count("\n"), 1)

    def test_stripped(self):
        shutil.copy(self.directory / "program", self.directory / "bare")
        self.execute("strip", "--strip-debug", "bare", status=0)
        done = self.run_program("race", flags=["--format=line"], program="./bare")
        self.assertIn("RP001 certain write-write table", done.stdout)
        self.assertIn("RP001 certain write-write points", done.stdout)
        self.execute("strip", "bare", status=0)
        done = self.run_program("race", program="./bare")
        self.assertEqual(done.returncode, 66)
        self.assertRegex(done.stdout, r"`bare\+0x[0-9a-f]+`")

    def test_symbolize_off(self):
        done = self.run_program("race", options="symbolize=0")
        self.assertEqual(done.returncode, 66)
        self.assertRegex(done.stdout, r"called from `0x[0-9a-f]+`")
        self.assertNotIn("program.c", done.stdout)

    def test_strip_path_prefix(self):
        (self.directory / "sub").mkdir(exist_ok=True)
        done = command.raceproof("run", "--format=line", "../program", "race", directory=self.directory / "sub",
                                 TMPDIR=str(self.temporary), RACEPROOF_OPTIONS=f"strip_path_prefix='{self.directory}'")
        self.assertIn(f" program.c:{LINES['access']} program.c:{LINES['access']}", done.stdout)

    def suppress(self, text, mode="race", **more):
        (self.directory / "list").write_text(text)
        return self.run_program(mode, flags=["--suppressions=list", "--format=line"], **more)

    def test_suppressions(self):
        for text, left in (("race:^add$\n", 0), ("# all\n\nrace:program.c\n", 0), ("race:tab\n", 3),
                           ("race:^table\n race:points \n", 2), ("race:^ta*[1\n", 3),
                           ("deadlock:add\n", 4), ("race:^make$\n", 3), ("*:ot*r$\n", 0),
                           ("race:nowhere\n", 4)):
            with self.subTest(text=text):
                done = self.suppress(text)
                self.assertEqual(done.stdout.count("RP001"), left)
                self.assertEqual(done.returncode, 66 if left else 0)
                told = re.findall(r"Suppressed (\d) finding", done.stderr)
                self.assertEqual(told, [str(4 - left)] if left < 4 else [])

    def test_suppressions_elsewhere(self):
        (self.directory / "list").write_text("race:table\n")
        report, done = self.findings("race", options="suppressions=list print_suppressions=1")
        self.assertEqual([entry["suppression"] for entry in report["suppressed"]], ["race:table"])
        self.assertEqual(len(report["findings"]), 3)
        self.assertIn("matched 1 suppression\n     1 race:table\n", done.stderr)
        done = self.run_program("race", flags=["--format=sarif", "--suppressions=list"])
        results = json.loads(done.stdout[done.stdout.index("{"):])["runs"][0]["results"]
        self.assertEqual([result.get("suppressions", [{}])[0].get("kind") for result in results],
                         [None, None, None, "external"])

    def test_bad_suppressions(self):
        done = self.run_program("race", flags=["--suppressions=absent"])
        self.assertEqual((done.returncode, done.stderr.count("\n")), (2, 1))
        self.assertIn("cannot read the suppressions `absent'", done.stderr)
        for text in ("race\n", "nothing:x\n", "race:\n", "race:x\nfoo"):
            done = self.suppress(text)
            self.assertEqual((done.returncode, done.stdout, done.stderr.count("\n")), (2, "", 1))
            self.assertIn(f"list:{len(text.splitlines())}: a suppression is", done.stderr)

    def test_report_verb(self):
        self.command("./program", "race", "3")
        done = self.command(RACEPROOF, "report", "raw.json")
        self.assertEqual((done.returncode, done.stdout), (66, ""))
        self.assertIn("data race on `table[1][3]`", done.stderr)
        self.command("./program", "clean", "3")
        self.assertEqual(self.command(RACEPROOF, "report", "raw.json").returncode, 3)

    def test_log_path(self):
        self.command("./program", "race")
        done = self.command(RACEPROOF, "report", "raw.json", options="log_path=log")
        self.assertEqual((done.returncode, done.stderr), (66, ""))
        log, = self.directory.glob("log.*")
        text = log.read_text()
        log.unlink()
        self.assertIn("data race on `table[1][3]`", text)
        self.assertIn("SUMMARY: raceproof", text)
        done = self.command(RACEPROOF, "report", "raw.json",
                            options="log_path=stdout:print_summary=0")
        self.assertIn("data race on", done.stdout)
        self.assertNotIn("SUMMARY", done.stderr)

    def test_bad_raw(self):
        for name, text in (("empty", ""), ("broken", "{"), ("other", "{\"schema\":\"x\"}"),
                           ("list", "[]"), ("bytes", "\0\1\2")):
            (self.directory / name).write_text(text)
            done = self.command(RACEPROOF, "report", name)
            self.assertEqual((done.returncode, done.stderr.count("\n")), (2, 1), name)
            self.assertIn("is no raw report of a program", done.stderr)
        done = self.command(RACEPROOF, "report", "absent")
        self.assertEqual(done.returncode, 2)
        self.assertIn("No such file", done.stderr)
        self.assertEqual(self.command(RACEPROOF, "report").returncode, 2)

    def test_wrong_types(self):
        """Nothing in a raw report is trusted: each value in turn is replaced by one of another type."""
        self.command("./program", "race")
        whole = json.loads((self.directory / "raw.json").read_text())
        for path in places(whole):
            for value in (None, -1, "x", [], {}, True):
                changed = replaced(whole, path, value)
                (self.directory / "odd.json").write_text(json.dumps(changed))
                done = self.command(RACEPROOF, "report", "-q", "odd.json", options="symbolize=0")
                was = at(whole, path)
                is_other = None not in (was, value) and type(value) is not type(was)
                self.assertIn(done.returncode, (2,) if is_other else (0, 1, 2, 66, 67, 255), f"{path} = {value}")

    def test_interrupt_is_passed_on(self):
        """A signal that only the command gets is passed on to the program, and the temporary file is removed."""
        (self.directory / "wait.c").write_text(
            "#include <unistd.h>\nint rp_monitor_inside;\n"
            "int main (void) { write (1, \"go\", 2); pause (); return 0; }\n")
        self.execute("gcc", "-w", "wait.c", "-o", "wait", status=0)
        with subprocess.Popen([RACEPROOF, "run", "./wait"], cwd=self.directory, env=environment(TMPDIR=str(self.temporary)),
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
            self.addCleanup(process.kill)
            process.stdout.read(2)
            time.sleep(0.1)
            process.send_signal(signal.SIGTERM)
            process.communicate(timeout=20)
        self.assertEqual(process.returncode, 128 + signal.SIGTERM)
        self.assertEqual(list(self.temporary.iterdir()), [])

    def test_unwritable_output(self):
        for flags in (["--output=/nowhere/x"], ["--output=/dev/full"]):
            done = self.run_program("race", flags=flags)
            self.assertEqual(done.returncode, 2)
            self.assertIn("cannot write", done.stderr)


def places(value, path=()):
    """Paths to parts of a JSON value: all keys, and the first element of each list."""
    if path:
        yield path
    if isinstance(value, dict):
        for key, part in value.items():
            yield from places(part, path + (key,))
    elif isinstance(value, list) and value:
        yield from places(value[0], path + (0,))


def at(value, path):
    return at(value[path[0]], path[1:]) if path else value


def replaced(value, path, new):
    if not path:
        return new
    copy = value.copy()
    copy[path[0]] = replaced(value[path[0]], path[1:], new)
    return copy


if __name__ == "__main__":
    sys.exit(unittest.main())
