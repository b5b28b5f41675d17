#!/usr/bin/env python3
"""Constructs that are ended without a begin, or not ended, and NULL where a function or an object has to be: a misuse at
its place, with both compilers and engines, and in exploration. The program is misuse.c."""
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2]))
from support import case, command

SOURCE = pathlib.Path(__file__).resolve().parent / "misuse.c"
LINES = {word: line for words, line in command.marked_lines(SOURCE, r"/\* line: ([a-z_, ]+) \*/").items()
         for word in words.split(", ")}

# the first letters of a way: what the message says
ENDS = {"finish": "end of a finish that this task has not begun",
        "clock_twice": "end of a finish that this task has not begun",
        "section": "end of an isolated section that this task has not begun",
        "open": "ends inside a finish that it has begun",
        "null_actor": "an actor without a function for its messages",
        "null": "a task without a function: it is NULL",
        "object": "a copy of an object that does not exist",
        "clock": "ends inside a finish that it has begun"}
CLEAN = ("exit_in_finish", "exit_in_clock", "exit_in_section", "crossed", "section_left_by_message",
         "no_index")
VERBS = (("run", "--engine=bags"), ("run", "--engine=graph"), ("explore",))


class Misuse(case.OneDirectory):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        command.cc("-O0", SOURCE, "-o", cls.directory / "misuse", compiler=cls.compiler)

    def test_told_at_its_place(self):
        for way, line in LINES.items():
            saying = next(text for start, text in ENDS.items() if way.startswith(start))
            for verb in VERBS:
                with self.subTest(way=way, verb=verb):
                    done, report = self.report(*verb, "--quiet", "./misuse", way, limit=60)
                    self.assertEqual(done.stderr.count("internal error"), 0, done.stderr[:500])
                    self.assertEqual(done.returncode, command.FOUND)
                    self.assertEqual([finding["rule"] for finding in report["findings"]], ["RP005"])
                    self.assertIn(saying, report["findings"][0]["message"])
                    self.assertEqual(report["findings"][0]["accesses"][0]["at"]["line"], line)

    def test_no_misuse(self):
        for way in CLEAN:
            for verb in VERBS:
                with self.subTest(way=way, verb=verb):
                    done, report = self.report(*verb, "--quiet", "./misuse", way, limit=60)
                    self.assertEqual((done.returncode, report["verdict"]), (0, "race-free"), done.stderr[:500])


if __name__ == "__main__":
    case.main()
