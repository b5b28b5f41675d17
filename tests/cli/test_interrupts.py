#!/usr/bin/env python3
"""Interrupts of models that would run for ever."""
import json
import os
import pathlib
import signal
import sys
import tempfile
import time
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from support import command
from support.command import RACEPROOF


class Interrupts(unittest.TestCase):
    """The first Ctrl-C ends a model that would run for ever, and the findings so far are printed."""

    def interrupt(self, text, *arguments, number=signal.SIGINT):
        with tempfile.TemporaryDirectory() as directory:
            model = os.path.join(directory, "m.rp")
            with open(model, "w", encoding="utf-8") as file:
                file.write(text)
            with command.started(RACEPROOF, "run", "-f", "json", *arguments, model) as process:
                time.sleep(0.5)
                process.send_signal(number)
                out, _ = process.communicate(timeout=60)
            return process.returncode, json.loads(out)

    def test_models(self):
        for loop in ("while (1) skip;", "while (1) finish async skip;", "while (1) z = f(z);",
                     "for (i in 0..1000000000000) skip;"):
            for arguments in ((), ("--engine=graph",), ("--schedule=random",)):
                with self.subTest(loop=loop, arguments=arguments):
                    status, report = self.interrupt(loop, *arguments)
                    self.assertEqual((status, report["verdict"]), (67, "undecided"))
                    self.assertIn("interrupted", report["incomplete"])
                    status, report = self.interrupt("async x = 1;\nx = 2;\n" + loop, *arguments)
                    self.assertEqual((status, report["verdict"]), (66, "findings"))
                    self.assertEqual([f["rule"] for f in report["findings"]], ["RP001"])

    def test_other_signals(self):
        for number in (signal.SIGTERM, signal.SIGHUP):
            status, report = self.interrupt("async x = 1;\nx = 2;\nwhile (1) skip;", number=number)
            self.assertEqual((status, report["verdict"]), (66, "findings"))
            self.assertIn("interrupted", report["incomplete"])


if __name__ == "__main__":
    unittest.main()
