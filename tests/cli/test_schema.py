#!/usr/bin/env python3
"""Real JSON reports are as docs/report.schema.json says, and between them they have every key that it lists.

usage: test_schema.py models|all      RACEPROOF names the command under test; runs in the source directory

`models` is for builds whose library cannot be linked with programs: then only some keys are seen."""

import copy
import json
import os
import pathlib
import sys
import unittest

import schema

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from support import case
from support.command import RACEPROOF

HAS_PROVER = pathlib.Path(RACEPROOF).with_name("lib").joinpath("raceproof-prove").exists()

MODELS = [  # verb and options, file
    ("run", "examples/sum.rp"),
    ("run --all -p n=8", "examples/sum.rp"),
    ("run --on-the-fly --keep-going -p n=4", "examples/forall.rp"),
    ("run --on-the-fly --keep-going", "examples/nakade_4_1.rp"),
    ("run --engine=graph --schedule=random --seed=3", "examples/isolated_counter.rp"),
    ("run", "examples/isolated_mixed.rp"),
    ("run", "examples/isolated_order.rp"),
    ("run", "examples/deadlock_futures.rp"),
    ("run", "examples/assertion.rp"),
    ("run", "examples/misuse_release.rp"),
    ("run", "examples/index_out_of_range.rp"),
    ("run", "examples/regions_reads_writes.rp"),
    ("run", "examples/yuki_6_3_as_printed.rp"),
    ("run --max-turns=10 -p n=100", "examples/forall.rp"),
    ("explore", "examples/isolated_order.rp"),
    ("explore --witness=out.rpw", "examples/deadlock_futures.rp"),
    ("explore --reduction=states", "examples/isolated_counter.rp"),
    ("explore --max-schedules=1 -p n=3", "examples/isolated_counter.rp"),
    ("explore --suggest", "examples/mercer_1.rp"),
    ("explore --precision=regions", "examples/permission_regions.rp"),
]
PROOFS = [
    ("prove", "examples/yuki_6_2.rp"),
    ("prove", "examples/yuki_6_3_as_printed.rp"),
    ("prove", "examples/yuki_1c_racy.rp"),
    ("prove", "examples/isolated_mixed.rp"),
    ("prove", "tests/prove/c/regions/barrier_missing.c"),
    ("prove", "tests/prove/c/regions/flat_rows.c"),
    ("prove", "tests/prove/c/regions/call_unknown.c"),
    ("prove", "tests/prove/c/regions/data_condition.c"),
]
TEXTS = {
    "commutes.rp": "var x;\nfinish {\n" + 2 * "  async isolated commutes (x) x = x + 1;\n" + "}\n",
    "syntax.rp": "var x\nx = ;\n",
    "twice.rp": "var x;\nvar x;\n",
    "labels.rp": "var x;\nfinish {\n  L1: async { L2: x = 1; }\n  async x = 2;\n}\n",
    "many.rp": "var x;\nfinish {\n" + 20 * "  async x = 1;\n" + "}\n",
}
SUPPRESSIONS = "race:^sum$\n"

TASKS = "#include <raceproof/task.h>\n#include <stdio.h>\n#include <stdlib.h>\n"
PROGRAMS = {  # name: flags, text
    "heap.c": ("", TASKS + """
static void put (void *to) { *(int *) to = 1; }
static void drop (void *block) { free (block); }
int main (void)
{
  int *block = malloc (4);
  rp_finish { rp_async (put, block); rp_async (drop, block); }
  return 0;
}
"""),
    "isolated.c": ("", TASKS + """
static int x;
static void in (void *unused) { (void) unused; rp_isolated x++; }
static void out (void *unused) { (void) unused; x = 5; }
int main (void)
{
  rp_finish { rp_async (in, NULL); rp_async (out, NULL); }
  return 0;
}
"""),
    "crash.c": ("", TASKS + "int main (void) { abort (); }\n"),
    "sum.c": ("-fopenmp", """
int sum;
int main (void)
{
#pragma omp parallel for
  for (int i = 0; i < 8; i++)
    sum += i;
  return 0;
}
"""),
    "shared.c": ("-fopenmp", """
int a[100], b[100];
int main (void)
{
#pragma omp parallel
  {
#pragma omp for nowait
    for (int i = 0; i < 100; i++)
      a[i] = i;
#pragma omp for
    for (int i = 0; i < 100; i++)
      b[i] = a[i];
  }
  return 0;
}
"""),
    "locks.c": ("-fopenmp", """
#include <omp.h>
int x;
int main (void)
{
  omp_lock_t a, b;
  omp_init_lock (&a);
  omp_init_lock (&b);
#pragma omp parallel num_threads(2)
#pragma omp sections
  {
#pragma omp section
    { omp_set_lock (&a); omp_set_lock (&b); x++; omp_unset_lock (&b); omp_unset_lock (&a); }
#pragma omp section
    { omp_set_lock (&b); omp_set_lock (&a); x++; omp_unset_lock (&a); omp_unset_lock (&b); }
  }
  return 0;
}
"""),
    "thread.c": ("-pthread", """
#include <pthread.h>
int x;
static void *work (void *unused) { x++; return unused; }
int main (void)
{
  pthread_t thread;
  pthread_create (&thread, 0, work, 0);
  pthread_join (thread, 0);
  return 0;
}
"""),
}
RUNS = [
    ("run", "heap.c"), ("run --engine=graph", "heap.c"), ("run", "isolated.c"),
    ("explore --witness=out.rpw", "isolated.c"), ("run", "crash.c"), ("run", "sum.c"), ("run --loops=any", "sum.c"), ("run --suppressions=suppressions", "sum.c"),
    ("run", "shared.c"), ("run --loops=as-scheduled", "shared.c"), ("run", "locks.c"), ("explore", "locks.c"),
    ("run", "thread.c"), ("run --all", "shared.c"),
]


class Reports(case.DirectoryEach):
    seen = set()

    def validate(self, report):
        validator = schema.Validator()
        validator.check(report)
        self.assertEqual(validator.errors, [])
        Reports.seen |= validator.seen

    def check(self, verb, file):
        """Checks the report of `raceproof VERB FILE`."""
        with self.subTest(f"{verb} {file}"):
            done, report = self.report(*verb.split(), file)
            self.assertIn(done.returncode, (0, 2, 66, 67, 134), done.stderr)
            self.validate(report)
            return report
        return None


class Models(Reports):
    def test_models(self):
        for verb, file in MODELS:
            self.check(verb, os.path.abspath(file))

    def test_golden(self):
        for path in sorted(pathlib.Path("tests/report/formats/expected").glob("*.json")):
            with self.subTest(path.name):
                self.validate(json.loads(path.read_text(encoding="utf-8")))

    def test_texts(self):
        for name, text in TEXTS.items():
            self.write(name, text)
            for verb in ("run", "run --on-the-fly --keep-going", "explore"):
                self.check(verb, name)

    @unittest.skipUnless(HAS_PROVER, "raceproof was built without prove")
    def test_proofs(self):
        for verb, file in PROOFS:
            self.check(verb, os.path.abspath(file))

    @unittest.skipUnless(HAS_PROVER, "raceproof was built without prove")
    def test_file_that_cannot_be_read(self):
        report = self.check("prove", "no_such.c")
        wrong, = report["diagnostics"]
        self.assertEqual(wrong["cause"], "No such file or directory")
        self.assertEqual(wrong["message"], "cannot read `no_such.c': No such file or directory")

    @unittest.skipUnless(HAS_PROVER, "raceproof was built without prove")
    def test_project(self):
        entries = [{"directory": os.path.abspath("tests/prove/c/regions"), "file": name, "command": f"cc -c {name}"}
                   for name in ("barrier_missing.c", "flat_rows.c", "call_unknown.c", "no_such.c")]
        self.write("compile_commands.json", json.dumps(entries))
        _, report = self.report("prove", "-p", ".")
        self.assertEqual(report["schema"], "raceproof-project/1")
        self.validate(report)
        self.assertEqual({file["state"] for file in report["files"]}, {"read", "not-read"})
        self.assertEqual([file["reason"] for file in report["files"] if file["state"] == "not-read"],
                         ["No such file or directory"])

    def test_what_is_wrong_is_found(self):
        """Changes one thing in a good report at a time; the schema must forbid each change."""
        good = self.check("run", os.path.abspath("examples/sum.rp"))
        accesses = good["findings"][0]["accesses"]
        changes = {
            "unknown key": lambda report: report.update(news=1),
            "unknown key inside": lambda report: report["findings"][0]["accesses"][0]["by"].update(colour="red"),
            "missing key": lambda report: report["scope"].pop("method"),
            "wrong type": lambda report: report["findings"][0].update(count="1"),
            "true for a number": lambda report: report["stats"].update(tasks=True),
            "unknown verdict": lambda report: report.update(verdict="fine"),
            "negative number": lambda report: report["stats"].update(nodes=-1),
            "rule without digits": lambda report: report["findings"][0].update(rule="RPX"),
            "three accesses": lambda report: report["findings"][0].update(accesses=3 * accesses[:1]),
            "null place": lambda report: report["findings"][0]["accesses"][0].update(at=1),
        }
        for name, change in changes.items():
            with self.subTest(name):
                bad = copy.deepcopy(good)
                change(bad)
                self.assertNotEqual(schema.errors_of(json.dumps(bad)), [])


class Programs(Reports):
    def test_programs(self):
        self.write("suppressions", SUPPRESSIONS)
        for name, (flags, text) in PROGRAMS.items():
            self.write(name, text)
            self.cc("-O1", *flags.split(), name, "-o", name.removesuffix(".c"))
        for verb, name in RUNS:
            self.check(verb, "./" + name.removesuffix(".c"))


class Seen(unittest.TestCase):
    """Runs after the others: each key of the schema was in some report, so no key is invented."""

    @unittest.skipUnless(HAS_PROVER, "raceproof was built without prove")
    def test_every_key(self):
        self.assertEqual([path for key, path in schema.keys().items() if key not in Reports.seen], [])


if __name__ == "__main__":
    unittest.main(defaultTest={"models": ["Models"], "all": ["Models", "Programs", "Seen"]}[sys.argv.pop(1)])
