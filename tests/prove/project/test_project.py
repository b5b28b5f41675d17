#!/usr/bin/env python3
"""`raceproof prove -p DIRECTORY`: proves a project by its compile_commands.json."""
import json
import pathlib
import sys
import tempfile
import time
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2]))
from support import command

CLEAN = """#include "size.h"
void clean (double *a)
{
#pragma omp parallel for
  for (int i = 0; i < SIZE; i++)
    a[i] = i;
}
"""
RACY = """void racy (int n, double *a)
{
#pragma omp parallel for
  for (int i = 0; i < n - STEP; i++)
    a[i] = a[i + STEP];
}
"""
OPEN = """void open (int n, const int *k, double *a)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    a[k[i]] = i;
}
"""
PLAIN = "int plain (void) { return 0; }\n"
HEADER = """static inline void shared_by_all (int n, int *x)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    x[i] = i;
}
"""

# Stops each process that is waited for.
STOPPING = r"""
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <signal.h>
#include <stdarg.h>
#include <sys/syscall.h>

long
syscall (long number, ...)
{
  long word[6];
  va_list list;
  va_start (list, number);
  for (int i = 0; i < 6; i++)
    word[i] = va_arg (list, long);
  va_end (list);
  if (number == SYS_pidfd_open)
    {
      kill ((pid_t) word[0], SIGSTOP);
      errno = ENOSYS;
      return -1;
    }
  long (*real) (long, ...) = (long (*) (long, ...)) dlsym (RTLD_NEXT, "syscall");
  return real (number, word[0], word[1], word[2], word[3], word[4], word[5]);
}
"""


def prove(*arguments, **options):
    return command.raceproof("prove", *arguments, **options)


class Project(unittest.TestCase):
    def setUp(self):
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.root = pathlib.Path(directory.name).resolve()
        (self.root / "build").mkdir()

    def write(self, name, text):
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return str(path)

    def database(self, *entries):
        """Entries are (file, command line or list of words). Files are relative to build/."""
        whole = []
        for file, command in entries:
            key = "command" if isinstance(command, str) else "arguments"
            whole.append({"directory": str(self.root / "build"), "file": file, key: command})
        (self.root / "build" / "compile_commands.json").write_text(json.dumps(whole),
                                                                    encoding="utf-8")

    def prove(self, *options):
        done = prove("-p", str(self.root / "build"), "--format=json", *options)
        return done, json.loads(done.stdout)

    def regions(self, report):
        return {(pathlib.Path(region["file"]).name, region["line"], region["construct"],
                 region["verdict"]) for region in report["regions"]}

    def test_command_and_arguments(self):
        """Include directories, macros and the language come from the database, in both forms of its commands."""
        self.write("include/size.h", "#define SIZE 100\n")
        self.write("src/clean.c", CLEAN)
        self.write("src/racy.c", RACY)
        self.write("src/plain.c", PLAIN)
        self.database(("../src/clean.c", "cc -I../include -O2 -o clean.o -c ../src/clean.c"),
                      ("../src/racy.c", ["cc", "-D", "STEP=1", "-std=c99", "-fopenmp", "-c",
                                         "../src/racy.c"]),
                      ("../src/plain.c", "cc -c '../src/plain.c'"))
        done, report = self.prove()
        self.assertEqual(done.returncode, 66)
        self.assertEqual(report["verdict"], "findings")
        self.assertEqual(self.regions(report), {("clean.c", 4, "parallel for", "proved"),
                                                ("racy.c", 3, "parallel for", "race")})
        self.assertEqual([file["state"] for file in report["files"]],
                         ["read", "read", "no-region"])
        race, = [region for region in report["regions"] if region["verdict"] == "race"]
        self.assertIn("lines 5 and 5", race["reason"])
        self.assertIn("n=", race["reason"])

    def test_quotes(self):
        self.write("a b/racy.c", RACY)
        self.database(("../a b/racy.c", 'cc "-DSTEP=0" -DNAME=\\"x\\" -c "../a b/racy.c"'))
        done, report = self.prove()
        self.assertEqual((done.returncode, report["verdict"]), (0, "race-free"))

    def test_not_read(self):
        """Files that cannot be read are listed with the reason, and the verdict is undecided."""
        self.write("src/clean.c", CLEAN)
        self.write("src/other.cpp", "int f () { return 0; }\n")
        self.write("src/start.S", "nop\n")
        self.write("src/wrong.c", "int f (void) { return }\n")
        self.database(("../src/clean.c", "cc -c ../src/clean.c"),
                      ("../src/other.cpp", "c++ -c ../src/other.cpp"),
                      ("../src/start.S", "cc -c ../src/start.S"),
                      ("../src/wrong.c", "cc -c ../src/wrong.c"),
                      ("../src/gone.c", "cc -c ../src/gone.c"))
        done, report = self.prove()
        self.assertEqual((done.returncode, report["verdict"]), (67, "undecided"))
        reasons = {pathlib.Path(file["file"]).name: file["reason"] for file in report["files"]}
        self.assertIn("size.h", reasons["clean.c"])
        self.assertIn("C++", reasons["other.cpp"])
        self.assertIn("no C source", reasons["start.S"])
        self.assertIn("expected expression", reasons["wrong.c"])
        self.assertIn("No such file", reasons["gone.c"])
        self.assertEqual(report["counts"]["notRead"], 5)

    def test_table(self):
        self.write("src/open.c", OPEN)
        self.write("src/racy.c", RACY)
        self.write("src/x.cc", "")
        self.database(("../src/open.c", "cc -c ../src/open.c"),
                      ("../src/racy.c", "cc -DSTEP=0 -c ../src/racy.c"),
                      ("../src/x.cc", "c++ -c ../src/x.cc"))
        done = prove("-p", "build", directory=self.root)
        rows = [line.split() for line in done.stdout.splitlines()]
        self.assertEqual(done.returncode, 67)
        self.assertEqual(rows[0], ["file:line", "construct", "result", "reason"])
        self.assertEqual(rows[1][:4], ["src/open.c:3", "parallel", "for", "undecided"])
        self.assertIn("line 5: the subscript is not affine", done.stdout)
        self.assertEqual(rows[2], ["src/racy.c:3", "parallel", "for", "proved"])
        self.assertEqual(rows[3][:4], ["src/x.cc", "(file)", "not", "read"])
        self.assertIn("3 files (0 without a parallel region, 1 not read), 2 regions", done.stderr)

    def test_one_file(self):
        """If the user names a file, it is proved with its options of the database."""
        path = self.write("src/racy.c", RACY)
        other = self.write("src/other.c", RACY)
        self.database(("../src/racy.c", "cc -DSTEP=1 -c ../src/racy.c"),
                      ("../src/clean.c", "cc -DSTEP=0 -c ../src/clean.c"))
        done, report = self.prove(path)
        self.assertEqual(done.returncode, 66)
        self.assertEqual(len(report["files"]), 1)
        done = prove("-p", str(self.root / "build"), other)
        self.assertEqual(done.returncode, 2)
        self.assertIn("does not have the file", done.stderr)

    def test_twice(self):
        """A file with two configurations counts twice, with the same configuration once. A region in a header counts
        once."""
        self.write("all.h", HEADER)
        self.write("a.c", '#include "all.h"\n' + RACY)
        self.write("b.c", '#include "all.h"\n')
        self.database(("../a.c", "cc -DSTEP=1 -c ../a.c"), ("../a.c", "cc -DSTEP=0 -c ../a.c"),
                      ("../a.c", "cc -DSTEP=0 -c ../a.c -o again.o"), ("../b.c", "cc -c ../b.c"))
        done, report = self.prove()
        self.assertEqual(done.returncode, 66)
        self.assertEqual(len(report["files"]), 3)
        self.assertEqual(self.regions(report), {("all.h", 3, "parallel for", "proved"),
                                                ("a.c", 4, "parallel for", "race"),
                                                ("a.c", 4, "parallel for", "proved")})

    def test_sarif(self):
        self.write("a.c", RACY)
        self.write("b.c", RACY)
        self.database(("../a.c", "cc -DSTEP=1 -c ../a.c"), ("../b.c", "cc -DSTEP=2 -c ../b.c"))
        done = prove("-p", str(self.root / "build"), "--format=sarif")
        log = json.loads(done.stdout)
        self.assertEqual(done.returncode, 66)
        self.assertEqual([len(run["results"]) for run in log["runs"]], [1, 1])

    def test_no_database(self):
        done = prove("-p", str(self.root))
        self.assertEqual(done.returncode, 2)
        self.assertIn("compile_commands.json", done.stderr)
        for text in ("{", "{}", "[]", '[{"file": "x.c"}]'):
            self.write("build/compile_commands.json", text)
            done = prove("-p", str(self.root / "build"))
            self.assertEqual((done.returncode, done.stdout), (2, ""), text)
            self.assertEqual(len(done.stderr.splitlines()), 1, done.stderr)

    def test_timeout(self):
        """The time limit is for all files together. Files that were not examined are listed."""
        names = [f"f{i}.c" for i in range(40)]
        for name in names:
            self.write(name, CLEAN.replace("SIZE", "100").replace('#include "size.h"\n', ""))
        self.database(*((f"../{name}", f"cc -c ../{name}") for name in names))
        start = time.monotonic()
        done, report = self.prove("--timeout=0.3")
        self.assertLess(time.monotonic() - start, 10)
        self.assertEqual(done.returncode, 67)
        self.assertEqual(len(report["files"]), 40)
        self.assertTrue(any("time limit" in (file["reason"] or "") for file in report["files"])
                        or any("time limit" in (region["reason"] or "")
                               for region in report["regions"]))

    def test_a_process_that_hangs(self):
        """It is ended a few seconds after the time limit, also where the system has no pidfd_open."""
        self.write("syscall.c", STOPPING)
        shim = self.root / "syscall.so"
        command.run("gcc", "-shared", "-fPIC", self.root / "syscall.c", "-o", shim, "-ldl", check=True)
        self.write("f.c", "int x;\n")
        self.database(("../f.c", "cc -c ../f.c"))
        done = prove("-p", str(self.root / "build"), "--format=json", "--timeout=0.3", limit=30, LD_PRELOAD=str(shim),
                     ASAN_OPTIONS="verify_asan_link_order=0")
        self.assertEqual([file["reason"] for file in json.loads(done.stdout)["files"]], ["the time limit was reached"])


if __name__ == "__main__":
    unittest.main()
