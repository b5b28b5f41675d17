#!/usr/bin/env python3
"""However a program ends, everything that was found before is in the report. With both compilers and both engines, in
main and in a parallel region. The program is ways_out.c."""
import pathlib
import signal
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2]))
from support import case, command
from support.command import FOUND

SOURCE = pathlib.Path(__file__).resolve().parent / "ways_out.c"
LINE = next(number for number, text in enumerate(SOURCE.read_text().splitlines(), 1) if "line: race" in text)

# way: (exit status, output, whether a part was not executed even if main ended the program)
WAYS = {
    "return-1": (FOUND, "begun ", False),
    "return0": (FOUND, "begun ", False),
    "exit-1": (FOUND, "begun ", False),
    "exit261": (FOUND, "begun ", False),
    "_exit": (FOUND, "", False),
    "_Exit": (FOUND, "", False),
    "quick_exit": (FOUND, "last\n", False),
    "execl": (FOUND, "replaced\n", True),
    "execlp": (FOUND, "replaced\n", True),
    "execle": (FOUND, "replaced own\n", True),
    "execvp": (FOUND, "replaced\n", True),
    "itself": (FOUND, "begun ", True),
    "no_program": (FOUND, "begun ", False),
    "vfork": (FOUND, "begun ", False),
    "abort": (128 + signal.SIGABRT, "", True),
    "handled": (128 + signal.SIGABRT, "", True),
    "ignored": (128 + signal.SIGABRT, "", True),
    "interrupt": (128 + signal.SIGINT, "", True),
    "alarm": (128 + signal.SIGALRM, "", True),
    "pipe": (128 + signal.SIGPIPE, "", True),
    "default": (128 + signal.SIGTERM, "", True),
    "again": (128 + signal.SIGINT, "", True),
    "at_once": (FOUND, "", False),
}
GOES_ON = {"return-1", "return0", "no_program", "vfork"}  # main comes to its end, even if this happens in a region


class WaysOut(case.OneDirectory):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        for name, flags in (("racy", []), ("clean", ["-DCLEAN"])):
            command.cc("-fopenmp", "-O1", *flags, SOURCE, "-o", cls.directory / name, compiler=cls.compiler)

    def check(self, engine, way, where):
        status, output, is_partial = WAYS[way]
        done, report = self.report("run", f"--engine={engine}", "./racy", way, *where)
        races = [finding for finding in report["findings"] if finding["rule"] == "RP001"]
        self.assertEqual([[access["line"] for access in race["accesses"]] for race in races], [[LINE, LINE]])
        self.assertEqual((done.returncode, done.stdout), (status, output), done.stderr)
        self.assertEqual("incomplete" in report, is_partial or (bool(where) and way not in GOES_ON), report)

    def test_bags(self):
        for way in WAYS:
            for where in ([], ["region"]):
                with self.subTest(way=way, where=where):
                    self.check("bags", way, where)

    def test_graph(self):
        for way in ("return-1", "_exit", "quick_exit", "execl", "no_program", "handled", "interrupt"):
            for where in ([], ["region"]):
                with self.subTest(way=way, where=where):
                    self.check("graph", way, where)

    def test_program_after_exec_reports_by_itself(self):
        done, _ = self.report("run", "./racy", "itself")
        self.assertIn("data race on `shared`", done.stderr)

    def test_clean_programs_keep_their_status(self):
        for way, status in (("return-1", 255), ("exit261", 5), ("_exit", 3), ("_Exit", 255), ("quick_exit", 4),
                            ("no_program", 8), ("vfork", 6), ("itself", 9)):
            for engine in ("bags", "graph"):
                with self.subTest(way=way, engine=engine):
                    done, report = self.report("run", f"--engine={engine}", "./clean", way)
                    self.assertEqual((done.returncode, report["verdict"]), (status, "race-free"), report)

    def test_what_is_not_executed_is_not_judged(self):
        for way in ("_exit", "quick_exit", "exit0", "execl"):
            with self.subTest(way=way):
                done, report = self.report("run", "./clean", way, "region")
                self.assertEqual((done.returncode, report["verdict"]), (67, "undecided"), report)

    def test_exec_of_a_foreign_program_is_not_judged(self):
        done, report = self.report("run", "./clean", "execl")
        self.assertEqual((done.returncode, report["verdict"]), (67, "undecided"), report)

    def test_started_directly(self):
        for way, (status, output, _) in WAYS.items():
            if way in ("itself", "execl", "execlp", "execle", "execvp"):
                status = 5 if way != "itself" else 66
            with self.subTest(way=way):
                done = self.execute("./racy", way)
                self.assertEqual((done.returncode, done.stdout), (128 - status if status > 128 else status, output))
                self.assertIn("data race on `shared`", done.stderr)

    def test_explored(self):
        """Exploration: each schedule ends in the same way as the program."""
        for way, status in (("return0", 66), ("_exit", 66), ("quick_exit", 66)):
            with self.subTest(way=way):
                done = self.raceproof("explore", "./racy", way)
                self.assertEqual(done.returncode, status, done.stdout + done.stderr)
                self.assertIn("data race on `shared`", done.stdout)


if __name__ == "__main__":
    case.main()
