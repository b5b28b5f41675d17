#!/usr/bin/env python3
"""A project that finds raceproof by find_package: its targets are compiled and linked by it. Each
program is run; the racy ones end with 66, so they are instrumented.

usage: test_cmake.py gcc|clang"""

import pathlib
import shutil

import driver
from driver import CXX, RACEPROOF, Driver

BUILD = pathlib.Path(RACEPROOF).parent

PROJECT = """
cmake_minimum_required (VERSION 3.21)
project (x {languages})
find_package (raceproof 0.1 REQUIRED)
add_library (part STATIC part.c)
add_library (shared SHARED part.c)
add_executable (program main.c)
target_link_libraries (program part)
add_executable (other main.c)
target_link_libraries (other shared)
add_executable (plain plain.c)
{targets}
"""
MAIN = """
#include <raceproof/task.h>
void add (void *);
int main (void)
{
  rp_finish
    {
      rp_async (add, 0);
      rp_async (add, 0);
    }
}
"""
PART = "static int sum;\nvoid add (void *argument) { sum++; }\n"
PLAIN = "int main (void) { return 0; }\n"
LAMBDA = """
#include <raceproof/task.h>
int sum;
int main ()
{
  rp_finish
    for (int i = 0; i < 2; i++)
      rp_async ([] { sum++; });
}
"""
FORTRAN = """
program p
  use, intrinsic :: iso_c_binding
  interface
    subroutine work () bind (c)
    end subroutine
  end interface
  call work ()
end program
"""
RACY = 66


class CMake(Driver):
    def setUp(self):
        super().setUp()
        if not shutil.which("cmake"):
            self.skipTest("no cmake here")
        self.write("main.c", MAIN)
        self.write("part.c", PART)
        self.write("plain.c", PLAIN)

    def build(self, languages, targets, *arguments, found=BUILD / "lib/cmake/raceproof"):
        self.write("CMakeLists.txt", PROJECT.format(languages=languages, targets=targets))
        self.run_command(["cmake", "-B", "b", f"-Draceproof_DIR={found}",
                          f"-DCMAKE_C_COMPILER={self.compiler}",
                          f"-DCMAKE_CXX_COMPILER={CXX[self.compiler]}", *arguments])
        self.run_command(["cmake", "--build", "b"])

    def check(self, name, status=RACY):
        self.run_command([f"b/{name}"], status=status, environment={"RACEPROOF": RACEPROOF})

    def is_instrumented(self, name):
        return any(symbol.startswith("__tsan_") for symbol in self.symbols(f"b/{name}"))

    def test_targets(self):
        generators = [[]] + ([["-GNinja"]] if shutil.which("ninja") else [])
        for arguments in generators:
            with self.subTest(arguments):
                shutil.rmtree(self.path / "b", ignore_errors=True)
                self.build("C", "raceproof_target (part shared program other)", *arguments)
                self.check("program")
                self.check("other")
                self.check("plain", 0)
                self.assertFalse(self.is_instrumented("plain"))

    def test_all_targets(self):
        self.write("lambda.cc", LAMBDA)
        self.build("C CXX", "add_executable (lambda lambda.cc)", "-DRACEPROOF=ON")
        for name in ("program", "other", "lambda"):
            self.check(name)
        self.check("plain", 0)
        self.assertTrue(self.is_instrumented("plain"))

    def test_fortran(self):
        if not shutil.which("gfortran") or self.compiler != "gcc":
            self.skipTest("no gfortran for this")
        self.write("p.f90", FORTRAN)
        self.write("work.c", MAIN.replace("int main (void)", "void work (void)"))
        self.build("C Fortran", "add_executable (f p.f90 work.c)\ntarget_link_libraries (f part)\n"
                   "raceproof_target (f part shared program other)")
        for name in ("f", "program", "other"):
            self.check(name)

    def test_installed(self):
        """The command is found relative to the CMake file, even if its path has a blank."""
        prefix = self.path / "a prefix"
        (prefix / "bin").mkdir(parents=True)
        (prefix / "lib").mkdir()
        (prefix / "include").symlink_to(BUILD / "include")
        (prefix / "lib/raceproof").symlink_to(BUILD / "lib")
        shutil.copy(RACEPROOF, prefix / "bin")
        shutil.copytree(BUILD / "lib/cmake/raceproof", prefix / "lib/cmake/raceproof")
        self.build("C", "raceproof_target (part shared program other)",
                   found=prefix / "lib/cmake/raceproof")
        self.check("program")
        self.assertIn(f"{prefix}/bin/raceproof", (self.path / "b/CMakeCache.txt").read_text())


if __name__ == "__main__":
    driver.main()
