/* Pairs of accesses in sections: which of them the sections exclude, also when isl gave up on a section's element. */
#include "lang/lang.h"
#include "prove/poly/candidates.h"
#include "prove/poly/execute.h"
#include "prove/poly/prove.h"
#include "prove/poly/translate.h"
#include "test.h"

#include <isl/ctx.h>
#include <isl/map.h>
#include <string.h>

/* What a test needs of one model. */
typedef struct translated
{
  rp_source *source;
  rp_program *program;
  rp_diagnostics diagnostics;
  isl_ctx *isl;
  rp_form form;
} translated;

/* Translates TEXT; OPERATIONS is isl's limit meanwhile, 0 for the usual one. */
static void
begin (translated *t, const char *text, unsigned long operations)
{
  int64_t minima[1] = { INT64_MIN };
  *t = (translated) { .source = rp_source_from_text ("sections.rp", text, strlen (text)) };
  t->program = rp_lang_load (t->source, &t->diagnostics);
  t->isl = rp_prove_isl ();
  unsigned long usual = isl_ctx_get_max_operations (t->isl);
  if (operations)
    isl_ctx_set_max_operations (t->isl, operations);
  CHECK (t->program && rp_translate (t->program, minima, t->isl, &t->form, &t->diagnostics));
  isl_ctx_set_max_operations (t->isl, usual);
  isl_ctx_reset_operations (t->isl);
}

static void
end (translated *t)
{
  rp_form_clear (&t->form);
  isl_ctx_free (t->isl);
  rp_program_free (t->program);
  rp_source_free (t->source);
  rp_diagnostics_clear (&t->diagnostics);
}

/* Whether the form lets a proof be made: no note is fatal. */
static bool
is_complete (const rp_form *form)
{
  for (size_t i = 0; i < form->inexact.count; i++)
    if (form->inexact.items[i]->is_fatal)
      return false;
  return true;
}

static size_t
count_candidates (const rp_form *form)
{
  rp_candidates candidates;
  rp_candidates_find (form, 1e9, &candidates);
  size_t count = candidates.list.count + !candidates.is_complete;
  rp_candidates_clear (&candidates);
  return count;
}

/* The sections are on different elements, so they exclude nothing. */
static const char *const racy = "param N >= 1;\n"
                                "finish for (i in 0..N)\n"
                                "  async isolated (A[i]) for (j in 0..1) x = i;\n";

TEST (sections_on_elements)
{
  translated t;
  begin (&t, racy, 0);
  CHECK (is_complete (&t.form));
  CHECK (count_candidates (&t.form) > 0);
  end (&t);
  begin (&t, "param N >= 1;\nfinish for (i in 0..N) async isolated (A[2]) x = i;\n", 0);
  CHECK_INT (count_candidates (&t.form), 0);
  end (&t);
  begin (&t, "param N >= 1;\nfinish for (i in 0..N) async isolated x = i;\n", 0);
  CHECK_INT (count_candidates (&t.form), 0);
  end (&t);
}

/* An element that isl gave up on is not all elements. */
TEST (an_element_that_is_lost)
{
  translated t;
  begin (&t, racy, 0);
  for (size_t i = 0; i < t.form.leaves.count; i++)
    for (size_t k = 0; k < t.form.leaves.items[i]->held.count; k++)
      {
        isl_map_free (t.form.leaves.items[i]->held.items[k].element);
        t.form.leaves.items[i]->held.items[k].element = NULL;
      }
  CHECK (count_candidates (&t.form) > 0);
  end (&t);
}

/* Wherever isl gives up, the race is not proved away. */
TEST (isl_gives_up_anywhere)
{
  for (unsigned long operations = 1; operations < 3000; operations++)
    {
      translated t;
      begin (&t, racy, operations);
      CHECK (!is_complete (&t.form) || count_candidates (&t.form) > 0);
      end (&t);
    }
}

/* Executes FORM for N = 3, with the writes in the iterations 0 and 1 as the pair. isl gives up after OPERATIONS. */
static rp_execution_result
execute (const rp_form *form, unsigned long operations)
{
  uint32_t instances;
  rp_named_value n = { .name = "N", .value = 3 }, at[2][1] = { { { .name = "i", .value = 0 } }, { { .name = "i", .value = 1 } } };
  rp_proof_pair pair = { .has_values = true, .params = &n, .param_count = 1 };
  for (int i = 0; i < 2; i++)
    pair.sides[i] = (rp_proof_side) {
      .site = form->leaves.items[0]->accesses.items[0].site, .iterators = at[i], .iterator_count = 1
    };
  unsigned long usual = isl_ctx_get_max_operations (form->isl);
  isl_ctx_set_max_operations (form->isl, operations);
  rp_execution_result result = rp_execute (form, &pair, &instances);
  isl_ctx_set_max_operations (form->isl, usual);
  return result;
}

/* Wherever isl gives up, an execution shows neither a race nor an order. */
TEST (isl_gives_up_in_an_execution)
{
  static const struct
  {
    const char *text;
    rp_execution_result result;
  } models[] = {
    { "param N >= 1;\nfinish for (i in 0..N) async isolated (A[i / 2]) x = i;\n", RP_EXECUTED_NO_RACE },
    { "param N >= 1;\nfinish for (i in 0..N) async isolated (A[i]) x = i;\n", RP_EXECUTED_RACE },
    { "param N >= 1;\nfinish for (i in 0..N) async x = i;\n", RP_EXECUTED_RACE },
    { "param N >= 1;\nfor (i in 0..N) finish async x = i;\n", RP_EXECUTED_NO_RACE },
  };
  for (size_t m = 0; m < sizeof models / sizeof *models; m++)
    {
      translated t;
      int wrong = 0, given_up = 0;
      begin (&t, models[m].text, 0);
      for (unsigned long operations = 1; operations < 2000; operations++)
        {
          rp_execution_result result = execute (&t.form, operations);
          given_up += result == RP_NOT_EXECUTABLE;
          wrong += result != RP_NOT_EXECUTABLE && result != models[m].result;
        }
      CHECK_INT (wrong, 0);
      CHECK (given_up > 0);
      CHECK_INT (execute (&t.form, 100000), models[m].result);
      end (&t);
    }
}
