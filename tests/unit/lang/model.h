/* Runs a model given as text, for tests: the final memory, what went wrong, why it stopped. */
#ifndef RP_TESTS_UNIT_LANG_MODEL_H
#define RP_TESTS_UNIT_LANG_MODEL_H

#include "core/event/recorder.h"
#include "core/finding/finding.h"
#include "lang/interp.h"
#include "lang/lang.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>

typedef struct model
{
  rp_source *source;
  rp_program *program;
  rp_diagnostics diagnostics;
  int64_t *params;
  recorder r;
  rp_depth_first depth_first;
  rp_random_policy random;
  rp_interp *interp; /* NULL if there were diagnostics */
  rp_stop_info stop;
  rp_strbuf memory;
  rp_strbuf accesses; /* "rx wA[1]": in order, if asked for */
  bool keep_accesses;
  uint64_t access_count;
} model;

static inline void
model_access (void *context, rp_strand *strand, uint64_t base, uint32_t size, bool is_write,
              uint32_t site)
{
  model *m = context;
  (void) strand, (void) size, (void) site;
  m->access_count++;
  if (!m->keep_accesses)
    return;
  rp_arena arena = { 0 };
  rp_namer *namer = rp_interp_namer (m->interp);
  rp_strbuf_format (&m->accesses, "%s%c%s", m->accesses.length ? " " : "", is_write ? 'w' : 'r',
                    namer->location (namer, &arena, base).name);
  rp_arena_clear (&arena);
}

/* SEED below 0: depth-first. Parameters as names and values, COUNT of them. */
static inline model *
model_run_with (const char *text, int64_t seed, const char *const *names, const int64_t *values,
                size_t count, bool keep_accesses)
{
  model *m = calloc (1, sizeof *m);
  m->r = recorder_new ("d");
  m->keep_accesses = keep_accesses;
  m->source = rp_source_from_text ("model.rp", text, strlen (text));
  m->program = rp_lang_load (m->source, &m->diagnostics);
  if (m->program)
    m->params = rp_interp_bind (m->program, names, values, count, &m->diagnostics);
  if (!m->params)
    return m;
  rp_depth_first_init (&m->depth_first, 1);
  rp_random_policy_init (&m->random, (uint64_t) seed);
  rp_interp_options options = { .params = m->params,
                                .observer = &m->r.observer,
                                .policy = seed < 0 ? &m->depth_first.policy : &m->random.policy,
                                .access = model_access,
                                .access_context = m,
                                .preempt = seed >= 0 };
  m->interp = rp_interp_new (m->program, &options, &m->diagnostics);
  if (!m->interp)
    return m;
  rp_interp_run (m->interp);
  m->stop = rp_runtime_stop_info (rp_interp_runtime (m->interp));
  rp_interp_dump (m->interp, &m->memory);
  return m;
}

static inline model *
model_run (const char *text)
{
  return model_run_with (text, -1, NULL, NULL, 0, false);
}

static inline void
model_end (model *m)
{
  if (m->interp)
    rp_interp_free (m->interp);
  CHECK_INT (m->r.forgotten, m->r.created);
  rp_strbuf_clear (&m->memory);
  rp_strbuf_clear (&m->accesses);
  rp_strbuf_clear (&m->r.log);
  free (m->params);
  rp_program_free (m->program);
  rp_diagnostics_clear (&m->diagnostics);
  rp_source_free (m->source);
  free (m);
}

/* The message of the first diagnostic, or of the first trouble, or of a misuse; or NULL. */
static inline const char *
model_message (const model *m)
{
  size_t count = 0;
  if (m->diagnostics.list.count)
    return m->diagnostics.list.items[0].message;
  const rp_trouble *troubles = m->interp ? rp_interp_troubles (m->interp, &count) : NULL;
  return count ? troubles[0].message : m->stop.message;
}

static inline int
model_rule (const model *m)
{
  size_t count = 0;
  const rp_trouble *troubles = m->interp ? rp_interp_troubles (m->interp, &count) : NULL;
  return count ? troubles[0].rule : 0;
}

/* Runs to its end without trouble; the final memory is EXPECTED. */
static inline void
model_leaves (const char *text, const char *expected)
{
  model *m = model_run (text);
  bool right = CHECK_STR (rp_strbuf_text (&m->memory), expected);
  right &= CHECK_STR (model_message (m), NULL);
  right &= CHECK_INT (m->stop.stop, RP_STOP_NOT);
  if (!right)
    test_note ("%s", text);
  model_end (m);
}

/* Ends in trouble of RULE (0: a diagnostic, or a misuse that the runtime found). */
static inline void
model_fails (const char *text, int rule, const char *message)
{
  model *m = model_run (text);
  bool right = CHECK_STR (model_message (m), message);
  right &= CHECK_INT (model_rule (m), rule);
  if (!right)
    test_note ("%s", text);
  model_end (m);
}

#endif
