#!/usr/bin/env python3
"""Programs built by `raceproof cc`, alone and under make, CMake and what configure scripts try. Each
is also run: the racy one must end with 66, so it really is instrumented and linked with the runtime.

usage: test_build.py gcc|clang"""

import os
import shutil

import driver
from driver import CXX, RACEPROOF, Driver

TASK = """
#include <raceproof/task.h>
extern int sum;
void add (void *argument) { sum += *(int *) argument; }
"""
MAIN = """
#include <raceproof/task.h>
#include <stdio.h>
void add (void *argument);
int sum;
int main (void)
{
  int values[2] = { 1, 2 };
  rp_finish
    {
      rp_async (add, &values[0]);
#ifdef CLEAN
      rp_finish_end ();
      rp_finish_begin ();
#endif
      rp_async (add, &values[1]);
    }
  printf ("%d\\n", sum);
  return 0;
}
"""
LAMBDA = """
#include <raceproof/task.h>
#include <iostream>
#include <stdexcept>
#include <vector>
static int careful (int i)
{
  try { if (i & 1) throw std::runtime_error ("odd"); return i; }
  catch (const std::exception &) { return -i; }
}
int main ()
{
  std::vector<int> squares (8);
  rp_finish
    for (int i = 0; i < 8; i++)
      rp_async ([=, &squares] { squares[RACE ? 0 : i] = careful (i) * i; });
  std::cout << squares[7] << "\\n";
}
"""
BLOCK = """
#include <raceproof/task.h>
#include <stdio.h>
static int cells[2];
int main (void)
{
  rp_finish
    for (int i = 0; i < 2; i++)
      rp_async_block (^{ cells[RACE ? 0 : i] = i + 1; });
  printf ("%d\\n", cells[0] + cells[1]);
}
"""
# The part of libBlocksRuntime that blocks with captured integers need; not every system has the library.
BLOCKS_RUNTIME = """
#include <stdlib.h>
#include <string.h>
void *_NSConcreteStackBlock[32], *_NSConcreteGlobalBlock[32];
struct block { void *isa; int flags, reserved; void (*invoke) (void *); unsigned long *descriptor; };
void *_Block_copy (const void *block)
{
  size_t size = ((const struct block *) block)->descriptor[1];
  return memcpy (malloc (size), block, size);
}
void _Block_release (const void *block) { free ((void *) block); }
"""
CLEAN, RACY = 0, 66


class Build(Driver):
    def setUp(self):
        super().setUp()
        self.write("main.c", MAIN)
        self.write("task.c", TASK)

    def start(self, name="./a.out", status=RACY, output="3\n"):
        done = self.run_command([name], status=status, environment={"RACEPROOF": RACEPROOF})
        self.assertIn(output, done.stdout)
        return done


class Programs(Build):
    def test_one_command(self):
        for level in ("-O0", "-O2", "-O3"):
            with self.subTest(level):
                self.quiet_cc(level, "-Wall", "-Wextra", "main.c", "task.c")
                self.start()
                self.quiet_cc(level, "-DCLEAN", "main.c", "task.c", "-o", "clean")
                self.start("./clean", CLEAN)

    def test_in_steps(self):
        self.quiet_cc("-O2", "-c", "main.c", "task.c")
        self.run_command(["ar", "rcs", "libtask.a", "task.o"])
        self.quiet_cc("main.o", "-L.", "-ltask", "-o", "by-library")
        self.start("./by-library")
        self.quiet_cc("main.o", "task.c", "-o", "mixed")
        self.start("./mixed")

    def test_by_way_of_other_outputs(self):
        self.quiet_cc("-S", "-O2", "task.c")
        self.quiet_cc("-E", "main.c", "-o", "main.i")
        self.quiet_cc("main.i", "task.s")
        self.start()
        self.cc("-save-temps", "-O1", "main.c", "task.c", "-o", "temps")
        self.start("./temps")

    def test_from_standard_input(self):
        self.quiet_cc("-x", "c", "-", "-x", "none", "task.c", stdin=MAIN)
        self.start()
        self.quiet_cc("task.c", "-x", "c", "-", stdin=MAIN)
        self.start()

    def test_response_file(self):
        self.write("args", "-O2 'main.c'\ntask.c -o \"a program\"\n")
        self.quiet_cc("@args")
        self.start("./a program")

    def test_dependencies(self):
        self.quiet_cc("-MMD", "-MF", "main.d", "-c", "main.c")
        self.assertIn("raceproof/task.h", (self.path / "main.d").read_text())

    def test_precompiled_header(self):
        self.write("all.h", "#include <raceproof/task.h>\n#include <stdio.h>\n")
        self.quiet_cc("all.h")
        self.quiet_cc("-include", "all.h", "main.c", "task.c")
        self.start()

    def test_undefined_behaviour_sanitizer_goes_along(self):
        self.quiet_cc("-fsanitize=undefined", "main.c", "task.c")
        self.start()

    def test_link_time_optimisation(self):
        linker = ["-fuse-ld=lld"] if self.compiler == "clang" else []
        if linker and not shutil.which("ld.lld"):
            self.skipTest("no lld here")
        self.quiet_cc("-O2", "-flto", "-c", "main.c", "task.c")
        self.quiet_cc("-O2", "-flto", *linker, "main.o", "task.o")
        self.start()

    def test_other_linkers(self):
        for linker in ("bfd", "gold", "lld"):
            if shutil.which(f"ld.{linker}"):
                with self.subTest(linker):
                    self.quiet_cc(f"-fuse-ld={linker}", "main.c", "task.c")
                    self.start()

    def test_threads_and_math(self):
        self.quiet_cc("-pthread", "main.c", "task.c", "-lm", "-lpthread")
        self.start()

    def test_errors_are_the_compilers(self):
        self.write("bad.c", "int main (void) { return x; }\n")
        self.assertIn("bad.c:1", self.cc("bad.c", status=1).stderr)


class Result(Build):
    def test_only_our_runtime(self):
        self.quiet_cc("main.c", "task.c")
        needed = self.run_command(["readelf", "-d", "a.out"]).stdout
        self.assertNotIn("libtsan", needed)
        undefined = self.symbols("a.out", "-u")
        self.assertFalse({name for name in undefined if name.startswith("__tsan")})

    def test_everything_that_is_replaced_comes_along(self):
        """Shared libraries call malloc, memcpy and others even if the program does not. C++'s new is replaced only
        for the places of allocations. HClib's functions are linked into programs that use them."""
        self.write("empty.c", "int main (void) { return 0; }\n")
        self.quiet_cc("empty.c")
        library = os.path.join(os.path.dirname(RACEPROOF), "lib", "libraceproof.a")
        replaced = {name for name in self.symbols(library, "-g", "--defined-only")
                    if not name.startswith(("rp_", "_Zn", "DW.ref.", "hclib_"))
                    and not name.endswith((":", "_isolation", "isolated_execution"))}
        self.assertIn("malloc", replaced)
        self.assertEqual(replaced - self.symbols("a.out", "--defined-only"), set())

    def test_what_is_not_used_does_not(self):
        """Futures and similar constructs require the graph engine; programs without them keep the fast one."""
        self.quiet_cc("main.c", "task.c")
        self.assertNotIn("rp_future_get", self.symbols("a.out"))

    def test_it_is_marked(self):
        """`raceproof run` looks for this symbol, which remains after stripping."""
        self.quiet_cc("main.c", "task.c")
        self.assertIn("rp_monitor_inside", self.symbols("a.out"))
        self.quiet_cc("-s", "main.c", "task.c")
        self.assertIn("rp_monitor_inside", self.symbols("a.out", "-D"))
        self.start()

    def test_debug_information(self):
        self.quiet_cc("-O2", "main.c", "task.c")
        self.assertIn("task.c", self.run_command(["readelf", "--debug-dump=decodedline", "a.out"]).stdout)


class SharedLibraries(Build):
    def test_the_program_brings_the_runtime(self):
        for options in ([], ["-Wl,-z,defs"]):
            self.write("task.c", TASK.replace("extern int", "int"))
            self.write("main.c", MAIN.replace("int sum;", "extern int sum;"))
            self.quiet_cc("-O2", "-fPIC", "-shared", *options, "task.c", "-o", "libtask.so")
            self.assertNotIn("rp_monitor_inside", self.symbols("libtask.so"))
            self.quiet_cc("main.c", "-L.", "-ltask", "-Wl,-rpath,.")
            self.start()

    def test_a_constructor_runs_before_the_verifier(self):
        self.write("early.c", """
int values[64], sum;
__attribute__ ((constructor)) static void begin (void)
{
  for (int i = 0; i < 64; i++)
    {
      values[i] = i;
      __asm__ volatile ("" ::: "memory");
      sum += values[i];
    }
}
""")
        self.write("user.c", """
#include <stdio.h>
extern int sum;
int main (void) { printf ("%d\\n", sum); return 0; }
""")
        for level in ("-O0", "-O2"):
            self.quiet_cc(level, "-fPIC", "-shared", "early.c", "-o", "libearly.so")
            self.quiet_cc(level, "user.c", "-L.", "-learly", "-Wl,-rpath,.")
            self.start(status=CLEAN, output="2016\n")

    def test_constructs_that_only_the_library_uses(self):
        self.write("later.c", """
#include <raceproof/task.h>
static void *twice (void *value) { *(int *) value *= 2; return value; }
int later (int value) { return *(int *) rp_future_get (rp_future_new (twice, &value)); }
""")
        self.write("user.c", """
#include <stdio.h>
int later (int value);
int main (void) { printf ("%d\\n", later (3)); return 0; }
""")
        self.quiet_cc("-fPIC", "-shared", "later.c", "-o", "liblater.so")
        self.quiet_cc("user.c", "-L.", "-llater", "-Wl,-rpath,.")
        self.start(status=CLEAN, output="6\n")

    def test_loaded_later(self):
        self.write("plugin.c", TASK.replace("extern int sum", "int sum") + """
void both (void *values) { rp_finish { rp_async (add, values); rp_async (add, (int *) values + 1); } }
""")
        self.write("host.c", """
#include <dlfcn.h>
#include <stdio.h>
int main (void)
{
  int values[2] = { 1, 2 };
  void *plugin = dlopen ("./plugin.so", RTLD_NOW);
  if (!plugin)
    return puts (dlerror ()), 1;
  ((void (*) (void *)) dlsym (plugin, "both")) (values);
  printf ("%d\\n", *(int *) dlsym (plugin, "sum"));
  return 0;
}
""")
        self.quiet_cc("-fPIC", "-shared", "plugin.c", "-o", "plugin.so")
        self.quiet_cc("host.c", "-o", "host")
        self.start("./host")


class Languages(Build):
    def test_lambdas(self):
        self.write("lambda.cc", LAMBDA)
        for race, status in ((0, CLEAN), (1, RACY)):
            for level in ("-O0", "-O2"):
                self.quiet_cc(level, f"-DRACE={race}", "lambda.cc", "-o", "lambda", verb="cc")
                self.start("./lambda", status, "" if race else "-49\n")

    def test_cxx_in_steps(self):
        self.write("lambda.cc", LAMBDA)
        self.quiet_cc("-c", "-DRACE=1", "lambda.cc", verb="c++")
        self.quiet_cc("lambda.o", "-o", "lambda", verb="c++")
        self.start("./lambda", RACY, "")

    def test_c_and_cxx(self):
        """Each file is compiled in its own language, and the C++ library is linked."""
        self.write("task.cc", "#include <string>\n"
                   + TASK.replace("void add", 'extern "C" void add').replace("extern int", 'extern "C" int')
                   + "std::string twice (std::string s) { return s + s; }\n")
        self.quiet_cc("main.c", "task.cc")
        self.start()

    def test_blocks(self):
        if self.compiler != "clang":
            self.skipTest("blocks are clang's")
        self.write("block.c", BLOCK)
        self.write("runtime.c", BLOCKS_RUNTIME)
        for race, status in ((0, CLEAN), (1, RACY)):
            self.quiet_cc("-fblocks", f"-DRACE={race}", "block.c", "runtime.c")
            self.start("./a.out", status, "")

    def test_fortran(self):
        if self.compiler != "gcc" or not shutil.which("gfortran"):
            self.skipTest("no Fortran here")
        self.write("sum.f90", "program p\n integer :: i, a(10)\n do i = 1, 10\n  a(i) = i\n end do\n"
                   " print *, sum (a)\nend program\n")
        self.quiet_cc("-O2", "sum.f90")
        self.start(status=CLEAN, output="55")

    def test_no_room_for_a_rewritten_source(self):
        """One line of ours, also where Fortran is preprocessed first; nothing from the compiler about strange files."""
        if self.compiler != "gcc" or not shutil.which("gfortran"):
            self.skipTest("no Fortran here")
        self.write("full.c", "#include <errno.h>\nint memfd_create (const char *name, unsigned flags)\n"
                             "{ return (void) name, (void) flags, errno = EMFILE, -1; }\n")
        self.execute("gcc", "-shared", "-fPIC", "full.c", "-o", "full.so", status=0)
        for name in ("p.f90", "p.F90"):
            self.write(name, "program p\n integer :: i, a(10)\n !$omp parallel do\n do i = 1, 10\n  a(i) = i\n end do\n"
                             "end program\n")
            done = self.cc("-fopenmp", "-c", name, status=1, LD_PRELOAD=str(self.path / "full.so"))
            self.assertRegex(done.stderr, rf"\Araceproof rewrite: no room for the text of `{name}'[^\n]*\n\Z")


class Installation(Build):
    def test_elsewhere(self):
        """Installed under a prefix that was not known when it was built; also with the flags of pkg-config."""
        prefix = self.path / "prefix"
        self.run_command(["cmake", "--install", os.path.dirname(RACEPROOF), "--prefix", str(prefix)])
        command = [str(prefix / "bin/raceproof"), "cc", f"--compiler={self.compiler}"]
        done = self.run_command([*command, "main.c", "task.c"])
        self.assertEqual(done.stderr, "")
        self.start()
        if not shutil.which("pkg-config"):
            self.skipTest("no pkg-config here")
        environment = {"PKG_CONFIG_PATH": str(prefix / "share/pkgconfig")}
        flags = self.run_command(["pkg-config", "--cflags", "--libs", "raceproof"],
                                 environment=environment).stdout.split()
        self.run_command([*command, "main.c", "task.c", *flags])
        self.start()
        self.run_command(["cc", "-DRP_SEQUENTIAL", flags[0], "main.c", "task.c", "-o", "plain"])
        self.start("./plain", CLEAN)


class Tools(Build):
    def words(self, verb):
        return f"{RACEPROOF} {verb} --compiler={self.compiler}"

    def test_make(self):
        self.write("Makefile", "prog: main.o task.o\n\t$(CC) $(LDFLAGS) $^ $(LDLIBS) -o $@\n"
                   "main.o: main.c\ntask.o: task.c\n")
        self.run_command(["make", f"CC={self.words('cc')}", "CFLAGS=-O2 -Wall"])
        self.start("./prog")

    def test_make_without_rules(self):
        self.write("lambda.cc", LAMBDA)
        self.run_command(["make", f"CXX={self.words('c++')}", "CPPFLAGS=-DRACE=1", "lambda"])
        self.start("./lambda", RACY, "")

    def test_cmake(self):
        if not shutil.which("cmake"):
            self.skipTest("no cmake here")
        self.write("CMakeLists.txt", "cmake_minimum_required (VERSION 3.16)\n"
                   "project (tasks LANGUAGES C CXX)\n"
                   "add_library (task SHARED task.c)\nadd_executable (prog main.c)\n"
                   "target_link_libraries (prog task)\n")
        self.write("task.c", TASK.replace("extern int", "int"))
        self.write("main.c", MAIN.replace("int sum;", "extern int sum;"))
        environment = {"CC": self.words("cc"), "CXX": self.words("c++")}
        self.run_command(["cmake", "-G", "Unix Makefiles", "-S", ".", "-B", "b"], environment=environment)
        self.run_command(["cmake", "--build", "b"])
        self.start("b/prog")

    def test_the_compiler_answers_for_itself(self):
        for question in (["--version"], ["-dumpversion"], ["-dumpmachine"], ["-print-prog-name=ld"],
                         ["-print-file-name=libc.so.6"], ["-print-search-dirs"]):
            for verb, name in (("cc", self.compiler), ("c++", CXX[self.compiler])):
                plain = self.run_command([name, *question])
                self.assertEqual(self.cc(*question, verb=verb).stdout, plain.stdout)

    def test_configure(self):
        """Checks as configure scripts make them: the name of the output, the preprocessor, functions, types."""
        self.write("conftest.c", "int main (void) { return 0; }\n")
        self.quiet_cc("conftest.c")
        self.run_command(["./a.out"], status=0)
        self.quiet_cc("-c", "-g", "-O2", "-Werror", "conftest.c")
        self.write("conftest.c", "#include <limits.h>\n#ifdef __GNUC__\nyes\n#endif\n")
        self.assertIn("\nyes\n", self.quiet_cc("-E", "conftest.c").stdout)
        self.write("conftest.c", "#include <no/such/header.h>\n")
        self.cc("-E", "conftest.c", status=1)
        self.write("conftest.c", "char strlcpy_not_there ();\nint main (void) { return strlcpy_not_there (); }\n")
        self.cc("conftest.c", status=1)
        for function in ("memcpy", "malloc", "printf", "pthread_create", "sqrt"):
            self.write("conftest.c", f"char {function} ();\nint main (void) {{ return {function} (); }}\n")
            self.cc("-w", "-fno-builtin", "conftest.c", "-o", "conftest")
        self.write("conftest.c", "int check[sizeof (long) == 8 ? 1 : -1];\n")
        self.quiet_cc("-c", "conftest.c")

    def test_every_dialect(self):
        """The headers that raceproof adds compile in every version of the language."""
        self.write("empty.c", "typedef int nothing;\n")
        for standard in ("c89", "c99", "c11", "c17", "gnu89"):
            self.quiet_cc(f"-std={standard}", "-Wall", "-Wextra", "-Wredundant-decls",
                          "-pedantic-errors", "-Werror", "-c", "empty.c")
        self.write("all.cc", "#include <algorithm>\n#include <string>\n#include <vector>\n"
                   "int f (std::string s) { return std::string (s) == s; }\n")
        for standard in ("c++98", "c++11", "c++17", "c++20"):
            self.quiet_cc(f"-std={standard}", "-Wall", "-Wextra", "-pedantic-errors", "-Werror",
                          "-c", "all.cc")


if __name__ == "__main__":
    driver.main()
