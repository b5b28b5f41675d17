/* Z3 in its own process: answers, and what happens if it hangs, dies or talks nonsense. */
#include "base/clock.h"
#include "lang/lang.h"
#include "prove/poly/prove.h"
#include "prove/poly/z3_process.h"
#include "prove/poly/translate.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

TEST (answers)
{
  rp_z3_process solver = { 0 };
  rp_strbuf text = { 0 };
  CHECK (
    rp_z3_ask (&solver, "(declare-const x Int)(assert (= (* x x) 4))(check-sat)", 20, &text));
  CHECK_STR (rp_strbuf_text (&text), "sat\n");
  rp_strbuf_clear (&text);
  CHECK (
    rp_z3_ask (&solver, "(declare-const x Int)(assert (= (* x x) 5))(check-sat)", 20, &text));
  CHECK_STR (rp_strbuf_text (&text), "unsat\n");
  rp_strbuf_clear (&text);
  rp_z3_clear (&solver);
}

static void
hang (const char *question, rp_strbuf *text)
{
  (void) question;
  (void) text;
  for (;;)
    pause ();
}

static void
die (const char *question, rp_strbuf *text)
{
  (void) question;
  (void) text;
  abort ();
}

static void
use_up_memory (const char *question, rp_strbuf *text)
{
  (void) question;
  (void) text;
  _exit (70); /* what our own allocation does then */
}

static void
lie (const char *question, rp_strbuf *text)
{
  (void) question;
  rp_strbuf_add (text, "sat\n((|N| 1) (|x| 99999999999999999999)");
}

/* Says that there is no solution, always. */
static void
deny (const char *question, rp_strbuf *text)
{
  (void) question;
  rp_strbuf_add (text, "unsat\n");
}

TEST (hanging_is_survived)
{
  rp_z3_process solver = { .answer = hang };
  rp_strbuf text = { 0 };
  double start = rp_seconds ();
  CHECK (!rp_z3_ask (&solver, "x", 0.2, &text));
  CHECK (!rp_z3_ask (&solver, "x", 0.2, &text));
  CHECK (rp_seconds () - start < 5);
  CHECK_INT (solver.failed, 2);
  rp_z3_clear (&solver);
}

TEST (dying_is_survived)
{
  rp_z3_process solver = { .answer = die };
  rp_strbuf text = { 0 };
  CHECK (!rp_z3_ask (&solver, "x", 5, &text));
  CHECK (!rp_z3_ask (&solver, "x", 5, &text));
  solver.answer = use_up_memory;
  CHECK (!rp_z3_ask (&solver, "x", 5, &text));
  solver.answer = deny;
  CHECK (rp_z3_ask (&solver, "x", 5, &text));
  CHECK_STR (rp_strbuf_text (&text), "unsat\n");
  rp_strbuf_clear (&text);
  rp_z3_clear (&solver);
}

/* ---- the prover with such solvers ---- */

/* x*x = 61*y*y + 1: beyond isl, reals, residues and enumeration. */
static const char *const hard
  = "param N >= 1;\n"
    "clocked finish for (x in 1..N) for (y in 1..N) {\n"
    "  clocked finish {\n"
    "    clocked async { for (i in 0..x-1) { advance; for (j in 0..i-1) { advance; advance; } }\n"
    "                    u = f(); }\n"
    "    clocked async { advance; for (i in 0..y-1) for (k in 1..61) { advance;\n"
    "                    for (j in 0..i-1) { advance; advance; } }\n"
    "                    r = g(u); }\n"
    "  }\n"
    "  clocked async skip;\n"
    "}\n"
    "finish { async A[0] = 1; async A[1] = 2; async A[2] = A[2]; }\n"
    "finish { async B[0] = 1; async B[0] = 2; }\n";

static rp_proof
prove (rp_z3_answer *answer, double seconds)
{
  int64_t minima[1] = { INT64_MIN };
  rp_diagnostics diagnostics = { 0 };
  rp_source *source = rp_source_from_text ("hard.rp", hard, strlen (hard));
  rp_program *program = rp_lang_load (source, &diagnostics);
  isl_ctx *isl = rp_prove_isl ();
  rp_form form;
  rp_proof proof = { 0 };
  rp_prove_options options = { .seconds = seconds, .answer = answer };
  CHECK (program && rp_translate (program, minima, isl, &form, &diagnostics));
  CHECK (rp_prove (&form, &options, &proof));
  /* the rest went on: one pair with the solver, one without */
  CHECK_INT (proof.pairs.count, 2);
  rp_form_clear (&form);
  isl_ctx_free (isl);
  rp_program_free (program);
  rp_source_free (source);
  rp_diagnostics_clear (&diagnostics);
  return proof;
}

static void
check_undecided (rp_z3_answer *answer)
{
  double start = rp_seconds ();
  rp_proof proof = prove (answer, 3);
  CHECK (rp_seconds () - start < 20);
  CHECK_INT (rp_proof_count (&proof, RP_PROOF_UNDECIDED), 1);
  CHECK_INT (rp_proof_count (&proof, RP_PROOF_POSSIBLE), 1);
  CHECK_INT (rp_proof_count (&proof, RP_PROOF_REFUTED), 0);
  rp_proof_clear (&proof);
}

TEST (prover_survives_hanging)
{
  check_undecided (hang);
}

TEST (prover_survives_dying)
{
  check_undecided (die);
}

/* A model that is none is not believed. */
TEST (prover_checks_models)
{
  check_undecided (lie);
}
