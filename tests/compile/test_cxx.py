#!/usr/bin/env python3
"""What libstdc++ does inside neither races nor hides a race: reference counts, strings, streams, containers, in tasks of
all kinds. A race on a library's object has a place in the program.

usage: test_cxx.py gcc|clang"""

import json

import driver
from driver import RACEPROOF, Driver

BEGIN = """
#include <functional>
#include <iostream>
#include <memory>
#include <sstream>
#include <string>
#include <vector>
int x;
static std::string text ("some words that do not fit into the object itself");
static std::ostringstream stream;
static std::vector<std::string> all (2);
struct noisy
{
  int value = 1;
  ~noisy () { value = 0; }
};
static void use (int value) { if (value < 0) std::abort (); }
"""
# Two tasks with copies of the captured variables, while their creator goes on.
TASKS = """
  rp_finish
    {
      %(before)s
      for (int i = 0; i < 2; i++)
        rp_async ([=] {
%(body)s
        });
%(after)s
    }
"""
HCLIB = """
  hclib::finish ([] {
      %(before)s
      for (int i = 0; i < 2; i++)
        hclib::async ([=] {
%(body)s
        });
%(after)s
  });
"""
OPENMP = """
#pragma omp parallel num_threads (2)
#pragma omp single
  {
      %(before)s
      for (int i = 0; i < 2; i++)
        {
#pragma omp task firstprivate (p, w, i)
          {
%(body)s
          }
        }
%(after)s
#pragma omp taskwait
  }
"""
MAIN = {
    TASKS: ("#include <raceproof/task.h>", "int main () { all_cases (); }"),
    HCLIB: ("#include <hclib_cpp.h>", 'int main () { const char *parts[] = { "system" }; '
            "hclib::launch (parts, 1, [] { all_cases (); }); }"),
    OPENMP: ("", "int main () { all_cases (); }"),
}
POINTER = ("auto p = std::make_shared<noisy> (); "
           "std::weak_ptr<noisy> w = p; use (p->value);")

CLEAN = {
    "last_in_task": ("use (p->value);", "p.reset ();"),
    "last_in_creator": ("auto q = p; use (q->value);", ""),
    "weak": ("auto q = w; (void) q; use (p->value);", "w.reset (); p.reset ();"),
    "string": ('std::string own = "words that are long enough for the heap, every time"; own += "!"; '
               'own.replace (0, 5, "some more words"); all[i] = own + std::to_string (i);', "p.reset ();"),
    "stream": ("std::ostringstream own; own << i << ' ' << 1.5 << std::hex << 17 << std::endl; "
               "std::istringstream back (own.str ()); int n; back >> n; all[i] = own.str ();", ""),
    "cout": ("std::cout << i << \" \" << 2.5 << std::endl; std::cerr << i << std::endl;", ""),
    "containers": ("std::vector<std::string> own; for (int k = 0; k < 20; k++) own.push_back (\"a\"); "
                   "std::function<int (int)> f = [=] (int k) { return k + p->value; }; use (f (i));", ""),
}
RACY = {
    "behind_the_count": ("use (p->value); x = 1;", "p.reset (); x = 2;"),
    "value": ("p->value = 2;", ""),
    "string": ("text += \"a\";", ""),
    "string_read": ("use ((int) text.size ()); if (i) text.clear ();", ""),
    "stream": ("stream << i;", ""),
    "container": ("all.push_back (\"a\");", ""),
}


class Cxx(Driver):
    def program(self, frame, cases):
        """One program with all CASES, one after the other; their lines are marked."""
        begin, end = MAIN[frame]
        parts = [frame % {"before": POINTER, "body": f"{body} // {name}", "after": f"{after} // {name}"}
                 for name, (body, after) in cases.items()]
        return "\n".join([begin, BEGIN, "static void all_cases () {", *parts, "}", end, ""])

    def judge(self, frame, cases, *options):
        text = self.program(frame, cases)
        self.write("program.cc", text)
        self.cc(*options, "program.cc")
        done = self.run_command([RACEPROOF, "run", "--format=json", "./a.out"], None)
        return text.splitlines(), json.loads(done.stdout[done.stdout.index('{\n  "schema"'):])

    def check(self, frame, *options):
        _, report = self.judge(frame, CLEAN, *options)
        self.assertEqual(report["verdict"], "race-free", json.dumps(report["findings"], indent=1)[:2000])
        lines, report = self.judge(frame, RACY, *options)
        found = set()
        for finding in report["findings"]:
            self.assertEqual(finding["certainty"], "certain")
            for access in finding["accesses"]:
                self.assertIn("program.cc", access["at"]["file"])
                marked = lines[access["at"]["line"] - 1].split("//")
                self.assertEqual(len(marked), 2, marked)
                found.add(marked[1].strip())
        self.assertEqual(found, set(RACY))

    def test_tasks(self):
        self.check(TASKS, "-O1")

    def test_hclib(self):
        self.check(HCLIB, "-O0")

    def test_openmp(self):
        self.check(OPENMP, "-O1", "-fopenmp")

    def test_shared_library(self):
        self.write("part.cc", "#include <memory>\nstd::shared_ptr<int> make () { return std::make_shared<int> (1); }")
        self.write("main.cc", "#include <memory>\nstd::shared_ptr<int> make ();\nint main () { make (); }")
        self.cc("-fPIC", "-shared", "part.cc", "-o", "libpart.so")
        self.cc("main.cc", "./libpart.so")
        self.run_command([RACEPROOF, "run", "./a.out"])
        self.write("plain.c", "void use (void); int main (void) { use (); return 0; }")
        self.write("use.cc", "#include <memory>\nextern \"C\" void use () { auto p = std::make_shared<int> (1); auto q = p; }")
        self.cc("-fPIC", "-shared", "use.cc", "-o", "libuse.so")
        self.cc("plain.c", "./libuse.so")
        self.run_command([RACEPROOF, "run", "./a.out"])


if __name__ == "__main__":
    driver.main()
