#!/usr/bin/env python3
"""OpenMP programs built by `raceproof cc`: the loops that it makes visible, and the libraries that
are linked. What the run-time library does with them is tested elsewhere; here a stub stands for it.

usage: test_openmp.py gcc|clang"""

import os
import pathlib
import re
import shutil
import sys

import driver
from driver import RACEPROOF, Driver

BUILD = pathlib.Path(RACEPROOF).parent

LOOP = """
int a[100];
void f (void)
{
#pragma omp parallel for
  for (int i = 0; i < 100; i++)
    a[i] = i;
}
"""
PROGRAM = """
#include <omp.h>
#include <stdio.h>
#define CHUNK 10
static int a[100];
int main (void)
{
#pragma omp parallel for schedule(static, CHUNK)
  for (int i = 0; i < 100; i++)
    a[i] = omp_get_thread_num ();
  printf ("%d\\n", a[99]);
  return 0;
}
"""
# The part of an OpenMP library that PROGRAM and CMake's test need.
STUB = """
#include <stdarg.h>
#include <stdio.h>
static int has_more;
static long first, last;
void GOMP_parallel_loop_nonmonotonic_dynamic (void (*body) (void *), void *data, unsigned threads,
                                              long begin, long end, long step, long chunk, unsigned flags)
{
  printf ("chunk %lx\\n", chunk);
  first = begin, last = end, has_more = 1;
  body (data);
}
_Bool GOMP_loop_nonmonotonic_dynamic_next (long *begin, long *end)
{
  *begin = first, *end = last;
  return has_more-- > 0;
}
void GOMP_loop_end_nowait (void) {}
void __kmpc_fork_call (void *place, int count, void (*body) (int *, int *, ...), ...)
{
  int zero = 0;
  body (&zero, &zero);
}
void __kmpc_for_static_init_4 (void *place, int thread, int kind, int *is_last, int *lower,
                               int *upper, int *stride, int step, int chunk)
{
  printf ("chunk %x\\n", chunk);
}
void __kmpc_for_static_fini (void *place, int thread) {}
int iterations;
void rp_omp_iteration (const int *upper) { iterations++; }
void rp_omp_iteration_early (const int *upper) {}
void rp_omp_last_expect (void) {}
void rp_omp_last_end (void) {}
void rp_omp_sections_begin (int *is_last, int *lower, int *upper)
{
  printf ("%d sections", *upper - *lower + 1);
  *lower = *upper = 1;
}
void rp_omp_sections_next (int *is_last, int *lower, int *upper)
{
  *is_last |= *lower == 0;
  *lower = *lower == 1 ? 0 : *lower == 0 ? 2 : 9;
  *upper = *lower == 9 ? 8 : *lower;
}
int rp_omp_get_thread_num (void) { return 7; }
int omp_get_thread_num (void) { return 7; }
int omp_get_max_threads (void) { return 1; }
void omp_set_num_threads (int threads) {}
"""


class OpenMP(Driver):
    def calls(self, text, *arguments, name="loop.c", **options):
        """The undefined symbols of an object file made of TEXT, without those of the instrumentation."""
        self.write(name, text)
        self.quiet_cc("-fopenmp", "-c", name, "-o", "loop.o", *arguments, **options)
        return {name for name in self.symbols("loop.o", "-u") if not name.startswith("__tsan_")}

    def lines(self, name):
        """The lines of the source that have code, with the function of each."""
        text = self.run_command(["objdump", "-dl", name]).stdout
        return set(re.findall(r"(\S+\.c:\d+)", text))

    def install_stub(self):
        """A raceproof whose OpenMP library is the stub, in a directory with a blank in its name."""
        prefix = self.path / "a prefix"
        (prefix / "bin").mkdir(parents=True)
        (prefix / "lib/raceproof").mkdir(parents=True)
        (prefix / "include").symlink_to(BUILD / "include")
        shutil.copy(RACEPROOF, prefix / "bin")
        for file in (BUILD / "lib").iterdir():
            if file.name != "libraceproof-openmp.a":
                (prefix / "lib/raceproof" / file.name).symlink_to(file)
        self.write("stub.c", STUB)
        self.run_command(["gcc", "-c", "stub.c"])
        self.run_command(["ar", "rcs", prefix / "lib/raceproof/libraceproof-openmp.a", "stub.o"])
        return str(prefix / "bin/raceproof")

    def check_linked(self, name="./a.out"):
        """The program runs with the stub, and no other OpenMP library is linked."""
        self.assertNotRegex(self.run_command(["ldd", name]).stdout, "lib(gomp|i?omp)")
        output = self.run_command([name], environment={"RACEPROOF": RACEPROOF}).stdout
        self.assertRegex(output, r"\Achunk (525000000000000)?a\n\d+\n\Z")


class Gcc(OpenMP):
    """The directives are rewritten between preprocessing and compiling."""

    VISIBLE = {"GOMP_parallel_loop_nonmonotonic_dynamic", "GOMP_loop_nonmonotonic_dynamic_next",
               "GOMP_loop_end_nowait"}
    ORPHAN = {"GOMP_loop_nonmonotonic_dynamic_start", "GOMP_loop_nonmonotonic_dynamic_next",
              "GOMP_loop_end"}
    INLINE = {"omp_get_num_threads", "omp_get_thread_num"}

    def loop(self, directive, before="", **options):
        return self.calls(f"int a[100], n = 3;\nvoid f (void)\n{{\n{before}\n#pragma omp {directive}\n"
                          "for (int i = 0; i < 100; i++) a[i] = i;\n}\n", **options)

    def test_static_loops_ask_for_iterations(self):
        for directive in ("parallel for", "parallel for schedule(static)", "parallel loop",
                          "parallel for schedule(auto)",
                          "parallel for schedule(monotonic: static, 5)", "parallel for simd",
                          "parallel for simd schedule(simd: static, 4)"):
            with self.subTest(directive):
                told = {"GOMP_sections_start"} if "simd" in directive else set()
                self.assertEqual(self.loop(directive), self.VISIBLE | told)
        for directive in ("for", "for schedule(static, 2)", "loop bind(parallel)"):
            with self.subTest(directive):
                self.assertEqual(self.loop(directive), self.ORPHAN)
        for directive in ("teams distribute parallel for", "target teams distribute parallel for simd",
                          "target parallel for", "teams loop", "target teams loop",
                          "parallel for schedule(static, n)", "parallel for lastprivate(conditional: n)",
                          "parallel for collapse(1)"):
            with self.subTest(directive):
                calls = self.loop(directive)
                self.assertFalse(calls & self.INLINE, calls)
                self.assertTrue([name for name in calls if "loop" in name], calls)

    def test_a_loop_construct_inside(self):
        self.assertEqual(self.loop("loop", before="#pragma omp parallel"), self.VISIBLE)

    def test_reductions_that_tasks_take_part_in(self):
        """gcc calls omp_get_thread_num to find the thread's copy, but not omp_get_num_threads."""
        self.assertNotIn("omp_get_num_threads", self.loop("parallel for reduction(task, +: n)"))

    def test_other_loops_stay(self):
        plain = {"GOMP_parallel_loop_nonmonotonic_guided", "GOMP_loop_nonmonotonic_guided_next",
                 "GOMP_loop_end_nowait"}
        self.assertEqual(self.loop("parallel for schedule(guided)"), plain)
        self.assertIn("GOMP_taskloop", self.loop("taskloop"))
        self.assertIn("GOMP_loop_ordered_static_start", self.loop("parallel for ordered"))

    def test_simd_loops_tell_of_their_iterations(self):
        self.assertEqual(self.loop("simd"), {"GOMP_sections_start"})

    def test_macros_headers_and_cxx(self):
        self.write("header.h", '#define LOOP(...) _Pragma (#__VA_ARGS__)\n#define KIND static\n')
        text = '#include "header.h"\nint a[9];\nvoid f (void) {{\n{}\nfor (int i = 0; i < 9; i++) a[i] = i; }}'
        for directive in ("LOOP (omp parallel for schedule(static))",
                          "#pragma omp parallel for schedule(KIND)",
                          "#pragma omp parallel \\\n  for"):
            with self.subTest(directive):
                self.assertEqual(self.calls(text.format(directive)), self.VISIBLE)
                self.assertEqual(self.calls(text.format(directive), name="loop.cc"), self.VISIBLE)
        attribute = text.format("[[omp::directive (parallel for)]]")
        self.assertEqual(self.calls(attribute, "-std=c++17", name="loop.cc"), self.VISIBLE)
        template = ("template <int C, class T> void f (T *a) {\n#pragma omp parallel for schedule(static, C)\n"
                    "for (T i = 0; i < 9; i++) a[i] = i; }\ntemplate void f<3> (long *);\n"
                    "template void f<4> (unsigned char *);")
        self.assertEqual(self.calls(template, name="loop.cc"), self.VISIBLE)

    def test_thread_numbers_asked_by_the_program(self):
        """The library can distinguish calls by the program from those by the compiler."""
        text = "#include <omp.h>\nint f (void) { return omp_get_thread_num (); }"
        for arguments in (["-std=c90", "-pedantic-errors"], ["-std=c17"]):
            self.assertEqual(self.calls(text, *arguments), {"rp_omp_get_thread_num"})
        for standard in ("-std=c++98", "-std=c++11", "-std=c++20"):
            calls = self.calls(text, standard, "-pedantic-errors", name="loop.cc")
            self.assertEqual(calls, {"rp_omp_get_thread_num"})
        self.write("plain.c", "int omp_get_thread_num (void) { return 0; }")
        self.quiet_cc("-c", "plain.c")
        self.assertIn("omp_get_thread_num", self.symbols("plain.o"))

    def test_ways_to_compile(self):
        self.write("a.c", LOOP)
        self.write("b.c", LOOP.replace(" f ", " g "))
        for arguments, objects in [
            (["-c", "a.c", "-pipe"], ["a.o"]), (["-c", "a.c", "-save-temps"], ["a.o"]),
            (["-c", "a.c", "b.c"], ["a.o", "b.o"]), (["-c", "a.c", "-flto", "-O3"], ["a.o"]),
            (["-c", "a.c", "-g3", "-MD", "-MF", "a.d"], ["a.o"]), (["-c", "a.i", "-o", "i.o"], ["i.o"]),
            (["-c", "-x", "c", "-", "-o", "stdin.o"], ["stdin.o"]), (["-r", "a.c", "-o", "r.o"], ["r.o"]),
            (["-c", "p.i"], ["p.o"]),
        ]:
            with self.subTest(arguments):
                if "p.i" in arguments:
                    self.quiet_cc("-fopenmp", "-E", "-P", "a.c", "-o", "p.i")
                self.quiet_cc("-fopenmp", *arguments, stdin=LOOP)
                for name in objects:
                    self.assertLessEqual(self.VISIBLE, self.symbols(name, "-u"))
        self.assertIn("a.c", (self.path / "a.d").read_text())
        self.assertEqual((self.path / "a.i").read_text().count("schedule"), 0)
        self.quiet_cc("-fopenmp", "-S", "a.c")
        self.assertIn("GOMP_parallel_loop_nonmonotonic_dynamic", (self.path / "a.s").read_text())

    def test_places_are_those_of_the_source(self):
        text = "\n\n" + LOOP + "\n#include <stddef.h>\nvoid *g (void)\n{\n  return NULL;\n}\n"
        self.calls(text, "-g")
        lines = self.lines("loop.o")
        self.run_command(["gcc", "-fopenmp", "-g", "-fsanitize=thread", "-c", "loop.c", "-o", "loop.o"])
        self.assertEqual(lines, self.lines("loop.o"))

    def test_messages(self):
        """All messages are the compiler's own, at the right lines; raceproof adds none."""
        text = ("#include <stdio.h>\nint f (int x)\n{\n#pragma omp parallel for schedule(static, 2.5)\n"
                "  for (int i = 0; i < 3; i++)\n    missing = NULL;\n"
                "#pragma omp for schedule(stat)\n  for (int i = 0; i < 3; i++);\n}\n")
        self.write("bad.c", text)
        messages = self.cc("-fopenmp", "-c", "bad.c", status=1).stderr
        for line in (4, 6, 7):
            self.assertRegex(messages, rf"bad\.c:{line}:\d+: error")
        self.assertNotIn("5250", messages)
        self.assertNotIn("/proc", messages)
        text = ("#include <stddef.h>\nint f (int x)\n{\n  switch (x)\n    {\n    case 1:\n      x++;\n"
                "      /* fall through */\n    default:\n      return x;\n    }\n}\n"
                "int *g (void) { return NULL; }\n")
        self.calls(text, "-Wall", "-Wextra", "-Werror", "-pedantic-errors")
        self.calls(LOOP.replace("int i = 0", "i = 0").replace("{\n#", "{\n  int i;\n#"), "-std=c90",
                   "-pedantic-errors", "-Werror")

    def test_the_rewriter_alone(self):
        done = self.run_command([RACEPROOF, "rewrite", "echo", "a", "b c"])
        self.assertEqual(done.stdout, "a b c\n")
        self.assertIn("cannot run", self.run_command([RACEPROOF, "rewrite", "/no/such"], status=2).stderr)
        self.assertIn("alone", self.run_command([RACEPROOF, "rewrite"], status=2).stderr)
        self.assertNotIn("rewrite", self.run_command([RACEPROOF, "help"]).stdout)

    def test_a_comma_in_the_path(self):
        directory = self.path / "a,b"
        directory.mkdir()
        command = shutil.copy(RACEPROOF, directory)
        (directory / "include").symlink_to(BUILD / "include")
        done = self.run_command([command, "cc", "--compiler=gcc", "-fopenmp", "-c", "a.c"], status=2)
        self.assertIn("has a comma", done.stderr)


class Fortran(OpenMP):
    """The compiler is given another text, with the same lines."""

    VISIBLE = Gcc.VISIBLE

    FREE = """subroutine f (a, n)
  use kinds
  implicit none
  integer :: n, i
  integer(k) :: a(n)
  include 'declared.inc'
!$omp parallel do &
!$omp   private (j) &
!$omp & schedule (static, n / 2 + 1)
  do i = 1, n
    j = i
    a(i) = j
  end do
!$omp end parallel do
end subroutine
"""
    FIXED = """      subroutine f (a, n)
      integer n, i, a(n)
c$omp parallel do schedule(static,
c$omp1 n)                                                               1234
      do 10 i = 1, n
        a(i) = i
   10 continue
      end
"""

    def setUp(self):
        super().setUp()
        if not shutil.which("gfortran"):
            self.skipTest("no gfortran here")
        (self.path / "part").mkdir()
        self.write("part/declared.inc", "  integer :: j\n")
        self.write("kinds.f90", "module kinds\n  integer, parameter :: k = 4\nend module\n")

    def lines(self, name):
        text = self.run_command(["objdump", "-dl", name]).stdout
        return set(re.findall(r"(\S+\.[fF]\w*:\d+)", text))

    def check_object(self, source, *arguments, same_lines=True):
        """The loop is visible, and the lines are those of a plain compilation, if the code for the other schedule is
        the same."""
        self.quiet_cc("-fopenmp", "-g", "-c", source, "-o", "loop.o", *arguments)
        self.assertFalse(self.symbols("loop.o", "-u") & Gcc.INLINE)
        self.assertIn("GOMP_loop_nonmonotonic_dynamic_next", self.symbols("loop.o", "-u"))
        if not same_lines:
            return
        lines = self.lines("loop.o")
        self.run_command(["gfortran", "-fopenmp", "-g", "-fsanitize=thread", "-c", source, "-o", "plain.o",
                          *arguments])
        self.assertEqual(lines, self.lines("plain.o"))

    def test_forms(self):
        self.quiet_cc("-c", "kinds.f90")
        self.write("part/loop.f90", self.FREE)
        self.write("part/loop.F90", "#define N n\n#ifdef N\n" + self.FREE.replace("a(n)", "a(N)") + "#endif\n")
        self.write("loop.f", self.FIXED)
        self.write("loop.F", "#if 1\n" + self.FIXED + "#endif\n")
        self.write("loop.txt", self.FIXED)
        for source, *arguments in [
            ["part/loop.f90"], ["part/loop.F90"], ["part/loop.f90", "-cpp", "-DX=1"], ["loop.f"], ["loop.F"],
            ["loop.f", "-pipe"], ["-xf77", "loop.txt", "-ffixed-form"],
            ["part/loop.F90", "-MD", "-MF", "loop.d"], ["part/loop.F90", "-save-temps"],
        ]:
            with self.subTest(f"{source} {arguments}"):
                if source == "-xf77":
                    self.quiet_cc("-fopenmp", "-c", source, *arguments, "-o", "loop.o")
                    self.assertIn("GOMP_loop_nonmonotonic_dynamic_next", self.symbols("loop.o", "-u"))
                else:
                    self.check_object(source, *arguments)
        self.assertIn("part/loop.F90", (self.path / "loop.d").read_text())

    def test_library_in_front_of_libgfortran(self):
        """Variables that a procedure prints are seen, whichever language has main, and whichever compiler links
        libgfortran."""
        self.write("show.f90", "subroutine show (x) bind(c)\n  use iso_c_binding\n  integer(c_int) :: x\n"
                   "  print *, x\nend subroutine\n")
        self.write("main.c", "void show (int *);\nstatic int x;\nint main (void)\n{\n#pragma omp parallel\n#pragma omp single\n"
                   "  {\n#pragma omp task\n    x = 1;\n    show (&x);\n  }\n  return 0;\n}\n")
        self.quiet_cc("-fopenmp", "-c", "show.f90")
        self.quiet_cc("-fopenmp", "-c", "main.c")
        self.quiet_cc("-fopenmp", "-shared", "-fPIC", "show.f90", "-o", "libshow.so")
        fortran = [RACEPROOF, "cc", "--compiler=gfortran", "-fopenmp"]
        here = ["-L.", "-lshow", "-Wl,-rpath," + str(self.path)]
        for command in [[RACEPROOF, "cc", "-fopenmp", "main.o", "show.o", "-lgfortran"], [*fortran, "main.o", "show.o"],
                        [*fortran, "main.o", "show.o", "-lm"], [*fortran, "-static-libgfortran", "main.o", "show.o"],
                        [RACEPROOF, "cc", "-fopenmp", "main.o", *here], [*fortran, "main.o", *here]]:
            with self.subTest(command=command[2:]):
                self.run_command([*command, "-o", "program"])
                done = self.run_command([RACEPROOF, "run", "./program"], status=66)
                self.assertIn("show.f90:4", done.stdout)

    def test_kinds_of_loops(self):
        loop = "do i = 1, 9\n a(i) = i\nend do\n"
        for directive, end in [("parallel do", ""), ("PARALLEL DO SIMD", "!$OMP END PARALLEL DO SIMD\n"),
                               ("parallel loop", "!$omp end parallel loop\n"),
                               ("do", "!$omp end do nowait\n"), ("teams distribute parallel do", ""),
                               ("paralleldo schedule(static)", ""), ("target parallel do", "")]:
            with self.subTest(directive):
                self.write("loop.f90", f"subroutine f (a)\ninteger :: a(9), i\n!$omp {directive}\n{loop}{end}end\n")
                self.check_object("loop.f90", same_lines=False)
        for directive in ("parallel do schedule(guided)", "simd", "do ordered"):
            self.write("loop.f90", f"subroutine f (a)\ninteger :: a(9), i\n!$omp {directive}\n{loop}end\n")
            self.quiet_cc("-fopenmp", "-c", "loop.f90")
            self.assertFalse([name for name in self.symbols("loop.o", "-u") if "dynamic" in name])

    def test_messages(self):
        self.write("bad.F90", "#define N 9\nprogram p\ninteger :: a(N), i\n!$omp parallel do\ndo i = 1, N\n"
                   "a(i) = (\nend do\ni = )\nend program\n")
        messages = self.cc("-fopenmp", "-c", "bad.F90", status=1).stderr
        for line in (6, 8):
            self.assertIn(f"bad.F90:{line}:", messages)
        self.assertNotIn("/proc", messages)
        self.write("bad.F90", '#include "missing.h"\n')
        self.assertIn("missing.h", self.cc("-fopenmp", "-c", "bad.F90", status=1).stderr)
        self.assertIn("missing.f90", self.cc("-fopenmp", "-c", "missing.f90", status=1).stderr)


class Clang(OpenMP):
    """A plug-in adds a call to each iteration."""

    def setUp(self):
        super().setUp()
        if not list((BUILD / "lib").glob("clang-plugin-*.so")):
            self.skipTest("built without LLVM's headers")

    def marks(self, text, *arguments):
        """The number of loops with such a call, and the lines of the calls."""
        self.write("loop.c", "int a[100], n = 50;\nvoid g (void);\n" + text)
        self.quiet_cc("-fopenmp", "-c", "loop.c", *arguments)
        code = self.run_command(["objdump", "-dlr", "loop.o"]).stdout
        before = re.split(r"rp_omp_iteration\b", code)[:-1]
        return [int(re.findall(r"loop\.c:(\d+)", part)[-1]) for part in before]

    def test_static_loops(self):
        body = "for ({} i = 0; i < {}; i++) {{ a[i]++; g (); }}"
        for level in ("-O0", "-O2"):
            for schedule in ("", "schedule(static, 3)", "schedule(static, n)"):
                for kind in ("int", "unsigned", "long", "unsigned long"):
                    for count in ("n", "100"):
                        text = (f"void f (void)\n{{\n#pragma omp parallel for {schedule}\n"
                                f"{body.format(kind, count)}\n}}")
                        with self.subTest(f"{level} {schedule} {kind} {count}"):
                            self.assertEqual(self.marks(text, level), [6])

    def test_kinds_of_loops(self):
        loop = "for (int i = 0; i < n; i++) a[i]++;"
        nest = "for (int i = 0; i < n; i++) for (int j = 0; j < i; j++) a[j]++;"
        for directive, text, count in [
            ("for", loop, 1), ("for simd", loop, 1), ("for nowait", nest, 1),
            ("parallel for simd schedule(static, 4)", loop, 1),
            ("parallel for collapse(2)", nest.replace("j < i", "j < 9"), 1),
            ("teams distribute parallel for", loop, 1), ("target parallel for", loop, 1),
            ("sections", "{ a[1]++;\n#pragma omp section\na[2]++;\n}", 0),
            ("parallel sections", "{ a[1]++;\n#pragma omp section\na[2]++;\n}", 0),
            ("parallel for reduction(+: n) lastprivate(a)", loop, 1),
            ("simd", loop, 0), ("parallel", loop, 0), ("teams distribute", loop, 0),
            ("for schedule(dynamic)", loop, 0), ("for schedule(guided)", loop, 0),
            ("for ordered", loop, 0), ("taskloop", loop, 0),
            ("parallel", "{\n#pragma omp for\n" + loop + "\n#pragma omp for schedule(static, 2)\n" + loop + "}", 2),
        ]:
            for level in ("-O0", "-O2"):
                with self.subTest(f"{directive} {level}"):
                    marks = self.marks(f"void f (void)\n{{\n#pragma omp {directive}\n{text}\n}}", level)
                    self.assertEqual(len(marks), count)

    def test_each_iteration_calls(self):
        command = self.install_stub()
        self.write("main.c", "#include <stdio.h>\nextern int iterations;\nint a[100];\nint main (void)\n{\n"
                   "#pragma omp parallel for\nfor (int i = 0; i < 77; i++) a[i] = i;\n"
                   'printf ("%d %d\\n", iterations, a[76]);\n}\n')
        for level in ("-O0", "-O1", "-O2", "-O3", "-Os"):
            self.run_command([command, "cc", "--compiler=clang", "-fopenmp", level, "main.c"])
            output = self.run_command(["./a.out"], environment={"RACEPROOF": RACEPROOF}).stdout
            self.assertIn("77 76\n", output)

    def test_sections(self):
        """The library determines which section is next, in any order, and whose lastprivate value counts."""
        command = self.install_stub()
        sections = "\n".join(f"#pragma omp section\n{{ last = {i}; printf (\" {i}\"); }}" for i in range(3))
        cancelled = sections.replace("last = 0;", "last = 0;\n#pragma omp cancel sections\n")
        for text, calls in ((sections, " 1 0 2, 2\n"), (cancelled, " 1, 3\n")):
            self.write("main.c", "#include <stdio.h>\nint __kmpc_cancel (void *place, int thread, int what) "
                       "{ return 1; }\nint __kmpc_global_thread_num (void *place) { return 0; }\n"
                       "void __kmpc_barrier (void *place, int thread) {}\nint last = 3;\nint main (void)\n{\n"
                       f"#pragma omp sections lastprivate(last)\n{{\n{text}\n}}\n"
                       'printf (", %d\\n", last);\n}\n')
            for level in ("-O0", "-O1", "-O2", "-O3", "-Os"):
                with self.subTest(f"{calls} {level}"):
                    self.run_command([command, "cc", "--compiler=clang", "-fopenmp", level, "main.c"])
                    output = self.run_command(["./a.out"], environment={"RACEPROOF": RACEPROOF}).stdout
                    self.assertIn(f"3 sections{calls}", output)

    def test_without_the_plugin(self):
        """A version of clang without a plug-in still compiles."""
        self.write("loop.c", LOOP)
        fake = self.path / "fake"
        fake.write_text('#!/bin/sh\n[ $1 = -dM ] && { echo "#define __clang__ 1"; '
                        'echo "#define __clang_major__ 99"; exit; }\nexec clang "$@"\n')
        fake.chmod(0o755)
        self.run_command([RACEPROOF, "cc", f"--compiler={fake}", "-fopenmp", "-c", "loop.c"])
        self.assertNotIn("rp_omp_iteration", self.symbols("loop.o"))


class Linking(OpenMP):
    def test_the_compilers_library_stays_out(self):
        command = self.install_stub()
        self.write("main.c", PROGRAM)
        self.write("main.cc", PROGRAM)
        own = [command, "cc", f"--compiler={self.compiler}"]
        self.run_command([*own, "-fopenmp", "main.c"])
        self.check_linked()
        self.run_command([command, "c++", f"--compiler={self.compiler}", "-fopenmp", "main.cc"])
        self.check_linked()
        self.run_command([*own, "-fopenmp", "-c", "main.c"])
        gomp = self.run_command(["gcc", "-print-file-name=libgomp.so"]).stdout.strip()
        own_library = str(self.path / "a prefix/lib/raceproof/libraceproof-openmp.a")
        for arguments in (["-fopenmp"], ["-lgomp"], ["-l", "omp"], [gomp], ["-fopenmp", gomp],
                          [own_library]):
            with self.subTest(arguments):
                self.run_command([*own, "main.o", *arguments])
                self.check_linked()
        for library in (gomp, own_library):
            self.write("args", f"main.o '{library}'")
            self.run_command([*own, "@args"])
            output = self.run_command(["./a.out"], environment={"RACEPROOF": RACEPROOF}).stdout
            self.assertRegex(output, "^chunk")

    def test_shared_libraries(self):
        command = self.install_stub()
        self.write("main.c", "int start (void);\nint main (void) { return start (); }")
        self.write("part.c", PROGRAM.replace("main", "start"))
        own = [command, "cc", f"--compiler={self.compiler}", "-fopenmp"]
        self.run_command([*own, "-shared", "-fPIC", "part.c", "-o", "libpart.so"])
        self.assertNotRegex(self.run_command(["readelf", "-d", "libpart.so"]).stdout, "lib(gomp|i?omp)")
        self.run_command([*own, "main.c", "-L.", "-lpart", "-Wl,-rpath,$ORIGIN"])
        self.check_linked()

    def test_output_with_such_a_name(self):
        self.write("a.c", "int x;")
        self.quiet_cc("-shared", "-fPIC", "a.c", "-o", "libomp.so")
        self.assertTrue((self.path / "libomp.so").exists())

    def test_cmake_finds_openmp(self):
        if not shutil.which("cmake"):
            self.skipTest("no cmake here")
        command = self.install_stub()
        self.write("main.c", PROGRAM)
        self.write("main.cc", PROGRAM)
        self.write("CMakeLists.txt", "cmake_minimum_required (VERSION 3.20)\nproject (x C CXX)\n"
                   "find_package (OpenMP REQUIRED)\n"
                   "add_executable (c main.c)\ntarget_link_libraries (c OpenMP::OpenMP_C)\n"
                   "add_executable (cxx main.cc)\ntarget_link_libraries (cxx OpenMP::OpenMP_CXX)\n")
        for verb in ("cc", "c++"):
            self.write(verb, f'#!/bin/sh\nexec "{command}" {verb} --compiler={self.compiler} "$@"\n')
            os.chmod(self.path / verb, 0o755)
        self.run_command(["cmake", "-B", "b", f"-DCMAKE_C_COMPILER={self.path}/cc",
                          f"-DCMAKE_CXX_COMPILER={self.path}/c++"])
        self.run_command(["cmake", "--build", "b"])
        self.check_linked("b/c")
        self.check_linked("b/cxx")


if __name__ == "__main__":
    if sys.argv[1:2] == ["clang"]:
        del Gcc, Fortran
    else:
        del Clang
    driver.main()
