#!/usr/bin/env python3
"""Names and lines in difficult cases: libraries that were closed, source files with unusual names."""
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest
import urllib.parse

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2]))
from support.command import RACEPROOF, environment

COMPILERS = ("gcc", "clang")

PLUGIN = """static int hits;
int
work (int n)
{
  int sum = 0;
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    {
      sum += i;
      hits++;
    }
  return sum + hits;
}
"""

LOADER = r"""#include <dlfcn.h>
#include <stdio.h>
int
main (int argc, char **argv)
{
  for (int i = 1; i < argc; i++)
    {
      void *library = dlopen (argv[i], RTLD_NOW);
      int (*work) (int) = (int (*) (int)) dlsym (library, "work");
      printf ("%d\n", work (8));
      if (dlclose (library))
        return 1;
    }
  return 0;
}
"""

SUM = r"""#include <stdio.h>
int
main (void)
{
  int sum = 0;
#pragma omp parallel for
  for (int i = 0; i < 10; i++)
    sum += i;
  printf ("%d\n", sum);
  return 0;
}
"""

ODD_NAMES = ["with space.c", "quote'd \"x\".c", "größe 日本.c", "a:b.c", "new\nline.c", "esc\x1b[31m.c", "back\\slash.c",
             "percent%20#1.c", "x" * 200 + ".c", "bidi\u202e.c", b"bad\xff.c"]


class Case(unittest.TestCase):
    def setUp(self):
        self.directory = tempfile.TemporaryDirectory()
        self.addCleanup(self.directory.cleanup)

    def command(self, *words, status=0):
        done = subprocess.run([RACEPROOF, *words], cwd=self.directory.name, env=environment(LC_ALL="C.UTF-8"),
                              capture_output=True, check=False, timeout=60)
        self.assertEqual(done.returncode, status, done.stderr)
        return done.stdout

    def write(self, name, text):
        with open(os.path.join(os.fsencode(self.directory.name), os.fsencode(name)), "w", encoding="utf-8") as file:
            file.write(text)

    def report(self, form, *program):
        """The report, without the output of the program."""
        self.command("run", f"--format={form}", "--output=report", *program, status=66)
        return (pathlib.Path(self.directory.name) / "report").read_bytes()


class Libraries(Case):
    def test_closed(self):
        """The second library gets the addresses of the first, unless the first stays open. Both engines look names up
        at the end."""
        self.write("first.c", PLUGIN)
        self.write("second.c", PLUGIN.replace("sum", "total").replace("hits", "misses"))
        self.write("loader.c", LOADER)
        for compiler in COMPILERS:
            flags = (f"--compiler={compiler}", "-g", "-O1", "-fopenmp")
            self.command("cc", *flags, "loader.c", "-o", "loader", "-ldl")
            for name in ("first", "second"):
                self.command("cc", *flags, "-shared", "-fPIC", f"{name}.c", "-o", f"{name}.so")
            for engine in ("bags", "graph"):
                lines = self.report("line", f"--engine={engine}", "./loader", "./first.so", "./second.so").decode()
                found = set(re.findall(r"RP001 certain \S+ (\S+) (\S+) (\S+)", lines))
                self.assertEqual(found, {("sum", "first.c:9", "first.c:9"), ("hits", "first.c:10", "first.c:10"),
                                         ("total", "second.c:9", "second.c:9"),
                                         ("misses", "second.c:10", "second.c:10")}, compiler + engine + lines)


class Files(Case):
    def check_file(self, name):
        as_bytes = os.fsencode(name)
        text = self.report("text", "./program")
        self.assertNotRegex(text.decode(), r"[\x00-\x09\x0b-\x1f\x7f\u202e]")
        self.assertIn(b"sum += i;", text)
        finding = json.loads(self.report("json", "./program"))["findings"][0]
        readable = as_bytes.decode(errors="replace")
        self.assertEqual(finding["accesses"][0]["file"], readable)
        self.assertEqual(finding["fixes"][0]["edits"][0]["at"]["file"], readable)
        result = json.loads(self.report("sarif", "./program"))["runs"][0]["results"][0]
        uri = result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
        self.assertRegex(uri, r"\A[!-~]*\Z")
        self.assertEqual(urllib.parse.unquote_to_bytes(uri.removeprefix("./")), as_bytes)
        self.assertEqual(result["fixes"][0]["artifactChanges"][0]["artifactLocation"]["uri"], uri)
        words = self.report("line", "./program").decode().splitlines()[0].split(" ")
        self.assertEqual(len(words), 6)
        file = re.sub(rb"\\x(..)", lambda match: bytes.fromhex(match.group(1).decode()), words[4].encode())
        shown = as_bytes.replace("\u202e".encode(), b"?")  # a character that changes the direction of text
        self.assertEqual(file, shown + b":8")

    def test_odd_names(self):
        for number, name in enumerate(ODD_NAMES):
            with self.subTest(name=name):
                self.write(name, SUM)
                compiler = COMPILERS[number % 2]
                self.command("cc", f"--compiler={compiler}", "-g", "-fopenmp", name, "-o", "program")
                self.check_file(name)


if __name__ == "__main__":
    unittest.main()
