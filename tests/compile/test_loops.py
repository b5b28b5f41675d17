#!/usr/bin/env python3
"""Loops whose accesses the plug-ins announce at once: the racing bytes, the kinds of access and the lines are those that
the same program has without optimisation, where each access is announced alone.

usage: test_loops.py gcc|clang"""

import shutil

import driver
from driver import Driver
from support import raw

LEVELS = ("-O1", "-O2", "-O3", "-Os", "-Og")

# The body of a function that has a parameter N, which is 9, and one ZERO. The function is a task, and another task
# writes all objects but B, E and FLAG.
LOOPS = {
    "up": "for (int i = 0; i < n; i++) a[i] = 1;",
    "down": "for (int i = n - 1; i >= 0; i--) a[i] = 1;",
    "down_to_one": "for (unsigned i = n; i > 0; i--) a[i] = 1;",
    "strided": "for (int i = 0; i < 60; i += 7) a[i] = 1;",
    "strided_down": "for (int i = 60; i > 3; i -= 5) a[i] = 1;",
    "not_equal": "for (int i = 3; i != n; i++) sum += a[i];",
    "at_most": "for (unsigned char i = 3; i <= n; i += 2) sum += a[i];",
    "zero": "for (int i = 0; i < zero; i++) a[i] = 1;",
    "zero_inside": "for (int i = 0; i < n; i++) for (int j = 0; j < zero; j++) m[i][j] = 1;",
    "zero_outside": "for (int i = 0; i < zero; i++) for (int j = 0; j < n; j++) m[i][j] = 1;",
    "once": "int i = 5; do a[i] = 1; while (++i < zero);",
    "rows": "for (int i = 0; i < n; i++) for (int j = 0; j < 4; j++) m[i][j] = 1;",
    "whole": "for (int i = 0; i < 11; i++) for (int j = 0; j < 13; j++) m[i][j] = 1;",
    "columns": "for (int j = 2; j < 6; j++) for (int i = 0; i < n; i++) m[i][j] = 1;",
    "one_column": "for (int i = 1; i < n; i++) sum += m[i][3];",
    "steps": "for (int i = 0; i < 10; i += 3) for (int j = 12; j > 0; j -= 4) m[i][j] = 1;",
    "triangle": "for (int i = 0; i < n; i++) for (int j = 0; j <= i; j++) m[i][j] = 1;",
    "upper": "for (int i = 0; i < n; i++) for (int j = i + 1; j < n; j++) sum += m[i][j];",
    "diagonal": "for (int i = 0; i < n; i++) m[i][i] = 1;",
    "three": "for (int i = 0; i < 3; i++) for (int j = 0; j < 3; j++) for (int k = 0; k < 2; k++) c[i][j][k] = 1;",
    "three_turned": "for (int k = 0; k < 4; k++) for (int j = 0; j < 3; j++) for (int i = 0; i < 2; i++) c[i][j][k] = 1;",
    "product": "for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) for (int k = 0; k < n; k++)"
               " m[i][j] += d[i * n + k] * d[k * n + j];",
    "window": "for (int i = 0; i < n; i++) for (int j = 0; j < 5; j++) sum += a[i + j];",
    "window_down": "for (int i = n; i > 0; i--) for (int j = 0; j < 3; j++) sum += a[i + 2 * j];",
    "overlap": "for (int i = 0; i < 5; i++) { long word; memcpy_of_eight (&word, (char *) a + 4 * i); sum += word; }",
    "left": "for (int i = 0; i < 60; i++) { if (b[i] == 12) break; a[i] = 1; }",
    "left_behind": "for (int i = 0; i < 60; i++) { a[i] = 1; if (b[i] == 12) break; }",
    "sometimes": "for (int i = 0; i < n; i++) if (b[i] & 1) a[i] = 1;",
    "sometimes_inside": "for (int i = 0; i < n; i++) if (b[i] & 1) for (int j = 0; j < 4; j++) m[i][j] = 1;",
    "if_never": "for (int i = 0; i < n; i++) if (zero) a[i] = 1;",
    "if_always": "for (int i = 0; i < n; i++) if (!zero) a[i] = 1;",
    "if_never_inside": "for (int i = 0; i < n; i++) { if (zero > i) continue; if (zero) for (int j = 0; j < n; j++) m[i][j] = 1; }",
    "inner_by_other": "for (int i = 0; i < n; i++) for (int j = 0; j < n - 4 * zero; j++) m[j][i] = 1;",
    "inner_of_other_length": "for (int i = 0; i < n; i++) for (int j = 0; j < b[1] - 1; j++) m[i][j] = 1;",
    "both_ways": "for (int i = 0; i < n; i++) if (b[i] & 1) a[i] = 1; else s[i] = 1;",
    "leaving_two_loops": "for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) { if (i + j == 11) return; m[i][j] = 1; }",
    "leaving_the_inner": "for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) { m[i][j] = 1; if (i + j > 7) break; }",
    "with_end": "for (int i = 0; i < n; i++) { if (b[i] == 100) end (); a[i] = 1; }",
    "indirect": "for (int i = 0; i < n; i++) a[b[i]] = 1;",
    "indirect_rows": "for (int i = 0; i < n; i++) for (int j = 0; j < 3; j++) m[b[i] % 10][j] = 1;",
    "invariant": "for (int i = 0; i < n; i++) total += i;",
    "invariant_row": "for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) a[i] += m[3][j];",
    "bytes": "for (int i = 3; i < 30; i++) s[i] = 1;",
    "halves": "for (unsigned short i = 1; i < 30; i += 2) h[i] = 1;",
    "bytes_strided": "for (int i = 3; i < 60; i += 3) s[i] = 1;",
    "update": "for (int i = 0; i < n; i++) a[i] += 1;",
    "shift": "for (int i = 0; i < n; i++) a[i] = a[i + 1];",
    "two_lines": "for (int i = 0; i < n; i++) { sum += a[i];\n a[i + 20] = 1; }",
    "unsigned_wraps": "for (unsigned i = -4u; i != 5; i++) a[i + 10] = 1;",
    "byte_wraps": "for (unsigned char i = 250, k = 0; k < 12; i++, k++) sum += a[i & 63] + s[i / 8];",
    "byte_index_wraps": "unsigned char i = 250; for (int k = 0; k < 12; k++, i++) v[i] = 1;",
    "int_from_unsigned": "for (unsigned k = 0; k < 12; k++) v[(unsigned char) (k - 6)] = 1;",
    "long_index": "for (long i = n; i-- > 0;) a[i] = 1;",
    "pointer": "for (int *p = a + 2; p < a + n; p++) *p = 1;",
    "pointer_down": "for (int *p = a + n; p != a; p--) *p = 1;",
    "pointer_strided": "for (char *p = s; p < s + 50; p += 6) { p[0] = 1; p[2] = 1; }",
    "two_pointers": "for (int *p = a, *q = b + 10; p < a + n; p++, q--) *p = *q;",
    "members": "for (int i = 0; i < n; i++) t[i].y = t[i].x;",
    "whole_members": "for (int i = 0; i < n; i++) t[i] = t[i + 1];",
    "member_array": "for (int i = 0; i < 6; i++) for (int j = 0; j < 3; j++) t[i].z[j] = 1;",
    "wide": "for (int i = 0; i < 5; i++) w[i] = w[i + 1] + 1;",
    "waits": "while (!flag && --n) a[0] = n;",
    "calls": "for (int i = 0; i < n; i++) { a[i] = 1; other (i); }",
    "makes_tasks": "for (int i = 0; i < n; i++) { e[i] = 1; if (i == 2) in_task (&e[5]); }",
    "calls_inside": "for (int i = 0; i < n; i++) { a[i] = 1; for (int j = 0; j < n; j++) if (b[j] == 100) other (j); }",
    "roots": "for (int i = 0; i < n; i++) d[i] = sqrt (d[i + 20]);",
    "local": "int mine[16]; give (mine); for (int i = 0; i < n; i++) mine[i] = a[i]; give (mine);",
    "switched": "for (int i = 0; i < n; i++) switch (b[i] & 3) { case 0: a[i] = 1; break; case 1: s[i] = 1; }",
    "variable_step": "for (int i = 0; i < 40; i += n) a[i] = 1;",
    "flat": "for (int i = 0; i < n; i++) for (int j = 0; j < n - 2; j++) d[i * n + j] = 1;",
    "flat_whole": "for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) d[i * n + j] = 1;",
}

COMMON = """\
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifdef __cplusplus
extern "C" {
#endif
struct three { int x, y; short z[3]; };
int a[64], b[64], c[4][5][6], e[64], flag, total;
char s[64];
unsigned short h[64];
double m[11][13], d[128];
unsigned char v[256];
struct three t[16];
__int128 w[8];
static int own[8], *volatile where = own;
static double sum;
__attribute__ ((noinline)) static void give (int *p) { where = p; }
__attribute__ ((noinline)) static void end (void) { exit (3); }
__attribute__ ((noinline)) static void other (int i) { where[0] = i; }
__attribute__ ((noinline)) static void in_task (int *p) {
#pragma omp task
  *p = 2;
}
static inline void memcpy_of_eight (long *to, const char *from) {
  struct __attribute__ ((packed)) any { long word; }; *to = ((const struct any *) from)->word; }
static void write_all (void) {
"""
OBJECTS = ("a", "c", "total", "s", "h", "m", "d", "v", "t", "w")
MAIN = """\
typedef void function (int n, int zero);
static function *const functions[] = { %s };
int main (int count, char **arguments)
{
  int number = count > 1 ? atoi (arguments[1]) : 0;
  for (int i = 0; i < 64; i++)
    b[i] = i + 1;
%s
#pragma omp parallel num_threads (2)
#pragma omp single
  {
#pragma omp task
    write_all ();
#pragma omp task
    functions[number] (9, 0);
  }
  return sum == 0.25;
}
#ifdef __cplusplus
}
#endif
"""

FORTRAN = """\
program loops
  integer :: a(64), n, i, j, k
  real(8) :: m(9, 12)
  character(40) :: s
  n = 9
  !$omp parallel num_threads(2) private(i, j, k)
  !$omp single
  !$omp task
  %s
  !$omp end task
  !$omp task
  a(3:40) = 1
  m(2:5, 3:9) = 2
  s(4:20) = "x"
  !$omp end task
  !$omp end single
  !$omp end parallel
end program
"""
FORTRAN_LOOPS = {
    "up": "do i = 1, n\n a(i) = 1\n end do",
    "none": "do i = 41, 60\n a(i) = 1\n end do",
    "before": "do i = 1, 2\n a(i) = 1\n end do",
    "down": "do i = 60, 36, -8\n a(i) = 1\n end do",
    "columns": "do j = 1, 3\n do i = 1, n\n m(i, j) = 1\n end do\n end do",
    "rows": "do i = 1, n\n do j = 1, 2\n m(i, j) = 1\n end do\n end do",
    "whole": "do j = 1, 12\n do i = 1, 9\n m(i, j) = 1\n end do\n end do",
    "triangle": "do j = 1, n\n do i = j, n\n m(i, j) = 1\n end do\n end do",
    "cycle": "do i = 1, n\n if (mod (i, 4) /= 0) cycle\n a(i) = 1\n end do",
    "exit": "do i = 1, n\n if (i == 3) exit\n a(i) = 1\n end do",
    "while": "i = 1\n do while (i < n)\n a(i) = 1\n i = i * 2\n end do",
    "text": "do i = 1, n\n s(i:i) = 'a'\n end do",
    "sum": "k = 0\n do j = 1, 4\n do i = 1, 4\n k = k + a(4 * j + i)\n end do\n end do\n if (k == 7) print *, k",
}


def text_of(loops):
    """The program; which of its lines have the loops does not matter, if they are the same at all levels."""
    clear = "".join(f"  memset (&{name}, 1, sizeof {name});\n" for name in OBJECTS)
    functions = "".join(f"__attribute__ ((noinline)) static void f_{name} (int n, int zero)\n{{ (void) zero;\n{body}\n}}\n"
                        for name, body in loops.items())
    notes = "".join(f'  printf ("{name} %llx %zu\\n", (unsigned long long) (size_t) &{name}, sizeof {name});\n'
                    for name in (*OBJECTS, "e"))
    return COMMON + clear + "}\n" + functions + MAIN % (", ".join(f"f_{name}" for name in loops), notes)


class Loops(Driver):
    def races(self, source, level, count, *flags):
        """For each program of SOURCE: its racing bytes, and for each object and pair of lines the kinds of the accesses: a
        write, if there is one, since a read on the line of a write need not be reported."""
        built = raw.Executable(source, self.compiler, "-fopenmp", level, *flags)
        self.assertIsNone(built.error)
        found = []
        for number in range(count):
            report, notes = built.run(number)
            self.assertFalse(report.get("stop"), (level, number))
            lines = built.lines(report)
            places, pairs = set(), {}
            for race in report.get("races", []):
                sides = sorted((lines.get(race[side]["stack"][0], 0), race[side]["write"]) for side in ("earlier", "later"))
                pair, kinds = tuple(line for line, _ in sides), [is_write for _, is_write in sides]
                for address in raw.addresses(race):
                    place = raw.place(address, notes)
                    places.add(place)
                    key = (place and place[0], pair)
                    pairs[key] = max(pairs.get(key, kinds), kinds)
            found.append((places, pairs))
        return found

    def compare(self, source, *flags):
        """Compares all levels with -O0. A byte that is read and written may be reported for one of the two only."""
        alone = self.races(source, "-O0", len(LOOPS), *flags)
        for level in LEVELS:
            for (name, body), (places, pairs), (expected, expected_pairs) in zip(
                    LOOPS.items(), self.races(source, level, len(LOOPS), *flags), alone):
                with self.subTest(loop=name, level=level, body=body):
                    self.assertEqual(places, expected)
                    self.assertLessEqual(pairs.items(), expected_pairs.items())

    def test_c(self):
        self.write("a.c", text_of(LOOPS))
        self.compare(self.path / "a.c")

    def test_cxx(self):
        self.write("b.cc", text_of(LOOPS))
        self.compare(self.path / "b.cc")

    def test_fortran(self):
        if not shutil.which("gfortran") or self.compiler != "gcc":
            self.skipTest("gfortran, of gcc")
        for name, body in FORTRAN_LOOPS.items():
            source = self.path / f"{name}.f90"
            source.write_text(FORTRAN % body, encoding="utf-8")
            found = {level: self.fortran_races(source, level) for level in ("-O0", "-O1", "-O2", "-O3", "-Os")}
            for level, races in found.items():
                with self.subTest(loop=name, level=level):
                    self.assertEqual(races, found["-O0"])

    def fortran_races(self, source, level):
        """{the lines of two accesses: at how many bytes they race}"""
        built = raw.Executable(source, self.compiler, "-fopenmp", level)
        self.assertIsNone(built.error)
        report, _ = built.run(0)
        lines = built.lines(report)
        found = {}
        for race in report.get("races", []):
            pair = tuple(sorted(lines[race[side]["stack"][0]] for side in ("earlier", "later")))
            found.setdefault(pair, set()).update(raw.addresses(race))
        return {pair: len(places) for pair, places in found.items()}

    def test_races_are_there(self):
        """The comparison is worth something: the objects race, and not everywhere."""
        self.write("a.c", text_of(LOOPS))
        found = self.races(self.path / "a.c", "-O2", len(LOOPS))
        at = dict(zip(LOOPS, (places for places, _ in found)))
        self.assertEqual(at["up"], {("a", i) for i in range(36)})
        self.assertEqual(at["zero"] | at["if_never"] | at["zero_inside"] | at["zero_outside"], set())
        self.assertEqual(at["makes_tasks"], {("e", i) for i in range(20, 24)})
        self.assertEqual(len(at["whole"]), 11 * 13 * 8)
        self.assertEqual(at["down_to_one"], {("a", i) for i in range(4, 40)})


if __name__ == "__main__":
    driver.main()
