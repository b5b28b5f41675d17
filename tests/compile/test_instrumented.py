#!/usr/bin/env python3
"""No access goes unseen: in the object code of small functions, every access to shared memory is
announced, or is a call of a function that libraceproof.a answers. At several levels of optimisation.

usage: test_instrumented.py gcc|clang"""

import os
import pathlib
import re

import driver
from driver import RACEPROOF, Driver

LEVELS = ("-O0", "-O2", "-O3", "-O3 -march=haswell", "-O2 -D_FORTIFY_SOURCE=2",
          "-O2 -Wp,-D_FORTIFY_SOURCE=2", "-O2 -flto")

DECLARATIONS = """
#include <string.h>
#include <stdio.h>
extern int a[1024], b[1024], c[1024];
extern char s[64], t[64];
extern struct big { long word[12]; } x, y;
extern _Atomic int atomic;
extern long double wide, wider;
extern struct bits { unsigned low : 3, high : 9; } bits;
extern volatile int seen;
extern int shared;
extern int eight __attribute__ ((vector_size (32)));
void take (struct big), give (void *);
"""

# A function's body, and the accesses or calls that its object code must have.
READ = r"__tsan_(unaligned_)?(read|volatile_read)\w*|rp_read_range"
WRITE = r"__tsan_(unaligned_)?(write|volatile_write)\w*|rp_write_range"
FUNCTIONS = {
    "store": ("a[1] = 2;", [WRITE]),
    "load": ("return a[1];", [READ]),
    "copy_constant": ("memcpy (s, t, 40);", ["memcpy"]),
    "copy_small": ("memcpy (s, t, 8);", [f"memcpy|{WRITE}"]),
    "move_constant": ("memmove (s, t, 40);", ["memmove|memcpy"]),
    "set_constant": ("memset (s, 0, 40);", ["memset"]),
    "compare_constant": ("return memcmp (s, t, 8) == 0;", [f"memcmp|bcmp|{READ}"]),
    "builtin_copy": ("__builtin_memcpy (s, t, 40);", [f"memcpy|{READ}", f"memcpy|{WRITE}"]),
    "builtin_set": ("__builtin_memset (s, 1, 40);", [f"memset|{WRITE}"]),
    "string_copy": ('strcpy (s, "hello, world");', ["strcpy|memcpy|__strcpy_chk"]),
    "string_compare": ('return strcmp (s, "ab") == 0;', [f"strcmp|{READ}"]),
    "string_length": ("return (int) strlen (s);", ["strlen"]),
    "print_to_memory": ('sprintf (s, "hello %d", 1);', ["sprintf|__sprintf_chk"]),
    "structure": ("x = y;", [f"memcpy|{READ}", f"memcpy|{WRITE}"]),
    "long_double": ("wide = wider * 2;", [READ, WRITE]),
    "vector": ("eight = eight * 2;", [READ, WRITE]),
    "by_value": ("take (x);", [READ]),
    "local_array": ("int v[9]; give (v); v[a[0]] = 1; give (v); return v[3];", [READ, WRITE]),
    "local_structure": ("struct big v; give (&v); v.word[7] = 1; give (&v);", [WRITE]),
    "bit_field": ("bits.high = 3;", [WRITE]),
    "volatile_store": ("seen = 1;", [WRITE]),
    "atomic_add": ("atomic++;", [r"__tsan_atomic32_\w+"]),
    "atomic_multiply": ("atomic *= 3;", [r"__tsan_atomic32_compare_exchange\w*|__atomic_compare\w*"]),
    "loop_zero": ("for (int i = 0; i < 16; i++) a[i] = 0;", [f"memset|{WRITE}"]),
    "loop_copy": ("for (int i = 0; i < 1024; i++) a[i] = b[i];", [f"memcpy|{WRITE}"]),
    "loop_masked": ("for (int i = 0; i < 1024; i++) if (c[i]) a[i] = b[i];", [READ, WRITE]),
    "loop_gather": ("int n = 0; for (int i = 0; i < 1024; i++) n += a[b[i]]; return n;", [READ]),
}

# Stated in docs/c-programs.md: gcc does not announce the copies that it makes to pass arguments by value.
UNSEEN = {("gcc", "by_value")}
HAS_GCC_PLUGIN = list((pathlib.Path(RACEPROOF).parent / "lib").glob("gcc-plugin-*.so"))
HAS_PLUGIN = list((pathlib.Path(RACEPROOF).parent / "lib").glob("clang-plugin-*.so"))
if not HAS_PLUGIN:
    UNSEEN |= {("clang", name)
               for name in ("long_double", "vector", "by_value", "local_array", "local_structure")}

# A loop, and all hooks by which it is announced. A loop is announced as a whole if nothing in it synchronises, each
# iteration makes the access, and it does not wait for another task: before the loop if the number of iterations is
# known, otherwise behind it.
LOOPS = {
    "all_of_it": ("for (int i = 0; i < n; i++) a[i] = b[i] + 1;", "rp_read_range rp_write_range"),
    "downwards": ("for (long i = n - 1; i >= 0; i--) a[i] = 1;", "rp_write_range"),
    "columns": ("for (int j = 0; j < 32; j++) for (int i = 0; i < 32; i++) a[32 * i + j] = i;", "rp_write_range"),
    "increment": ("for (int i = 0; i < n; i++) a[i] += 1;", "rp_write_range"),
    "sometimes": ("for (int i = 0; i < n; i++) if (b[i]) a[i] = 1;", "rp_read_range __tsan_write4"),
    "until_found": ("for (int i = 0; i < n; i++) if (a[i] == 7) return i;", "rp_read_range"),
    "until_then": ("for (int i = 0; i < n; i++) { if (b[i] == 7) break; a[i] = 1; }", "rp_read_range rp_write_range"),
    "every_third": ("for (int i = 0; i < n; i += 3) if (a[i] == 7) return i;", "rp_read_range"),
    # two stores with places of their own, of which each iteration executes one
    "either_way": ("for (int i = 0; i < n; i++) { if (b[i] == 7) break; if (b[i] & 1) { a[i] = 1; c[b[i]] = 1; }"
                   " else a[i] = 2; }", "rp_read_range __tsan_write4"),
    "either_value": ("for (int i = 0; i < n; i++) { if (b[i] == 7) break; a[i] = b[i] & 1 ? 1 : 2;"
                     " if (b[i] & 1) c[b[i]] = 1; }", "rp_read_range rp_write_range __tsan_write4"),
    "sometimes_until": ("for (int i = 0; b[i] != 7; i++) if (b[i] == 3) a[i] = 1;", "rp_read_range __tsan_write4"),
    "left_from_both": ("for (int i = 0; i < n; i++) { if (b[i] & 1) a[i] = 5; if (b[i] & 2) return i;"
                       " if (!(b[i] & 1)) a[i] = 6; }", "rp_read_range __tsan_write4"),
    "perhaps_before": ("for (int *p = a; p < a + n; p++) { if (n & b[p[n] & 63]) { *p = 1; c[n & 7]++; }"
                       " if (c[*p & 63]) return 1; *p = n; }", "rp_read_range __tsan_read4 __tsan_write4"),
    "merge": ("int *p = a, *q = b, *out = c; while (p < a + n && q < b + n) *out++ = *q < *p ? *q++ : *p++;",
              "rp_read_range rp_write_range"),
    "waits": ("int *p = a; while (*p != 7) p += (n = 5 * n + 1) > 3; return n;", "__tsan_read4"),
    "without_end": ("for (int i = 0;; i++) a[i & 7 ? i : i + 1] = 1;", "__tsan_write4"),
    "with_call": ("for (int i = 0; i < n; i++) { a[i] = 1; give (0); }", "__tsan_write4"),
    "with_atomic": ("for (int i = 0; i < n; i++) { a[i] = 1; atomic++; }",
                    "__tsan_write4 __tsan_atomic32_fetch_add"),
    "with_volatile": ("for (int i = 0; i < n; i++) { a[i] = 1; seen = i; }", "__tsan_write4"),
    "somewhere": ("for (int i = 0; i < n; i++) a[b[i]] = 1;", "rp_read_range __tsan_write4"),
    "volatile_bound": ("for (int i = 0; i < seen; i++) a[i] = 1;", "__tsan_read4 __tsan_write4"),
    "update": ("int old = __atomic_load_n (&shared, 0);"
               " while (!__atomic_compare_exchange_n (&shared, &old, 3 * old, 0, 0, 0)) {}",
               "rp_atomic_first_read32 __tsan_atomic32_compare_exchange_val"),
    "update_and_keep": ("int first = __atomic_load_n (&shared, 0), old = first;"
                        " while (!__atomic_compare_exchange_n (&shared, &old, 3 * old, 0, 0, 0)) {} return first;",
                        "__tsan_atomic32_load __tsan_atomic32_compare_exchange_val"),
    "update_after_acquire": ("int old = __atomic_load_n (&shared, 2);"
                             " while (!__atomic_compare_exchange_n (&shared, &old, 3 * old, 0, 0, 0)) {}",
                             "__tsan_atomic32_load __tsan_atomic32_compare_exchange_val"),
    "update_of_another": ("int old = __atomic_load_n (&shared, 0);"
                          " while (!__atomic_compare_exchange_n (&shared + n, &old, 3 * old, 0, 0, 0)) {}",
                          "__tsan_atomic32_load __tsan_atomic32_compare_exchange_val"),
    "list": ("for (struct node *one = nodes; one; one = one->next) one->value = 1;",
             "__tsan_read8 __tsan_write4"),
}

# The same for gcc, which announces nothing behind a loop. None: as in LOOPS.
GCC_LOOPS = {
    "all_of_it": None, "downwards": None, "columns": None, "increment": None, "sometimes": None, "somewhere": None,
    "waits": None, "without_end": None, "with_call": None, "with_atomic": None, "with_volatile": None,
    "volatile_bound": None, "list": None,
    "until_found": "__tsan_read4", "until_then": "__tsan_read4 __tsan_write4", "every_third": "__tsan_read4",
    "sometimes_until": "__tsan_read4 __tsan_write4", "merge": "__tsan_read4 __tsan_write4",
    "if_asked": ("for (int i = 0; i < 100; i++) if (n) a[i] = 1;", "rp_write_range"),
    "of_other_length": ("for (int j = 0; j < 32; j++) for (int i = 0; i < n; i++) a[32 * i + j] = i;", "rp_write_range"),
    "triangle": ("for (int j = 0; j < 32; j++) for (int i = 0; i < j; i++) a[32 * i + j] = i;", "rp_write_range"),
    "invariant": ("for (int i = 0; i < n; i++) a[3] = i;", "__tsan_write4"),
    "roots": ("for (int i = 0; i < n; i++) d[i] = sqrt (d[i]);", "rp_write_range"),
    "own_function": ("for (int i = 0; i < n; i++) d[i] = cbrt (d[i]);", "__tsan_read8 __tsan_write8"),
    "thread_local": ("for (int i = 0; i < n; i++) mine[i] = 1;", "__tsan_write4"),
    "assembly": ('for (int i = 0; i < n; i++) { a[i] = 1; __asm__ volatile ("" : : : "memory"); }', "__tsan_write4"),
    "repeated": ("a[n] = a[n] + (a[n] >> 1);", "__tsan_write4"),
}
GCC_DECLARATIONS = """
#include <math.h>
extern double d[1024];
extern __thread int mine[64];
__attribute__ ((noinline)) double cbrt (double x) { give (0); return x; }
"""

CXX = """
#include <algorithm>
#include <string>
#include <vector>
extern int a[1024], b[1024];
extern unsigned char s[64];
struct shape { virtual int area (); virtual ~shape (); };
extern shape *one;
extern "C" {
void copy_range () { std::copy (a, a + 10, b); }
void fill_bytes () { std::fill (s, s + 40, 1); }
int call_virtual () { return one->area (); }
void new_vector (std::vector<int> *v) { v->push_back (1); }
}
"""
CXX_CALLS = {"copy_range": "memmove|memcpy|" + WRITE, "fill_bytes": "memset|" + WRITE,
             "call_virtual": r"__tsan_\w*read\w*", "new_vector": WRITE}


class Instrumented(Driver):
    def calls(self, name):
        """The names that each function of an object file refers to."""
        found, function = {}, None
        for line in self.run_command(["objdump", "-dr", name]).stdout.splitlines():
            start = re.match(r"[0-9a-f]+ <([\w.]+)>:", line)
            relocation = re.search(r"\bR_\w+\s+([\w.]+)", line)
            if start:
                function = start.group(1)
                found[function] = set()
            elif relocation and function:
                found[function].add(relocation.group(1))
        return found

    def expect(self, calls, function, pattern, level):
        self.assertTrue([name for name in calls[function] if re.fullmatch(pattern, name)],
                        f"{level}: {function} calls {sorted(calls[function])}, not {pattern}")

    def test_c(self):
        text = DECLARATIONS + "".join(f"int {name} (void) {{ {body} return 0; }}\n"
                                      for name, (body, _) in FUNCTIONS.items())
        self.write("a.c", text)
        for level in LEVELS:
            if "-flto" in level and self.compiler == "clang":
                continue  # bitcode, which test_build.py checks after linking
            self.quiet_cc("-c", "a.c", *level.split())
            calls = self.calls("a.o")
            for name, (_, patterns) in FUNCTIONS.items():
                if (self.compiler, name) in UNSEEN:
                    continue
                for pattern in patterns:
                    with self.subTest(function=name, level=level):
                        self.expect(calls, name, pattern, level)

    def test_what_is_said_to_access_nothing(self):
        self.write("a.c", DECLARATIONS + "__attribute__ ((const)) int look (int i) { return a[i]; }\n"
                   "__attribute__ ((const)) int look_both (int i) { return look (i) + look (i + 1); }\n")
        for level in ("-O0", "-O2"):
            self.quiet_cc("-c", "a.c", level, "-fno-inline")
            self.expect(self.calls("a.o"), "look", READ, level)

    def test_loops(self):
        if self.compiler != "clang" or not HAS_PLUGIN:
            self.skipTest("by clang's plug-in")
        self.write("a.c", DECLARATIONS + "extern struct node { struct node *next; int value; } *nodes;\n"
                   + "".join(f"int {name} (int n) {{ {body} return 0; }}\n" for name, (body, _) in LOOPS.items()))
        for level in ("-O1", "-O2", "-O3 -march=haswell"):
            self.quiet_cc("-c", "a.c", *level.split())
            calls = self.calls("a.o")
            for name, (_, hooks) in LOOPS.items():
                with self.subTest(function=name, level=level):
                    found = {call for call in calls[name]
                             if re.match("__tsan_(?!func_)|rp_", call)}
                    self.assertEqual(found, set(hooks.split()))

    def test_loops_of_gcc(self):
        if self.compiler != "gcc" or not HAS_GCC_PLUGIN:
            self.skipTest("by gcc's plug-in")
        loops = {name: (LOOPS[name][0], case or LOOPS[name][1]) if not isinstance(case, tuple) else case
                 for name, case in GCC_LOOPS.items()}
        self.write("a.c", DECLARATIONS + GCC_DECLARATIONS
                   + "extern struct node { struct node *next; int value; } *nodes;\n"
                   + "".join(f"int f_{name} (int n) {{ {body} return 0; }}\n" for name, (body, _) in loops.items()))
        for level in ("-O1", "-O2", "-O3 -march=haswell"):
            self.quiet_cc("-c", "a.c", *level.split())
            calls = self.calls("a.o")
            for name, (_, hooks) in loops.items():
                with self.subTest(function=name, level=level):
                    found = {call for call in calls[f"f_{name}"] if re.match("__tsan_(?!func_)|rp_", call)}
                    self.assertEqual(found, set(hooks.split()))
            self.assertFalse({"memset", "memcpy"} & set().union(*calls.values()))

    def test_cxx(self):
        self.write("a.cc", CXX)
        for level in LEVELS[:4]:
            self.quiet_cc("-c", "a.cc", *level.split())
            calls = self.calls("a.o")
            for name, pattern in CXX_CALLS.items():
                with self.subTest(function=name, level=level):
                    reached = set(calls[name])
                    if level == "-O0":  # without optimisation templates are not inlined
                        reached = set().union(*calls.values())
                    self.expect({name: reached}, name, pattern, level)

    def test_nothing_is_masked_or_wide_by_itself(self):
        """clang's pass does not announce such accesses."""
        self.write("a.c", DECLARATIONS + "void f (void) { for (int i = 0; i < 1024; i++)"
                   " if (c[i]) a[i] = b[c[i]]; }\n")
        self.quiet_cc("-c", "a.c", "-O3", "-march=skylake-avx512")
        code = self.run_command(["objdump", "-d", "a.o"]).stdout
        self.assertNotRegex(code, r"maskmov|gather|scatter|\{%k[1-7]\}")

    def test_everything_is_answered_by_the_library(self):
        library = os.path.join(os.path.dirname(RACEPROOF), "lib", "libraceproof.a")
        defined = self.symbols(library, "--defined-only", "-g")
        text = DECLARATIONS + "".join(f"int {name} (void) {{ {body} return 0; }}\n"
                                      for name, (body, _) in FUNCTIONS.items())
        self.write("a.c", text)
        self.write("b.cc", CXX)
        self.write("c.c", ATOMICS)
        for level in ("-O0", "-O2"):
            self.quiet_cc("-c", "a.c", "b.cc", "c.c", level)
            for name in ("a.o", "b.o", "c.o"):
                wanted = {symbol for symbol in self.symbols(name, "-u")
                          if symbol.startswith(("__tsan_", "__atomic_"))}
                self.assertTrue(wanted)
                self.assertEqual(wanted - defined, set())


ATOMICS = """
#include <stdatomic.h>
#include <stdbool.h>
""" + "".join(f"""
{kind} f{i} (_Atomic {kind} *p, {kind} v)
{{
  {kind} e = atomic_load (p);
  atomic_store (p, v);
  v = atomic_exchange (p, v);
  atomic_compare_exchange_strong (p, &e, v);
  atomic_compare_exchange_weak (p, &e, v);
  v += atomic_fetch_add (p, v);
  v += atomic_fetch_sub (p, v);
  v += atomic_fetch_and (p, v);
  v += atomic_fetch_or (p, v);
  v += atomic_fetch_xor (p, v);
  *p *= v;
  *p /= v;
  v += __atomic_fetch_nand (({kind} *) p, v, __ATOMIC_SEQ_CST);
  atomic_thread_fence (memory_order_seq_cst);
  atomic_signal_fence (memory_order_seq_cst);
  return v;
}}
""" for i, kind in enumerate(("char", "short", "int", "long"))) + """
double g (_Atomic double *p) { *p *= 2; return *p; }
float h (_Atomic float *p) { *p += 2; return *p; }
long double i (_Atomic (long double) *p) { *p += 2; return *p; }
__int128 j (_Atomic (__int128) *p) { *p += 2; return *p; }
bool k (atomic_flag *f) { atomic_flag_clear (f); return atomic_flag_test_and_set (f); }
struct three { int x, y, z; };
struct three l (struct three _Atomic *p) { struct three v = *p; *p = v; return v; }
"""


if __name__ == "__main__":
    driver.main()
