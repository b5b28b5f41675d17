#!/usr/bin/env python3
"""raceproof-gcc, raceproof-g++, raceproof-gfortran, raceproof-clang, raceproof-clang++: compilers that are one word, for
build systems.

usage: test_one_word.py gcc|clang"""

import os
import pathlib
import shutil

import driver
from driver import CXX, RACEPROOF, Driver

RACY = """#include <stdio.h>
static int shared;
int
main (void)
{
#pragma omp parallel num_threads(2)
  shared++;
  printf ("%d\\n", shared);
  return 0;
}
"""

CONFIGURE = r"""#!/bin/sh
# As autoconf's tests do: CC is used unquoted nowhere, and its messages are looked at.
set -e
: "${CC:?}"
echo 'int main (void) { return 0; }' > conftest.c
"$CC" -c conftest.c -o conftest.o
"$CC" conftest.o -o conftest
./conftest
if "$CC" --no-such-option conftest.c -o conftest 2> conftest.err; then exit 3; fi
test -s conftest.err
echo '#include <no/such/header.h>' > conftest.c
if "$CC" -E conftest.c > conftest.i 2> conftest.err; then exit 4; fi
echo 'char f (void); int main (void) { return f (); }' > conftest.c
if "$CC" conftest.c -o conftest 2> conftest.err; then exit 5; fi
printf '#ifndef _OPENMP\n#error none\n#endif\n#include <omp.h>\nint main (void) { return omp_get_num_threads () != 1; }\n' > conftest.c
"$CC" -fopenmp conftest.c -o conftest
./conftest
"$CC" --version | head -n 1 > version
sed "s|@CC@|$CC|" Makefile.in > Makefile
"""

MAKEFILE = """CC = @CC@
CFLAGS = -O1 -fopenmp
program: main.o part.o
\t$(CC) $(CFLAGS) -o $@ main.o part.o
"""


class OneWord(Driver):
    def word(self, name):
        return str(pathlib.Path(RACEPROOF).parent / f"raceproof-{name}")

    def check_racy(self, program):
        done = self.run_command([RACEPROOF, "run", program], status=66)
        self.assertIn("data race on `shared`", done.stdout)

    def test_as_the_compiler(self):
        for name in (self.compiler, CXX[self.compiler]):
            for arguments in (["--version"], ["-dumpmachine"], ["-print-search-dirs"], []):
                with self.subTest(name=name, arguments=arguments):
                    plain = self.run_command([name, *arguments], status=None)
                    ours = self.run_command([self.word(name), *arguments], status=None)
                    self.assertEqual((ours.returncode, ours.stdout, ours.stderr),
                                     (plain.returncode, plain.stdout, plain.stderr))

    def test_environment_does_not_choose(self):
        self.write("racy.c", RACY)
        self.run_command([self.word(self.compiler), "-fopenmp", "racy.c", "-o", "racy"],
                         environment={"RACEPROOF_CC": "no-such-compiler"})
        self.check_racy("./racy")

    def test_cxx(self):
        self.write("racy.cc", RACY.replace("stdio.h", "cstdio").replace("printf", "std::printf"))
        word = self.word(CXX[self.compiler])
        self.run_command([word, "-fopenmp", "-c", "racy.cc", "-o", "racy.o"])
        self.run_command([word, "-fopenmp", "racy.o", "-o", "racy"])
        self.check_racy("./racy")

    def test_fortran(self):
        if self.compiler != "gcc" or not shutil.which("gfortran"):
            self.skipTest("no Fortran")
        self.write("racy.f90", "program p\n  integer :: shared = 0\n  !$omp parallel num_threads(2)\n"
                               "  shared = shared + 1\n  !$omp end parallel\n  print *, shared\nend program\n")
        self.run_command([self.word("gfortran"), "-fopenmp", "-c", "racy.f90"])
        self.run_command([self.word("gfortran"), "-fopenmp", "racy.o", "-o", "racy"])
        self.check_racy("./racy")

    def test_makefile(self):
        self.write("Makefile", MAKEFILE.replace("@CC@", "cc"))
        self.write("main.c", RACY.replace("int\nmain (void)", "void part (void);\nint\nmain (void)"))
        self.write("part.c", "void part (void) {}\n")
        self.run_command(["make", f"CC={self.word(self.compiler)}"])
        self.check_racy("./program")

    def test_configure(self):
        self.write("Makefile.in", MAKEFILE)
        self.write("main.c", RACY)
        self.write("part.c", "void part (void) {}\n")
        self.write("configure", CONFIGURE)
        self.run_command(["sh", "configure"], environment={"CC": self.word(self.compiler)})
        self.run_command(["make"])
        self.check_racy("./program")

    def test_cmake(self):
        self.write("CMakeLists.txt", "cmake_minimum_required (VERSION 3.16)\nproject (p C CXX)\n"
                                     "find_package (OpenMP REQUIRED)\nadd_executable (program main.c)\n"
                                     "target_link_libraries (program OpenMP::OpenMP_C)\n")
        self.write("main.c", RACY)
        self.run_command(["cmake", "-S", ".", "-B", "build", f"-DCMAKE_C_COMPILER={self.word(self.compiler)}",
                          f"-DCMAKE_CXX_COMPILER={self.word(CXX[self.compiler])}"])
        self.run_command(["cmake", "--build", "build"])
        self.check_racy("./build/program")


if __name__ == "__main__":
    os.environ.pop("CC", None)
    driver.main()
