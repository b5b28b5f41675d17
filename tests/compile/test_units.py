#!/usr/bin/env python3
"""No compiler leads to a silent "race-free": what raceproof could not see of a program is said, and the verdict is
undecided. Object files of other compilers, of none, or instrumented by hand; with several linkers' ways.

usage: test_units.py"""

import json
import pathlib
import shutil
import unittest

import driver
from driver import RACEPROOF, Driver

BUILD = pathlib.Path(RACEPROOF).parent
HALF = """
#include <stdio.h>
static int b[8];
int main (void)
{
#pragma omp parallel for
  for (int i = 0; i < 8; i++)
    b[i / 2] = i;
  printf ("%d\\n", b[1]);
  return 0;
}
"""
CLEAN = """
int a[8];
void work (void);
int main (void)
{
#pragma omp parallel for
  for (int i = 0; i < 8; i++)
    a[i] = i;
  work ();
  return 0;
}
"""
# The iterations race with each other. If this is compiled without raceproof, the race is hidden.
WORK = """
static int b[8];
void work (void)
{
#pragma omp parallel for num_threads (4)
  for (int i = 0; i < 8; i++)
    b[i / 2] = i;
}
"""
IDLE = "void work (void) { }\n"
TASKS = """
#include <raceproof/task.h>
static int a[2];
static void set (void *cell) { *(int *) cell = 1; }
int main (void)
{
  rp_finish
    for (int i = 0; i < 2; i++)
      rp_async (set, &a[i]);
  return 0;
}
"""
FORTRAN = """
program p
  integer :: i, a(10)
  !$omp parallel do
  do i = 1, 10
    a(i) = i
  end do
end program
"""


def others():
    """Versions of clang for which there is no plug-in."""
    return [name for name in ("clang-13", "clang-15", "clang-16", "clang-17", "clang-18", "clang-19")
            if shutil.which(name)]


class Units(Driver):
    def build(self, *arguments, compiler="gcc"):
        self.compiler = compiler
        return self.cc(*arguments)

    def check(self, status, program="./a.out", verb="run", report=None):
        done = self.run_command([RACEPROOF, verb, "--format=json", program], status)
        result = json.loads(done.stdout[done.stdout.index("{"):])
        if status == 67:
            self.assertEqual(result["verdict"], "undecided")
            self.assertFalse(result["complete"])
            self.assertIn(report, " ".join(result["scope"]["unseen"]))
        else:
            self.assertNotIn("unseen", result["scope"])
        return result

    def write_all(self):
        for name, text in (("half.c", HALF), ("clean.c", CLEAN), ("work.c", WORK), ("idle.c", IDLE),
                           ("tasks.c", TASKS), ("loop.f90", FORTRAN)):
            self.write(name, text)

    def setUp(self):
        super().setUp()
        self.write_all()

    @unittest.skipUnless(others(), "no clang without a plug-in here")
    def test_other_clang(self):
        for compiler in others():
            done = self.build("-fopenmp", "-O1", "half.c", compiler=compiler)
            version = compiler.split("-")[1]
            self.assertEqual(len(done.stderr.splitlines()), 1, done.stderr)
            self.assertIn(f"no plug-in for clang {version}", done.stderr)
            self.check(67, report=f"half.c was compiled by clang {version}.")

    def without_gcc_plugin(self):
        """A raceproof without the plug-in for gcc."""
        (self.path / "other/lib").mkdir(parents=True)
        command = shutil.copy(RACEPROOF, self.path / "other")
        (self.path / "other/include").symlink_to(BUILD / "include")
        for file in (BUILD / "lib").iterdir():
            if not file.name.startswith("gcc-plugin"):
                (self.path / "other/lib" / file.name).symlink_to(file)
        return command

    @unittest.skipUnless(list((BUILD / "lib").glob("gcc-plugin-*.so")), "no plug-in for gcc here")
    def test_gcc_without_a_plugin(self):
        """Without the plug-in, variables that a task only reads are read by its creator. If there are tasks, the
        scope says so."""
        command, remark = self.without_gcc_plugin(), "shared scalars that a task only reads"
        self.write("task.c", "#include <stdio.h>\nint main (void)\n{\n  int x = 0;\n#pragma omp parallel num_threads(2)\n"
                   "#pragma omp single\n  {\n#pragma omp task shared(x)\n    printf (\"%d\\n\", x);\n    x = 1;\n  }\n"
                   "  return 0;\n}\n")
        self.write("none.c", "int main (void)\n{\n#pragma omp parallel num_threads(2)\n  ;\n  return 0;\n}\n")
        for verb, name, status, expected in (("raceproof", "task.c", 66, False), (command, "task.c", 0, True),
                                             (command, "none.c", 0, False)):
            verb = RACEPROOF if verb == "raceproof" else verb
            self.run_command([verb, "cc", "--compiler=gcc", "-fopenmp", name])
            done = self.run_command([RACEPROOF, "run", "./a.out"], status)
            self.assertEqual(remark in " ".join(done.stderr.split()), expected, (verb, name))

    @unittest.skipUnless(list((BUILD / "lib").glob("gcc-plugin-*.so")), "no plug-in for gcc here")
    def test_simd_without_a_plugin(self):
        """Without the plug-in, local variables that a simd loop shares are not seen, so the verdict is undecided."""
        command = self.without_gcc_plugin()
        self.write("sum.c", "int main (void)\n{\n  int sum = 0;\n#pragma omp simd\n  for (int i = 0; i < 9; i++)\n"
                   "    sum += i;\n  return sum != 36;\n}\n")
        for verb, status in ((RACEPROOF, 66), (command, 67)):
            self.run_command([verb, "cc", "--compiler=gcc", "-fopenmp", "sum.c"])
            self.run_command([RACEPROOF, "run", "./a.out"], status)

    @unittest.skipUnless(list((BUILD / "lib").glob("gcc-plugin-*.so")), "no plug-in for gcc here")
    def test_nested_function_without_a_plugin(self):
        """Without the plug-in, what nested functions do to variables of the function around them is not seen. If the
        program passes one on, a warning says so."""
        command, warning = self.without_gcc_plugin(), "as for gcc's nested functions"
        self.write("sum.c", "static void __attribute__ ((noinline)) call (void (*what) (int), int term)\n{\n  what (term);\n}\n"
                   "int main (void)\n{\n  int sum = 0;\n  void add (int term)\n  {\n    sum += term;\n  }\n"
                   "#pragma omp parallel for\n  for (int i = 0; i < 9; i++)\n    call (add, i);\n  return sum < 0;\n}\n")
        for verb, status in ((RACEPROOF, 66), (command, 0)):
            self.run_command([verb, "cc", "--compiler=gcc", "-fopenmp", "sum.c"])
            done = self.run_command([RACEPROOF, "run", "./a.out"], status)
            self.assertEqual(warning in " ".join(done.stdout.split()), not status, verb)

    @unittest.skipUnless(shutil.which("gfortran"), "no gfortran here")
    def test_gfortran_without_a_plugin(self):
        command = self.without_gcc_plugin()
        done = self.run_command([command, "cc", "-fopenmp", "loop.f90"])
        self.assertIn("no plug-in for this version of gfortran", done.stderr)
        self.check(67, report="loop.f90 was compiled by a compiler, for which")

    @unittest.skipUnless(others(), "no clang without a plug-in here")
    def test_other_clang_all_formats(self):
        self.build("-fopenmp", "half.c", compiler=others()[0])
        text = self.run_command([RACEPROOF, "run", "./a.out"], 67)
        self.assertIn("half.c was compiled by clang", " ".join(text.stdout.split()))
        self.assertIn("UNDECIDED", text.stderr)
        line = self.run_command([RACEPROOF, "run", "--format=line", "./a.out"], 67)
        self.assertIn("verdict undecided", line.stdout)
        sarif = self.run_command([RACEPROOF, "run", "--format=sarif", "./a.out"], 67).stdout
        run = json.loads(sarif[sarif.index("{"):])["runs"][0]
        self.assertEqual(run["properties"]["verdict"], "undecided")
        self.assertIn("half.c was compiled by clang",
                      run["invocations"][0]["toolExecutionNotifications"][0]["message"]["text"])
        alone = self.run_command(["./a.out"], 67, environment={"RACEPROOF": RACEPROOF})
        self.assertIn("half.c was compiled by clang", " ".join(alone.stderr.split()))

    @unittest.skipUnless(others(), "no clang without a plug-in here")
    def test_other_clang_without_openmp(self):
        self.build("-O1", "tasks.c", compiler=others()[0])
        self.check(67, report="tasks.c was compiled by clang")
        self.check(67, report="tasks.c was compiled by clang", verb="explore")

    @unittest.skipUnless(others(), "no clang without a plug-in here")
    def test_other_clang_among_others(self):
        self.build("-fopenmp", "-c", "work.c", compiler=others()[0])
        for compiler in ("gcc", "clang"):
            if shutil.which(compiler):
                self.build("-fopenmp", "clean.c", "work.o", compiler=compiler)
                self.check(67, report="work.c was compiled by clang")

    @unittest.skipUnless(others(), "no clang without a plug-in here")
    def test_other_clang_stripped(self):
        self.build("-fopenmp", "half.c", "-s", "-Wl,--gc-sections", compiler=others()[0])
        self.check(67, report="a part of the program was compiled by clang")

    @unittest.skipUnless(others(), "no clang without a plug-in here")
    def test_other_clang_link_time(self):
        self.write("one.c", "int main (void) { return 0; }")
        for compiler in others():
            link = self.run_command([compiler, "-flto", "one.c"], None)
            if link.returncode == 0:
                self.build("-fopenmp", "-O1", "-flto", "clean.c", "work.c", compiler=compiler)
                self.check(67, report="compiled by clang")

    @unittest.skipUnless(others(), "no clang without a plug-in here")
    def test_no_word_without_code(self):
        for option in ("-E", "-M", "-fsyntax-only"):
            self.assertEqual(self.build(option, "half.c", compiler=others()[0]).stderr, "")

    def test_found_all_the_same(self):
        for compiler in others() + ["gcc", "gcc-11", "gcc-12", "clang-14"]:
            if shutil.which(compiler):
                self.write("sum.c", HALF.replace("b[i / 2]", "b[0]"))
                self.build("-fopenmp", "sum.c", compiler=compiler)
                self.run_command([RACEPROOF, "run", "./a.out"], 66)

    def test_seen_whole(self):
        for compiler in ("gcc", "gcc-11", "gcc-12", "clang-14"):
            if not shutil.which(compiler):
                continue
            for options in (["-O0"], ["-O2"], ["-O1", "-s"], ["-pipe", "-O1"], ["-O1", "-r", "-nostdlib"]):
                self.build("-fopenmp", *options, "clean.c", "idle.c", *(["-o", "whole.o"] if "-r" in options else []),
                           compiler=compiler)
                if "-r" in options:
                    self.build("-fopenmp", "whole.o", compiler=compiler)
                result = self.check(0)
                optimised = options[0] != "-O0" and "-s" not in options
                self.assertEqual("limits" in result["scope"], optimised, (compiler, options))
            self.build("tasks.c", compiler=compiler)
            self.check(0)
            self.check(0, verb="explore")

    @unittest.skipUnless(shutil.which("clang-14") and shutil.which("ld.lld"), "no clang 14, or no lld here")
    def test_seen_whole_link_time(self):
        self.build("-fopenmp", "-O1", "-flto", "-fuse-ld=lld", "clean.c", "idle.c", compiler="clang-14")
        self.check(0)

    @unittest.skipUnless(shutil.which("gfortran"), "no gfortran here")
    def test_fortran(self):
        for options in (["-O0"], ["-O1", "-pipe"]):
            self.build("-fopenmp", *options, "loop.f90")
            result = self.check(0)
            self.assertEqual("limits" in result["scope"], options[0] == "-O1")
        self.run_command(["gfortran", "-fopenmp", "-c", "loop.f90"])
        self.build("-fopenmp", "loop.o", "-lgfortran")
        self.check(67, report="OpenMP code of loop.f90 was executed")

    def test_object_of_nobody(self):
        for compiler in ("gcc", "clang"):
            if shutil.which(compiler):
                self.run_command([compiler, "-fopenmp", "-g", "-c", "work.c"])
                self.build("-fopenmp", "clean.c", "work.o", compiler=compiler)
                self.check(67, report="OpenMP code of work.c was executed")

    def test_object_of_nobody_that_does_nothing(self):
        self.run_command(["gcc", "-fopenmp", "-c", "idle.c"])
        self.build("-fopenmp", "clean.c", "idle.o")
        self.check(0)

    def test_library_of_nobody(self):
        for strip in ([], ["-s"]):
            self.run_command(["gcc", "-fopenmp", "-fPIC", "-shared", *strip, "work.c", "-o", "libwork.so"])
            self.build("-fopenmp", "clean.c", "./libwork.so")
            self.check(67, report="OpenMP code of ")
            self.build("-fopenmp", "-fPIC", "-shared", *strip, "work.c", "-o", "libwork.so")
            self.run_command([RACEPROOF, "run", "./a.out"], 66)

    def test_instrumented_by_hand(self):
        for compiler in ("gcc", "clang"):
            if shutil.which(compiler):
                self.run_command([compiler, "-fopenmp", "-fsanitize=thread", "-c", "work.c"])
                self.build("-fopenmp", "clean.c", "work.o", compiler=compiler)
                self.check(67, report="work.c was ")
                self.run_command([compiler, "-fsanitize=thread", "-c", "tasks.c", "-I",
                                  str(driver.pathlib.Path(RACEPROOF).parent / "include")])
                self.build("tasks.o", compiler=compiler)
                self.check(67, report="tasks.c was compiled with -fsanitize=thread")


if __name__ == "__main__":
    driver.main(needs_compiler=False)
