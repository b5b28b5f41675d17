/* The explorer against models whose answers are known by thought: each file in known_models says
 * on its first line what must come out, exactly. And the generator and the shrinker. */
#include "base/panic.h"
#include "generate.h"
#include "interleave.h"
#include "lang/lang.h"
#include "shrink.h"
#include "test.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>

#ifndef RP_KNOWN_MODELS
#define RP_KNOWN_MODELS "tests/core/detect/known_models"
#endif

#define STATES 200000

typedef struct loaded
{
  rp_source *source;
  rp_program *program;
  int64_t values[8];
} loaded;

static bool
load (loaded *model, rp_source *source)
{
  rp_diagnostics errors = { 0 };
  *model = (loaded) { .source = source };
  model->program = source ? rp_lang_load (source, &errors) : NULL;
  for (size_t i = 0; i < errors.list.count; i++)
    test_note ("%s:%u: %s", errors.list.items[i].at.file, errors.list.items[i].at.line,
               errors.list.items[i].message);
  rp_diagnostics_clear (&errors);
  for (uint32_t i = 0; model->program && i < model->program->param_count; i++)
    model->values[i] = model->program->params[i].minimum;
  return model->program != NULL;
}

static bool
load_text (loaded *model, const char *text)
{
  return load (model, rp_source_from_text ("test.rp", text, strlen (text)));
}

static void
unload (loaded *model)
{
  if (model->program)
    rp_program_free (model->program);
  if (model->source)
    rp_source_free (model->source);
}

static size_t
count_races (const char *text)
{
  loaded model;
  size_t count = 0;
  if (load_text (&model, text))
    {
      rp_interleave_result result = rp_interleave (model.program, model.values, STATES);
      count = result.races.count;
      rp_interleave_clear (&result);
    }
  unload (&model);
  return count;
}

/* `// expect: (clean | race LOCATION...) [deadlock] [failure] [outcomes N]` */
typedef struct expectation
{
  char text[256];
  char *locations[8];
  size_t location_count;
  bool deadlock, failure;
  long outcomes; /* -1: not said */
} expectation;

static bool
read_expectation (const rp_source *source, expectation *e)
{
  static const char prefix[] = "// expect: ";
  *e = (expectation) { .outcomes = -1 };
  size_t length = strcspn (source->text, "\n");
  if (length >= sizeof e->text || strncmp (source->text, prefix, strlen (prefix)) != 0)
    return false;
  memcpy (e->text, source->text, length);
  bool known = true;
  for (char *word = strtok (e->text + strlen (prefix), " "); word; word = strtok (NULL, " "))
    if (!strcmp (word, "deadlock"))
      e->deadlock = true;
    else if (!strcmp (word, "failure"))
      e->failure = true;
    else if (!strcmp (word, "outcomes"))
      e->outcomes = strtol (strtok (NULL, " "), NULL, 10);
    else if (strcmp (word, "clean") != 0 && strcmp (word, "race") != 0)
      {
        known &= e->location_count < 8;
        e->locations[e->location_count++ % 8] = word;
      }
  return known;
}

static void
check_result (const char *name, const rp_interleave_result *result, const expectation *e)
{
  bool good = CHECK_INT (rp_interleave_location_count (result), e->location_count);
  for (size_t i = 0; i < e->location_count; i++)
    good &= CHECK (rp_interleave_has (result, e->locations[i]));
  good &= CHECK_INT (result->deadlock, e->deadlock);
  good &= CHECK_INT (result->failure, e->failure);
  if (e->outcomes >= 0)
    good &= CHECK_INT (result->outcomes, e->outcomes);
  good &= CHECK (!result->too_big && !result->unsupported);
  if (!good)
    test_note ("in %s", name);
}

static void
check_file (const char *name)
{
  char path[1024];
  loaded model;
  expectation e;
  snprintf (path, sizeof path, "%s/%s", RP_KNOWN_MODELS, name);
  if (CHECK (load (&model, rp_source_read (path))) && CHECK (read_expectation (model.source, &e)))
    for (int reduce = 0; reduce < 2; reduce++)
      {
        rp_interleave_result result
          = rp_interleave_with (model.program, model.values, STATES, reduce);
        check_result (name, &result, &e);
        rp_interleave_clear (&result);
      }
  else
    test_note ("in %s", path);
  unload (&model);
}

static int
is_model (const struct dirent *entry)
{
  const char *dot = strrchr (entry->d_name, '.');
  return dot && !strcmp (dot, ".rp");
}

TEST (known_models)
{
  struct dirent **names = NULL;
  int count = scandir (RP_KNOWN_MODELS, &names, is_model, alphasort);
  CHECK (count >= 100);
  for (int i = 0; i < count; i++)
    {
      check_file (names[i]->d_name);
      free (names[i]);
    }
  free (names);
}

/* x = x + 1 beside x = 2: the read and the write, each against the other write. */
TEST (racing_pairs_have_sites)
{
  loaded model;
  if (!CHECK (load_text (&model, "var x; finish { async x = x + 1; async x = 2; }")))
    return;
  rp_interleave_result result = rp_interleave (model.program, model.values, STATES);
  if (CHECK_INT (result.races.count, 2))
    for (size_t i = 0; i < 2; i++)
      {
        const rp_interleave_race *race = &result.races.items[i];
        CHECK_STR (race->location, "x");
        CHECK (race->sites[0] && race->sites[0] < race->sites[1]);
        CHECK (race->sites[1] < model.program->site_count + 1);
        CHECK (race->writes[0] || race->writes[1]);
      }
  rp_interleave_clear (&result);
  unload (&model);
}

/* Without reduction the states can be counted by hand. main stands before its creation, its write,
 * leaving its phasers, the end of the implicit finish, its own end, or is gone; the task stands
 * before its write, before its end, or is gone.
 *   1  before the creation
 *   3  main before its write, the task anywhere
 *   2  main at one of the next two places, the task before its write
 *   8  main at one of these, the task at one of its last two: the later write shows
 *   4  main before its end or gone, the task gone */
TEST (granularity)
{
  loaded model;
  if (!CHECK (load_text (&model, "var x; async x = 1; x = 2;")))
    return;
  rp_interleave_result result = rp_interleave_with (model.program, model.values, STATES, false);
  CHECK_INT (result.outcomes, 2);
  CHECK_INT (result.races.count, 1);
  CHECK_INT (result.states, 1 + 3 + 2 + 8 + 4);
  rp_interleave_clear (&result);
  unload (&model);
}

TEST (bound_is_respected)
{
  loaded model;
  if (!CHECK (load_text (&model, "forall (i in 0..9) { A[i] = 1; B[i] = 1; C[i] = 1; }")))
    return;
  rp_interleave_result result = rp_interleave (model.program, model.values, 1000);
  CHECK (result.too_big);
  CHECK (result.states <= 1001);
  rp_interleave_clear (&result);
  unload (&model);
}

static bool
same_answers (const rp_interleave_result *a, const rp_interleave_result *b)
{
  bool same = a->races.count == b->races.count && a->deadlock == b->deadlock
              && a->failure == b->failure && a->outcomes == b->outcomes;
  for (size_t i = 0; same && i < a->races.count; i++)
    same = !strcmp (a->races.items[i].location, b->races.items[i].location)
           && !memcmp (a->races.items[i].sites, b->races.items[i].sites,
                       sizeof a->races.items[i].sites);
  return same;
}

/* Random models: generated the same twice, accepted, without misuse; the reduction loses nothing;
 * and where the outcome must not depend on the schedule, it does not. */
typedef struct tally
{
  int models, racy, deadlocks;
} tally;

static void
check_random (uint64_t seed, rp_generate_options options, tally *sum)
{
  rp_strbuf text = { 0 }, again = { 0 };
  loaded model;
  rp_generate (seed, options, &text);
  rp_generate (seed, options, &again);
  bool good = CHECK_STR (rp_strbuf_text (&again), rp_strbuf_text (&text));
  good &= CHECK (load_text (&model, rp_strbuf_text (&text)));
  if (good)
    {
      rp_interleave_result fast = rp_interleave_with (model.program, model.values, STATES, true);
      rp_interleave_result full = rp_interleave_with (model.program, model.values, STATES, false);
      good &= CHECK (full.too_big || same_answers (&fast, &full));
      good &= CHECK (!fast.failure && !fast.unsupported);
      bool isolated = strstr (rp_strbuf_text (&text), "isolated") != NULL;
      if (!options.order_matters && !isolated && !fast.races.count)
        good &= CHECK (fast.outcomes <= 1);
      sum->models++;
      sum->racy += fast.races.count > 0;
      sum->deadlocks += fast.deadlock;
      rp_interleave_clear (&fast);
      rp_interleave_clear (&full);
    }
  if (!good)
    test_note ("%s, seed %llu, order_matters %d", rp_generate_class_name (options.class),
               (unsigned long long) seed, options.order_matters);
  unload (&model);
  rp_strbuf_clear (&text);
  rp_strbuf_clear (&again);
}

TEST (random_models)
{
  for (int kind = 0; kind < RP_GENERATE_CLASSES; kind++)
    {
      tally sum = { 0 };
      for (uint64_t seed = 0; seed < 300; seed++)
        check_random (seed,
                      (rp_generate_options) { .class = (rp_generate_class) kind,
                                              .size = RP_GENERATE_TINY,
                                              .order_matters = seed % 3 == 0,
                                              .static_control = seed % 4 == 0 },
                      &sum);
      bool balanced = CHECK (sum.racy * 5 > sum.models && sum.racy * 4 < sum.models * 3);
      balanced &= CHECK (sum.deadlocks * 50 < sum.models);
      if (!balanced)
        test_note ("%s: %d of %d racy, %d deadlocks", rp_generate_class_name (kind), sum.racy,
                   sum.models, sum.deadlocks);
    }
}

TEST (larger_random_models_are_accepted)
{
  for (uint64_t seed = 0; seed < 700; seed++)
    {
      rp_strbuf text = { 0 };
      loaded model;
      rp_generate_options options = { .class = (rp_generate_class) (seed % RP_GENERATE_CLASSES),
                                      .size = seed % 2 ? RP_GENERATE_SMALL : RP_GENERATE_MEDIUM,
                                      .order_matters = seed % 5 == 0,
                                      .static_control = seed % 3 == 0 };
      rp_generate (seed, options, &text);
      if (!CHECK (load_text (&model, rp_strbuf_text (&text))))
        test_note ("seed %llu", (unsigned long long) seed);
      unload (&model);
      rp_strbuf_clear (&text);
    }
}

static bool
still_races (const char *text, void *context)
{
  rp_diagnostics errors = { 0 };
  rp_source *source = rp_source_from_text ("shrink.rp", text, strlen (text));
  rp_program *program = rp_lang_load (source, &errors);
  if (program)
    rp_program_free (program);
  rp_source_free (source);
  rp_diagnostics_clear (&errors);
  ++*(int *) context;
  return program && count_races (text) > 0;
}

/* The failure is one pair of writes; about that much must remain. */
TEST (shrink_finds_the_core)
{
  static const char text[]
    = "// a comment\n"
      "var x; var y;\n"
      "proc p (n) { y = n; return n + 1; }\n"
      "proc main () {\n"
      "  var n = 3;\n"
      "  finish {\n"
      "    async { for (i in 0..1) { if (n > 0) { x = x + 1; } else { y = 2; } } }\n"
      "    async { p (2); }\n"
      "    async { x = n * 2 + y; skip; }\n"
      "  }\n"
      "  y = p (n);\n"
      "}\n";
  int tries = 0;
  if (!CHECK (still_races (text, &tries)))
    return;
  char *small = rp_shrink (text, still_races, &tries, 5000);
  CHECK (still_races (small, &tries));
  CHECK (tries <= 5002);
  if (!CHECK (strlen (small) < 60))
    test_note ("%s", small);
  free (small);
}

/* Shrinking stops at the bound, and what it returns still fails. */
TEST (shrink_keeps_to_its_tries)
{
  int tries = 0;
  static const char text[] = "var x; finish { async x = 1; async x = 2; }\n";
  char *small = rp_shrink (text, still_races, &tries, 3);
  CHECK (tries <= 3);
  CHECK (still_races (small, &tries));
  free (small);
}
