#!/usr/bin/env python3
"""Programs in which a thread holds a lock of the C library, or of the dynamic linker, when another thread calls a hook.
They end, as they do without raceproof.

usage: test_locks.py gcc|clang"""
import os
import pathlib
import signal
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2]))
from support import case
from support.command import UNDECIDED, environment

PROGRAMS = pathlib.Path(__file__).resolve().parent / "programs"
LIMIT = 30  # seconds; without a hang, a program takes less than two


class Locks(case.DirectoryEach):
    def build(self, source, *flags):
        self.cc("-g", "-O1", "-pthread", *flags, PROGRAMS / source, "-o", "program")

    def build_library(self, source=None, text=""):
        """A library that raceproof did not compile: SOURCE, or TEXT."""
        source = PROGRAMS / source if source else self.write("library.c", text)
        self.execute("gcc", "-shared", "-fPIC", "-pthread", source, "-o", "library.so", status=0)

    def ends(self, *words):
        """(exit status, output) of ./program with WORDS; its standard input has nothing to read, and no end."""
        with subprocess.Popen(["./program", *words], cwd=self.directory, env=environment(OMP_NUM_THREADS="2"),
                              stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                              start_new_session=True) as process:
            try:
                status = process.wait(timeout=LIMIT)
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
                self.fail(f"{words}: hangs")
            return status, process.stdout.read()

    def test_hooks_in_callbacks_of_the_dynamic_linker(self):
        self.build_library()
        for flags in ([], ["-fopenmp"]):
            self.build("loader_callback.c", *flags)
            for how in ("main", "thread"):
                with self.subTest(flags=flags, how=how):
                    self.assertEqual(self.ends("./library.so", how), (UNDECIDED, "loaded\n"))
            with self.subTest(flags=flags, how="crash"):
                self.assertEqual(self.ends("./library.so", "crash")[0], -signal.SIGSEGV)

    def test_constructors_that_wait_for_threads(self):
        self.build_library("loader_library.c")
        self.build("loader_constructor.c", "-rdynamic")
        self.assertEqual(self.ends("./library.so"), (UNDECIDED, "45\nloaded\n"))
        if self.compiler == "gcc":  # clang's own library calls dlsym at the first region: it hangs by itself
            self.build("loader_constructor.c", "-rdynamic", "-fopenmp", "-DREGION")
            self.assertEqual(self.ends("./library.so"), (UNDECIDED, "45\nloaded\n"))


if __name__ == "__main__":
    case.main()
