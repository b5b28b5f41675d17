#!/usr/bin/env python3
"""Libraries that `raceproof cc` did not compile: what is known of BLAS is judged, what is not known is named in the scope,
and the program computes what it computes without us.

usage: test_libraries.py gcc|clang"""

import json
import pathlib
import shutil

import driver
from driver import RACEPROOF, Driver

# with AVX, a vector of 32 bytes is passed in one register
AVX = ["-mavx"] if " avx " in pathlib.Path("/proc/cpuinfo").read_text() else []
FOO = """
#include <stdarg.h>
void foo_update (double *x) { *x += 1; }
void foo_before (double *x) { *x = 3; }
void foo_never (double *x) { *x = 4; }
double foo_many (int a, int b, int c, int d, int e, int f, long g, double h, int *i, float j, char k)
{ return a + 2 * b + 3 * c + 4 * d + 5 * e + 6 * f + 7 * g + 8 * h + 9 * *i + 10 * j + 11 * k; }
double foo_sum (int count, ...)
{ va_list list; double sum = 0; va_start (list, count); while (count--) sum += va_arg (list, double); va_end (list); return sum; }
typedef struct { double a, b, c; } triple;
triple foo_triple (triple t, long double d) { return (triple) { t.b, t.c, (double) d }; }
typedef double four __attribute__ ((vector_size (32)));
double foo_four (four a, four b) { four c = a * b; return c[0] + c[1] + c[2] + c[3]; }
"""
CALLS = """
#include <stdio.h>
void foo_update (double *); void foo_before (double *); void foo_never (double *);
static double v;
int main (int count, char **words)
{
  (void) words;
  foo_before (&v);
#pragma omp parallel for num_threads (4)
  for (int i = 0; i < 4; i++)
    {
      foo_update (&v);
      if (count > 5)
        foo_never (&v);
    }
  printf ("%g\\n", v);
  return 0;
}
"""
NAMED = "calls into libfoo.so (foo_update): what these functions read and write is not seen"


def blas(call, before="", more=""):
    """A program that makes CALL for i from 0 to 3, on row i of 10 elements. `w` is 1 if the program has an argument."""
    return """
#include <stdio.h>
#include <stddef.h>
#include <dlfcn.h>
void daxpy_ (const int *, const double *, const double *, const int *, double *, const int *);
void dgemm_ (const char *, const char *, const int *, const int *, const int *, const double *, const double *, const int *,
             const double *, const int *, const double *, double *, const int *, size_t, size_t);
void cblas_daxpy (int, double, const double *, int, double *, int);
void cblas_dgemv (int, int, int, int, double, const double *, int, const double *, int, double, double *, int);
""" + more + """
static double x[50], y[50], a[100], b[100], c[100];
int main (int count, char **words)
{
  int w = count > 1;
  (void) words;
  for (int i = 0; i < 50; i++)
    x[i] = i;
""" + before + """
#pragma omp parallel for num_threads (4)
  for (int i = 0; i < 4; i++)
    {
      int n = 10 + w, m = 10, one = 1;
      double two = 2, zero = 0;
      (void) n, (void) m, (void) one, (void) two, (void) zero;
      """ + call + """
    }
  printf ("%g %g\\n", y[11], c[11]);
  return 0;
}
"""


# With 11 elements instead of 10 the rows overlap.
ROWS = {
    "fortran": blas("daxpy_ (&n, &two, x + 10 * i, &one, y + 10 * i, &one);"),
    "c": blas("cblas_daxpy (n, 2, x + 10 * i, 1, y + 10 * i, 1);"),
    "strided": blas("cblas_daxpy (10, 2, x, 1, y + (w ? i / 2 : i), 4);"),
    "product": blas("int r = 2 + w; dgemm_ (\"N\", \"N\", &r, &m, &m, &two, a, &m, b, &m, &zero, c + 2 * i, &m, 1, 1);"),
    "by rows": blas("cblas_dgemv (101, 111, 2 + w, 10, 1, a + 20 * i, 10, x, 1, 0, y + 2 * i, 1);"),
    "pointer": blas("axpy (&n, &two, x + 10 * i, &one, y + 10 * i, &one);",
                    "__typeof__ (&daxpy_) volatile axpy = daxpy_;"),
    "static pointer": blas("table[w & 0] (&n, &two, x + 10 * i, &one, y + 10 * i, &one);",
                           more="static __typeof__ (&daxpy_) table[] = { daxpy_ };"),
    "dlsym": blas("axpy (&n, &two, x + 10 * i, &one, y + 10 * i, &one);",
                  "void *library = dlopen (\"libblas.so.3\", RTLD_NOW);\n"
                  "__typeof__ (&daxpy_) axpy = (__typeof__ (&daxpy_)) dlsym (library, \"daxpy_\");"),
}
FORTRAN = """
program p
  double precision :: a(10, 10), b(10, 10), c(10, 10)
  integer :: i, n
  character(8) :: word
  n = 2
  if (command_argument_count () > 0) n = 3
  a = 1; b = 2; c = 0
  !$omp parallel do num_threads(4)
  do i = 1, 4
    call dgemm ('N', 'T', n, 10, 10, 1d0, a, 10, b, 10, 1d0, c(2 * i, 1), 10)
  end do
  print *, c(3, 3)
end program
"""


class Libraries(Driver):
    def library(self, name="foo", text=FOO, compiler="gcc", suffix="c"):
        self.write(f"{name}.{suffix}", text)
        self.run_command([compiler, "-shared", "-fPIC", "-O1", *AVX, f"{name}.{suffix}", "-o", f"lib{name}.so"])
        return ["-L.", f"-l{name}", "-Wl,-rpath," + str(self.path)]

    def build(self, text, *flags, name="p", suffix="c", verb="cc"):
        self.cc("-fopenmp", self.write(f"{name}.{suffix}", text), "-o", name, *flags, verb=verb)

    def check(self, *words, name="p", status=0, options=(), verb="run"):
        """The report, as JSON."""
        done = self.run_command([RACEPROOF, verb, "--format=json", "--output=report.json", *options, f"./{name}", *words],
                                status)
        self.output = done.stdout
        return json.loads((self.path / "report.json").read_text())

    def limits(self, *words, **options):
        return self.check(*words, **options)["scope"].get("limits", [])

    def assert_named(self, text, limits):
        self.assertIn(text, [limit for limit in limits if "calls into" in limit])

    # -- not known ------------------------------------------------------------------------------------------

    def test_named(self):
        """Functions that were called in parallel code are named; not those called before, nor those never called."""
        flags = self.library()
        for more in ([], ["-O2"], ["-Wl,-z,now"], ["-no-pie"], ["-Wl,-z,lazy"],
                     *([["-O2", "-fuse-ld=gold"]] if shutil.which("ld.gold") else [])):
            with self.subTest(flags=more):
                self.build(CALLS, *more, *flags)
                self.assert_named(NAMED, self.limits())
                self.assertEqual(self.output, "7\n")

    def test_engines(self):
        self.build(CALLS, *self.library())
        self.assert_named(NAMED, self.limits(options=["--engine=graph"]))
        self.assertIn("libfoo.so (foo_update)", self.run_command([RACEPROOF, "explore", "./p"], None).stderr)

    def test_formats(self):
        self.build(CALLS, *self.library())
        text = self.run_command([RACEPROOF, "run", "./p"]).stderr
        self.assertIn("Scope calls into libfoo.so (foo_update): what these functions", text)
        sarif = self.run_command([RACEPROOF, "run", "--format=sarif", "./p"]).stdout
        self.assertIn(NAMED, sarif)

    def test_no_calls(self):
        """If no such function is called in parallel code, nothing is reported."""
        self.build(CALLS.replace("foo_update (&v);", ""), *self.library())
        self.assertEqual([limit for limit in self.limits() if "calls" in limit], [])

    def test_address(self):
        """A function whose address is taken may be called from anywhere."""
        self.build(CALLS.replace("foo_update (&v);", "call (&v);")
                   .replace("static double v;", "static double v; static void (*volatile call) (double *) = foo_update;"),
                   *self.library())
        self.assert_named(NAMED, self.limits())

    TABLE = "struct table { void (*hidden) (int *), (*shown) (int *), (*before) (int *); };\n"

    def table_library(self):
        """A library that gives away the addresses of three functions, two of which it does not export."""
        return self.library("table", self.TABLE + "static void hidden (int *x) { *x = 1; }\nvoid shown (int *x) { *x = 2; }\n"
                            "static void before (int *x) { *x = 3; }\n"
                            "void fill (struct table *t) { *t = (struct table) { hidden, shown, before }; }\n")

    def test_given_pointer(self):
        """Functions that a library gave to the program by pointers are named, if parallel code calls them."""
        text = (self.TABLE + "#include <stdio.h>\nvoid fill (struct table *);\nstatic void own (int *x) { *x = 0; }\n"
                "int main (int count, char **words)\n{\n  struct table t;\n  void (*volatile mine) (int *) = own;\n  int x = 0;\n"
                "  (void) words;\n  fill (&t);\n  t.before (&x);\n#pragma omp parallel for num_threads (2)\n"
                "  for (int i = 0; i < 2; i++)\n    {\n      int y;\n      mine (&y);\n      if (count > 1)\n        t.hidden (&y);\n"
                "      if (count > 2)\n        t.shown (&y);\n    }\n  printf (\"%d\\n\", x);\n  return 0;\n}\n")
        flags = self.table_library()
        for level in ("-O0", "-O2"):
            with self.subTest(level=level):
                self.build(text, level, *flags)
                self.assertEqual([limit for limit in self.limits() if "calls" in limit], [])
                self.assertEqual(self.output, "3\n")
                self.assert_named("calls into libtable.so (by a pointer): what these functions read and write is not seen",
                                  self.limits("1"))
                self.assert_named("calls into libtable.so (by a pointer, shown): what these functions read and write is not seen",
                                  self.limits("1", "2"))

    def test_given_to_our_library(self):
        """A shared library built by `raceproof cc` calls the function."""
        flags = self.table_library()
        self.cc("-shared", "-fPIC", self.write("mine.c", self.TABLE + "void mine (struct table *t, int *x) { t->hidden (x); }\n"),
                "-o", "libmine.so")
        self.build(self.TABLE + "void fill (struct table *);\nvoid mine (struct table *, int *);\n"
                   "int main (void)\n{\n  struct table t;\n  fill (&t);\n#pragma omp parallel num_threads (2)\n"
                   "  {\n    int x;\n    mine (&t, &x);\n  }\n  return 0;\n}\n", "-L.", "-lmine", *flags)
        self.assertIn("libtable.so (by a pointer)", " ".join(self.limits()))

    def test_virtual_function(self):
        """An object of a class of the library."""
        base = "struct base { virtual void put (int &x) = 0; virtual ~base () {} };\nbase *make ();\n"
        flags = self.library("shape", base + "namespace { struct one : base { void put (int &x) override { x = 1; } }; }\n"
                             "base *make () { return new one; }\n", "g++", "cc")
        self.build(base + "struct two : base { void put (int &x) override { x = 2; } };\n"
                   "int main (int count, char **)\n{\n  base *object = count > 1 ? make () : new two;\n"
                   "#pragma omp parallel num_threads (2)\n  {\n    int x;\n    object->put (x);\n  }\n  delete object;\n}\n",
                   *flags, suffix="cc", verb="c++")
        self.assertEqual([limit for limit in self.limits() if "calls" in limit], [])
        self.assertIn("calls into libshape.so (", " ".join(self.limits("1")))

    def test_no_plt(self):
        self.build(CALLS, "-fno-plt", "-O1", *self.library())
        self.assertIn("foo_update", " ".join(self.limits()))

    def test_dlsym(self):
        self.library()
        self.build(CALLS.replace("#include <stdio.h>", "#include <stdio.h>\n#include <dlfcn.h>")
                   .replace("foo_before (&v);", "void (*call) (double *) = (void (*) (double *)) dlsym (dlopen (\"./libfoo.so\", "
                            "RTLD_NOW), \"foo_update\");")
                   .replace("foo_update (&v);", "call (&v);").replace("foo_never (&v);", "v = 0;"))
        self.assert_named(NAMED, self.limits())

    def test_many(self):
        names = [f"foo_{i}" for i in range(20)]
        flags = self.library(text="".join(f"void {name} (int *x) {{ ++*x; }}\n" for name in names))
        other = self.library("bar", "void bar (int *x) { ++*x; }\n")
        self.build("".join(f"void {name} (int *);\n" for name in names + ["bar"]) + "static int v;\nint main (void)\n{\n"
                   "#pragma omp parallel num_threads (2)\n  {\n" + "".join(f"    {name} (&v);\n" for name in names + ["bar"])
                   + "  }\n  return 0;\n}\n", *flags, *other)
        text = [limit for limit in self.limits() if "calls into" in limit]
        self.assertEqual(len(text), 1, text)
        self.assertIn("and 16 more)", text[0])
        self.assertIn("libbar.so (bar)", text[0])

    def test_cxx(self):
        flags = self.library("foo", "#include <stdexcept>\nnamespace n { struct s { int v; void put (int &x); }; void s::put "
                             "(int &x) { x = v; if (v < 0) throw std::runtime_error (\"negative\"); } }\n", "g++", "cc")
        self.build("#include <cstdio>\n#include <stdexcept>\nnamespace n { struct s { int v; void put (int &x); }; }\n"
                   "int main ()\n{\n  int x = 0, caught = 0;\n#pragma omp parallel for num_threads (2) reduction (+:caught)\n"
                   "  for (int i = 0; i < 2; i++)\n    try { n::s { i - 1 }.put (x); } catch (std::exception &) { caught++; }\n"
                   "  std::printf (\"%d\\n\", caught);\n}\n", *flags, suffix="cc", verb="c++")
        self.assert_named("calls into libfoo.so (n::s::put(int&)): what these functions read and write is not seen",
                          self.limits())
        self.assertEqual(self.output, "1\n")

    def test_c_library(self):
        """A function of the C library whose effects are not known is named; many others need not be."""
        self.build("#include <stdio.h>\n#include <stdlib.h>\n#include <unistd.h>\n#include <ctype.h>\n#include <math.h>\n"
                   "#include <search.h>\n"
                   "int main (int count, char **words)\n{\n  (void) words;\n#pragma omp parallel num_threads (2)\n  {\n"
                   "    int x = toupper ('a') + getpid () + abs (count) + (int) sqrt (count) + isatty (0);\n"
                   "    char *text = malloc (20);\n    snprintf (text, 20, \"%d\", x);\n    putchar (text[0]);\n    fflush (stdout);\n"
                   "    if (count > 1)\n      insque (malloc (100), NULL);\n    free (text);\n  }\n  return 0;\n}\n", "-lm")
        self.assertEqual([limit for limit in self.limits() if "calls" in limit], [])
        self.assert_named("calls into libc.so.6 (insque): what these functions read and write is not seen", self.limits("more"))

    def test_values(self):
        """Arguments and results of all kinds are passed through the stubs unchanged."""
        program = """
#include <stdio.h>
double foo_many (int a, int b, int c, int d, int e, int f, long g, double h, int *i, float j, char k);
double foo_sum (int count, ...);
typedef struct { double a, b, c; } triple;
triple foo_triple (triple t, long double d);
typedef double four __attribute__ ((vector_size (32)));
double foo_four (four a, four b);
static double product (double x)
{
  four a = { x, 2, 3, 4 }, b = { 5, 6, 7, x };
  return foo_four (a, b);
}
static double result[8][4];
int main (int count, char **words)
{
  (void) words;
#pragma omp parallel for num_threads (2)
  for (int i = 0; i < 8; i++)
    {
      int nine = 9;
      triple t = foo_triple ((triple) { i, i + 1, i + 2 }, i + 3);
      result[i][0] = foo_many (1, 2, 3, 4, 5, i, 7, 8.5, &nine, 1.5f, 3);
      result[i][1] = foo_sum (3, 1.0, 2.0, (double) i);
      result[i][2] = t.a + 10 * t.b + 100 * t.c;
      result[i][3] = count > 1 ? product (i) : 0;
    }
  for (int i = 0; i < 8; i++)
    printf ("%g %g %g %g\\n", result[i][0], result[i][1], result[i][2], result[i][3]);
  return 0;
}
"""
        flags = self.library()
        words = AVX
        self.build(program, "-O2", "-Wno-psabi", *AVX, *flags)
        self.run_command([self.compiler, "-fopenmp", "-O2", "-Wno-psabi", *AVX, "p.c", "-o", "plain", *flags])
        self.limits(*words)
        self.assertEqual(self.output, self.run_command(["./plain", *words]).stdout)

    def test_our_library(self):
        """A shared library built by `raceproof cc` is seen; the functions that it calls are named."""
        flags = self.library()
        self.cc("-shared", "-fPIC", self.write("mine.c", "void foo_update (double *x); static double w; void mine (double *x) "
                                               "{ *x = 1; foo_update (&w); }\n"), "-o", "libmine.so", *flags)
        self.build(CALLS.replace("foo_update", "mine"), "-L.", "-lmine", *flags)
        report = self.check(status=66)
        self.assertEqual([finding["rule"] for finding in report["findings"]], ["RP001"])
        self.build(CALLS.replace("void foo_update (double *);", "void mine (double *);").replace("foo_update (&v)", "mine (w + i)")
                   .replace("static double v;", "static double v, w[4];"), "-L.", "-lmine", *flags)
        self.assert_named(NAMED, self.limits())

    def test_object(self):
        """An object file of another compiler, linked into the program."""
        self.run_command(["gcc", "-c", self.write("plain.c", "void foo_update (double *x) { *x += 1; }\n"), "-o", "plain.o"])
        self.build(CALLS.replace("foo_before (&v);", "v = 0;").replace("foo_never (&v);", "v = 0;"), "plain.o")
        self.assertIn("plain.c was not compiled by raceproof cc: what is read and written there is not seen", self.limits())
        self.build(CALLS.replace("foo_before (&v);", "v = 0;").replace("foo_never (&v);", "v = 0;").replace("foo_update (&v);", ""))
        self.assertEqual([limit for limit in self.limits() if "not seen" in limit], [])

    def test_simple_functions(self):
        """Functions of libm and the C library: results in a shared variable race, results in private ones do not."""
        for call, result in (("frexp (i + 1.5, WHERE)", "int"), ("modf (i + 1.5, WHERE)", "double"),
                             ("sincos (i, WHERE, &unused[i])", "double"), ("remquo (i + 7, 2, WHERE)", "int"),
                             ("stat (\"/\", WHERE)", "struct stat"), ("timespec_get (WHERE, TIME_UTC)", "struct timespec")):
            with self.subTest(call):
                self.build("#include <math.h>\n#include <sys/stat.h>\n#include <time.h>\n"
                           f"static {result} results[4];\nstatic double unused[4];\n"
                           "int main (int count, char **words)\n{\n  (void) words, (void) unused;\n"
                           "#pragma omp parallel for num_threads (4)\n  for (int i = 0; i < 4; i++)\n    "
                           + call.replace("WHERE", "&results[count > 1 ? 0 : i]") + ";\n  return 0;\n}\n",
                           "-O1", "-D_GNU_SOURCE", "-fno-builtin", "-Wno-unused-result", "-lm")
                self.assertEqual([limit for limit in self.limits() if "calls" in limit], [])
                report = self.check("race", status=66)
                self.assertEqual({finding["rule"] for finding in report["findings"]}, {"RP001"})

    # -- BLAS -----------------------------------------------------------------------------------------------

    def needs_blas(self):
        self.write("none.c", "")
        if self.run_command(["gcc", "-shared", "none.c", "-lblas", "-o", "none.so"], None).returncode:
            self.skipTest("no BLAS here: libblas-dev")

    def test_blas(self):
        self.needs_blas()
        for name, text in ROWS.items():
            for level in ("-O0", "-O2"):
                with self.subTest(name, level=level):
                    self.build(text, level, "-lblas")
                    self.assertEqual([limit for limit in self.limits() if "calls" in limit], [])
                    report = self.check("race", status=66)
                    self.assertEqual({finding["rule"] for finding in report["findings"]}, {"RP001"})
                    line = 1 + next(number for number, line in enumerate(text.splitlines(), 1) if "(void) n," in line)
                    for finding in report["findings"]:
                        self.assertEqual([access["line"] for access in finding["accesses"]], [line, line])

    def test_blas_by_graph(self):
        self.needs_blas()
        self.build(ROWS["c"], "-lblas")
        self.check(options=["--engine=graph"])
        self.check("race", status=66, options=["--engine=graph"])

    def test_own_routine(self):
        """If the program defines a function with the name of a BLAS routine, that function's own accesses count."""
        self.build(ROWS["fortran"].replace("static double x[50]", "static int used;\nvoid daxpy_ (const int *n, const double *a, "
                   "const double *x, const int *i, double *y, const int *j)\n{ (void) n, (void) a, (void) x, (void) i, (void) j; "
                   "if (!y) used = 1; }\nstatic double x[50]"), "-O1")
        self.check("race")
        self.cc("-shared", "-fPIC", self.write("own.c", "void daxpy_ (const int *n, const double *a, const double *x, const int *i, "
                                               "double *y, const int *j)\n{ (void) a, (void) x, (void) i, (void) j; if (*n < 0) "
                                               "*y = 1; }\n"), "-o", "libown.so")
        self.build(ROWS["fortran"], "-L.", "-lown", "-Wl,-rpath," + str(self.path))
        self.assertEqual([limit for limit in self.limits("race") if "calls" in limit], [])

    def test_static_blas(self):
        """A static BLAS is not seen, and the report says so."""
        self.needs_blas()
        found = self.run_command(["gcc", "-print-file-name=libblas.a"]).stdout.strip()
        if found == "libblas.a" or not pathlib.Path(found).exists():
            self.skipTest("no libblas.a here: libblas-dev")
        self.build(ROWS["fortran"], found, "-lgfortran", "-lm")
        self.assertIn("daxpy_ was linked statically, from a library that raceproof cc did not compile: what is read and "
                      "written there is not seen", self.limits())

    def test_fortran(self):
        self.needs_blas()
        if self.compiler != "gcc" or not shutil.which("gfortran"):
            self.skipTest("no gfortran here")
        self.write("p.f90", FORTRAN)
        self.run_command([RACEPROOF, "cc", "--compiler=gfortran", "-fopenmp", "p.f90", "-o", "p", "-lblas"])
        self.check()
        self.check("race", status=66)


if __name__ == "__main__":
    driver.main()
