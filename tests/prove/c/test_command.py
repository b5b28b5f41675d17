#!/usr/bin/env python3
"""`raceproof prove FILE.c`: the command line, the forms of the report, and what cannot be read."""
import json
import os
import pathlib
import shutil
import sys
import tempfile
import time
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2]))
from support import command

RACE = """void f (int n, double *a, double *b)
{
#pragma omp parallel for
  for (int i = 0; i < n - STEP; i++)
    a[i] = a[i + STEP] + b[i];
}
"""


def prove(*arguments, **variables):
    return command.raceproof("prove", *arguments, **variables)


class Command(unittest.TestCase):
    def setUp(self):
        self.directory = tempfile.TemporaryDirectory()
        self.addCleanup(self.directory.cleanup)

    def write(self, text, name="x.c"):
        path = pathlib.Path(self.directory.name) / name
        path.write_text(text, encoding="utf-8")
        return str(path)

    def test_preprocessor_option(self):
        path = self.write(RACE)
        self.assertEqual(prove("--cpp=-DSTEP=1", path).returncode, 66)
        self.assertEqual(prove("--cpp=-DSTEP=0", path).returncode, 0)

    def place(self, name, text):
        """Makes a program NAME, a script, that the search for compilers meets first."""
        script = pathlib.Path(self.write("#!/bin/sh\n" + text, name))
        script.chmod(0o755)
        return self.directory.name + os.pathsep + os.environ["PATH"]

    @unittest.skipUnless(shutil.which("gcc"), "there is no gcc")
    def test_preprocessor_of_gcc(self):
        """gcc preprocesses what clang cannot: its <omp.h> is often missing. libclang reads that of gcc."""
        path = self.write("#include <omp.h>\n" + RACE)
        for name in ("clang", "clang-14"):
            search = self.place(name, f"echo {name} has no omp.h >&2\nexit 1\n")
        done = prove("--cpp=-DSTEP=1", path, PATH=search)
        self.assertEqual(done.returncode, 66, done.stderr)

    def test_all_preprocessors_fail(self):
        path = self.write(RACE)
        for name in ("clang", "clang-14", "gcc", "cc"):
            search = self.place(name, f"echo {name} cannot >&2\nexit 1\n")
        done = prove("--cpp=-DSTEP=1", path, PATH=search)
        self.assertEqual(done.returncode, 2)
        self.assertEqual(done.stderr.count("\n"), 1)
        self.assertIn(": clang cannot", done.stderr)

    def test_error_in_an_included_file(self):
        """The one line is that of the error, not of how the file came to be included, nor of a warning."""
        self.write('#warning old\n#include "nowhere.h"\n', "inner.h")
        done = prove(self.write('#include "inner.h"\n' + RACE))
        self.assertEqual(done.returncode, 2)
        self.assertEqual(done.stderr.count("\n"), 1)
        self.assertRegex(done.stderr, "inner.h:2:10: fatal error: .*nowhere.h")

    def test_directive_with_an_open_parenthesis(self):
        for directive in ("foo (", "foo", "foo (x", "foo ()", "foo ) (", "foo bar (", "foo bar (a", "(", "critical2 ("):
            text = "void f (int n, double *a)\n{\n#pragma omp " + directive + "\n  for (int i = 0; i < n; i++)\n    a[i] = i;\n}\n"
            with self.subTest(directive):
                done = prove(self.write(text + RACE.replace(" f ", " g ").replace("STEP", "1")))
                self.assertEqual(done.returncode, 66, done.stderr)

    def test_text(self):
        done = prove("--cpp=-DSTEP=1", self.write(RACE))
        text = " ".join(done.stdout.split())
        self.assertIn("region 1 race: parallel for of f (line 3)", text)
        self.assertIn("assume: a, b do not overlap", text)
        self.assertIn("one runs in a thread of the parallel construct of line 3", text)
        self.assertIn("confirmed by executing", text)
        self.assertIn("x.c:5:5", text)
        self.assertIn("1 with a race", " ".join(done.stderr.split()))

    def test_json(self):
        done = prove("--cpp=-DSTEP=2", "-f", "json", self.write(RACE))
        report = json.loads(done.stdout)
        self.assertEqual(report["verdict"], "findings")
        region, = report["regions"]
        self.assertEqual((region["function"], region["construct"], region["verdict"]),
                         ("f", "parallel for", "race"))
        self.assertEqual(region["at"]["line"], 3)
        self.assertEqual(region["assumption"], "a, b do not overlap")
        pair = report["pairs"][0]
        self.assertEqual(pair["status"], "race")
        first, second = pair["accesses"]
        self.assertEqual((first["at"]["line"], first["at"]["column"]), (5, 5))
        self.assertEqual((second["at"]["line"], second["at"]["column"]), (5, 12))
        values = [side["iterators"] for side in (first, second)]
        self.assertEqual(values[0]["i"], values[1]["i"] + 2)
        self.assertNotEqual(values[0]["thread"], values[1]["thread"])
        self.assertEqual(pair["element"], f"a[{values[0]['i']}]")
        self.assertGreater(pair["params"]["n"], values[0]["i"])

    def test_param_min(self):
        text = """void f (int d, int n, double *a)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    if (i < d)
      a[i] = a[i + d];
}
"""
        path = self.write(text)
        self.assertEqual(prove(path).returncode, 0)
        path = self.write(text.replace("i < d", "i <= d"))
        self.assertEqual(prove("--param-min=d=1", path).returncode, 66)
        done = prove("--param-min=e=1", path)
        self.assertEqual(done.returncode, 2)
        self.assertIn("no region", done.stderr)

    def test_undecided_names_line_and_reason(self):
        done = prove(self.write("""void g (int);
void f (int n)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    g (i);
}
"""))
        self.assertEqual(done.returncode, 67)
        self.assertIn("region 1 undecided: parallel for of f (line 4)", done.stdout)
        self.assertIn("line 6: g is called, and its body is not here", done.stdout)

    def test_every_unhandled_directive_is_named(self):
        for directive in ("target nowait", "teams loop order(concurrent)",
                          "parallel for order(concurrent)"):
            with self.subTest(directive):
                done = prove(self.write(f"""void f (int n, int *a)
{{
#pragma omp {directive}
  for (int i = 0; i < n; i++)
    a[i] = i;
}}
"""))
                self.assertEqual(done.returncode, 67, done.stdout + done.stderr)
                self.assertIn("is not handled", done.stdout)

    def test_bad_input(self):
        cases = {"does not parse": ("int f (\n", "x.c"),
                 "not OpenMP": ("void f (int n)\n{\n#pragma omp parallel for\n  n++;\n}\n", "x.c"),
                 "no region": ("int x;\n", "x.c"),
                 "missing header": ('#include "missing.h"\n', "x.c"),
                 "other language": ("x", "x.txt")}
        for name, (text, file) in cases.items():
            with self.subTest(name):
                done = prove(self.write(text, file))
                self.assertEqual(done.returncode, 2, done.stdout + done.stderr)
                self.assertTrue((done.stdout + done.stderr).strip())
        self.assertEqual(prove(self.directory.name + "/none.c").returncode, 2)

    def test_json_of_bad_input(self):
        """If the format is JSON, stdout has JSON even for bad input, with the message."""
        cases = {"no region": self.write("int x;\n"), "missing": self.directory.name + "/none.c",
                 "does not parse": self.write("int f (\n", "y.c"),
                 "missing header": self.write('#include "missing.h"\n', "z.c")}
        for name, path in cases.items():
            with self.subTest(name):
                done = prove("-f", "json", path)
                self.assertEqual(done.returncode, 2)
                report = json.loads(done.stdout)
                self.assertEqual(report["verdict"], "error")
                self.assertTrue(report["diagnostics"][0]["message"])
                self.assertTrue(done.stderr.strip())

    def test_no_region(self):
        """The message says so; nothing was wrong with reading the file."""
        path = self.write("int x;\n")
        self.assertEqual(prove(path).stderr.splitlines()[0],
                         f"raceproof prove: `{path}' has no parallel region")
        diagnostic = json.loads(prove("-f", "json", path).stdout)["diagnostics"][0]
        self.assertEqual(diagnostic["message"], f"`{path}' has no parallel region")
        self.assertNotIn("cause", diagnostic)

    def test_help_suits_the_language(self):
        done = prove(self.write("""void f (int n, int *a, int *b)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    a[b[i]] = i;
}
"""))
        self.assertEqual(done.returncode, 67)
        self.assertIn("raceproof cc", done.stdout)
        self.assertNotIn("raceproof run", done.stdout)

    def test_large_inputs_are_an_assumption(self):
        done = prove("-f", "json", self.write("""void f (unsigned long n, int *a)
{
#pragma omp parallel for
  for (unsigned long i = 0; i < n; i++)
    a[i + n] = a[i];
}
"""))
        region, = json.loads(done.stdout)["regions"]
        self.assertEqual((region["verdict"], region["assumption"]), ("proved", "n is below 2^56"))

    def test_error_has_a_place(self):
        done = prove(self.write("void f (void)\n{\n  int x = ;\n}\n"))
        self.assertEqual(done.returncode, 2)
        self.assertIn("x.c:3:11", done.stdout + done.stderr)

    def test_option_for_models(self):
        path = self.write("skip;\n", "x.rp")
        self.assertEqual(prove("--cpp=-DX", path).returncode, 2)

    def test_programs_with_known_verdicts(self):
        """Programs of Nakade's table 7.1, whose first lines say whether they have a race."""
        decided = 0
        for path in sorted(pathlib.Path("bench/explore").glob("*.c")):
            text = path.read_text(encoding="utf-8")
            has_race = ", a race" in text.split("*/", maxsplit=1)[0]
            if not has_race and "no race" not in text.split("*/", maxsplit=1)[0]:
                continue
            with self.subTest(path.name):
                done = prove("-f", "line", "-q", str(path))
                self.assertIn(done.returncode, (66, 67) if has_race else (0, 67), done.stdout)
                decided += done.returncode != 67
        self.assertGreaterEqual(decided, 10)

    def test_deep_expression(self):
        """The tree of a sum is as deep as the sum has terms."""
        text = RACE.replace("STEP", "1").replace("+ b[i]", "+ b[i]" + " + n" * 20000)
        self.assertEqual(prove(self.write(text)).returncode, 66)

    def test_deep_statement(self):
        text = RACE.replace("STEP", "1").replace("    a[i] =", "if (n)\n" * 2000 + "a[i] =")
        done = prove("--timeout=20", self.write(text))
        self.assertIn(done.returncode, (66, 67), done.stderr)
        done = prove(self.write("void f (void)\n" + "{" * 1000 + "}" * 1000 + "\n"))
        self.assertEqual(done.returncode, 2)
        self.assertIn("nesting", done.stdout + done.stderr)

    def test_many_functions(self):
        """Many functions are no problem: no step is quadratic in their number."""
        text = "".join(f"static int f{k} (int *a, int n)\n{{\n  int s = 0;\n"
                       "  for (int i = 0; i < n; i++)\n    s += a[i];\n  return s;\n}\n"
                       for k in range(3000))
        calls = "".join(f"  s += f{k} (a, n);\n" for k in range(3000))
        text += f"int g (int *a, int n)\n{{\n  int s = 0;\n{calls}#pragma omp parallel for\n" \
                "  for (int i = 0; i < n; i++)\n    a[i] = i;\n  return s;\n}\n"
        started = time.monotonic()
        self.assertEqual(prove(self.write(text)).returncode, 0)
        self.assertLess(time.monotonic() - started, 60)

    def test_few_errors(self):
        """Of many errors only the first are shown, with the number of all."""
        done = prove(self.write("".join(f"int x{k} = y{k};\n" for k in range(50))))
        text = done.stdout + done.stderr
        self.assertEqual(done.returncode, 2)
        self.assertEqual(text.count("error["), 5)
        self.assertIn("45 more", text)

    def test_timeout_of_reading(self):
        text = RACE.replace("STEP", "1").replace("    a[i] =", "if (n)\n" * 20000 + "a[i] =")
        started = time.monotonic()
        done = prove("--timeout=2", self.write(text))
        self.assertEqual(done.returncode, 67, done.stderr)
        self.assertIn("the time limit was reached", done.stdout)
        self.assertLess(time.monotonic() - started, 60)

    def test_restrict(self):
        """Facts that the program declares about its pointers need not be assumed."""
        text = RACE.replace("STEP", "0")
        for a, b, assumed in (("*", "*", True), ("*restrict ", "*", False), ("*", "*restrict ", False),
                              ("*const restrict ", "*", False)):
            path = self.write(text.replace("double *a", "double " + a + "a")
                              .replace("double *b", "const double " + b + "b"))
            region, = json.loads(prove("-f", "json", path).stdout)["regions"]
            self.assertEqual(region["verdict"], "proved")
            self.assertEqual(region["assumption"] is not None, assumed, (a, b))

    def check_limit(self, path):
        started = time.monotonic()
        done = prove("--timeout=1", path)
        self.assertLess(time.monotonic() - started, 6)
        self.assertEqual(done.returncode, 67, done.stderr)
        self.assertIn("the time limit was", " ".join(done.stdout.split()))

    def test_timeout_of_preprocessing(self):
        pipe = os.path.join(self.directory.name, "never")
        os.mkfifo(pipe)
        self.check_limit(self.write(f'#include "{pipe}"\n'))

    def test_timeout_of_sets(self):
        """The time limit holds even if one question to isl takes long."""
        line = "a[(3*i+5*j+{0})%97][(i/3+j*7+{0})%89] = a[(i+2*j+{0})%97][(j/5+i+{0})%89];\n"
        lines = "".join(line.format(k) for k in range(7))
        loops = "for (int i = 1; i < n; i++) for (int j = {}; j < m; j += 3) {{ {} }}\n"
        self.check_limit(self.write(
            "void f (int n, int m, double a[97][89]) {\n#pragma omp parallel\n"
            "for (int t = 0; t < n; t++) {\n#pragma omp for collapse(2) nowait\n"
            + loops.format("1", lines) + "#pragma omp for schedule(static, 7)\n"
            + loops.format("i", lines) + "}}\n"))

    def test_timeout_of_many_regions(self):
        """The regions have no race, so that the status does not depend on how many are judged in time."""
        text = "".join(RACE.replace("void f", f"void f{k}").replace("STEP", "0")
                       for k in range(1500))
        self.check_limit(self.write(text))

    def test_time_for_each_region(self):
        """A region that takes all of its time leaves the others theirs."""
        lines = "".join(f"a[(i + {k}) / 3 * 2] = a[(i + {2 * k}) / 5];\n" for k in range(120))
        hard = f"void f (int n, int *a)\n{{\n#pragma omp parallel for\nfor (int i = 0; i < n; i++) {{\n{lines}}}\n}}\n"
        easy = "".join(RACE.replace("void f", f"void f{k}").replace("STEP", "0") for k in range(5))
        done = prove("--timeout=3", "-f", "json", self.write(hard + easy))
        regions = json.loads(done.stdout)["regions"]
        self.assertEqual([region["verdict"] for region in regions[1:]], ["proved"] * 5)

    def test_timeout(self):
        done = prove("--timeout=0.0001", "--cpp=-DSTEP=1", self.write(RACE))
        self.assertIn(done.returncode, (66, 67))


if __name__ == "__main__":
    unittest.main()
