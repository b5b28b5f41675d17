/* Deadlocks against brute force: models of tasks that hold sections while they ask for others, or wait for tasks and
 * phases.
 *
 *   - If some interleaving deadlocks, one depth-first run does, or is undecided.
 *   - If none does, that run seldom says so: what other sections than those of a cycle prevent is not
 *     looked at. */
#include "base/rng.h"
#include "campaign.h"
#include "engines.h"
#include "interleave.h"

#include <stdio.h>

enum
{
  MAX_STATES = 60000
};

static uint64_t stuck, foreseen, clean, doubted, skipped;

/* ---- models ---- */

typedef struct writer
{
  rp_rng rng;
  rp_strbuf *out;
  int indent, left; /* statements that may still be written */
  int tasks_left;
  int futures; /* names f0 .. in sight */
  int posts;
  int barrier; /* how this task takes part in one: 0 not, 1 on the clock, 2 on the phaser */
  bool may_join; /* regions are its own */
} writer;

static int
pick (writer *w, int count)
{
  return (int) rp_rng_below (&w->rng, (uint64_t) count);
}

static void
line (writer *w, const char *text)
{
  rp_strbuf_repeat (w->out, "  ", (size_t) w->indent);
  rp_strbuf_format (w->out, "%s\n", text);
}

static void write_block (writer *w, int statements);

static void
write_section (writer *w)
{
  static const char *const sections[]
    = { "isolated (a) {", "isolated (b) {",    "isolated (c) {", "isolated (a, b) {",
        "isolated {",     "isolated (v[0]) {", "isolated (v) {", "isolated (b, c) {" };
  int kind = pick (w, 20);
  line (w, sections[kind < 15 ? kind % 3 : 3 + kind % 5]);
  write_block (w, 1 + pick (w, 2));
  line (w, "}");
}

/* What the task sees inside: its own regions, and barriers that it is on. */
static void
write_task (writer *w, const char *head, int barrier)
{
  writer saved = *w;
  line (w, head);
  w->barrier = barrier;
  w->may_join = true;
  w->posts = 0;
  write_block (w, 1 + pick (w, 3));
  line (w, "}");
  w->barrier = saved.barrier;
  w->may_join = saved.may_join;
  w->posts = saved.posts;
  w->futures = saved.futures;
}

static void
write_future (writer *w)
{
  char head[32];
  snprintf (head, sizeof head, "future f%d = async {", w->futures);
  write_task (w, head, 0);
  w->futures++;
}

static void
write_finish (writer *w)
{
  int futures = w->futures;
  line (w, "finish {");
  if (w->tasks_left-- > 0)
    write_task (w, "async {", 0);
  write_block (w, 1);
  line (w, "}");
  w->futures = futures;
}

static bool
write_wait (writer *w)
{
  char text[32];
  int kind = pick (w, 3);
  if (kind == 0 && w->futures)
    snprintf (text, sizeof text, "get (f%d);", pick (w, w->futures));
  else if (kind == 1 && w->posts && w->may_join)
    snprintf (text, sizeof text, "await r;");
  else if (kind == 2 && w->barrier)
    snprintf (text, sizeof text, w->barrier == 1 ? "advance;" : "next ph;");
  else
    return false;
  line (w, text);
  return true;
}

static void
write_creation (writer *w)
{
  if (w->tasks_left-- <= 0)
    {
      line (w, "skip;");
      return;
    }
  int kind = pick (w, 6);
  if (kind == 0)
    write_future (w);
  else if (kind == 1)
    write_finish (w);
  else if (kind == 2 && w->may_join)
    {
      static const char *const posts[] = { "post r <- pa ();", "post r <- pb ();", "post r <- pab ();" };
      line (w, posts[pick (w, 3)]);
      w->posts++;
    }
  else if (w->barrier)
    write_task (w, w->barrier == 1 ? "clocked async {" : "async phased (ph) {", w->barrier);
  else
    write_task (w, "async {", 0);
}

static void
write_statement (writer *w)
{
  int kind = pick (w, 10);
  if (w->left-- <= 0)
    line (w, "skip;");
  else if (kind < 5)
    write_section (w);
  else if (kind < 8)
    write_creation (w);
  else if (!write_wait (w))
    write_section (w);
}

static void
write_block (writer *w, int statements)
{
  int futures = w->futures;
  w->indent++;
  for (int i = 0; i < statements; i++)
    write_statement (w);
  w->indent--;
  w->futures = futures;
}

/* An unclocked finish around a clocked async is misuse, so a clock's finish has no other inside. */
static void
generate (uint64_t seed, rp_strbuf *out)
{
  writer w = { .out = out, .left = 9, .tasks_left = 3, .may_join = true };
  w.rng = rp_rng_from_seed (seed);
  rp_strbuf_add (out, "var v[2];\n"
                      "proc pa () { isolated (a) skip; }\n"
                      "proc pb () { isolated (b) skip; }\n"
                      "proc pab () { isolated (a) isolated (b) skip; }\n"
                      "proc main () {\n");
  int kind = pick (&w, 4);
  w.indent = 1;
  if (kind == 0)
    line (&w, "phaser ph;");
  if (kind == 1)
    line (&w, "clocked finish {");
  w.barrier = kind == 0 ? 2 : kind == 1;
  w.indent = 0;
  for (int i = 0; i < 2; i++)
    {
      w.indent = 1;
      write_creation (&w);
    }
  w.indent = 0;
  write_block (&w, 2);
  rp_strbuf_add (out, kind == 1 ? "  }\n}\n" : "}\n");
}

/* ---- the property ---- */

static rp_generate_options
options (uint64_t seed)
{
  (void) seed;
  return (rp_generate_options) { 0 };
}

static const char *
compare (const rp_outcome_set *run, const rp_interleave_result *brute)
{
  if (run->failed || brute->failure)
    {
      skipped++;
      return NULL;
    }
  if (run->deadlock)
    {
      stuck++;
      return brute->deadlock ? NULL : "only the run deadlocks";
    }
  if (brute->deadlock)
    {
      foreseen++;
      return run->depends ? NULL : "an interleaving deadlocks, and the run does not say so";
    }
  run->may_deadlock ? doubted++ : clean++;
  return NULL;
}

static const char *
check (const rp_program *program, uint64_t seed)
{
  int64_t params[1] = { 0 };
  rp_interleave_result brute = rp_interleave_with (program, params, MAX_STATES, true);
  const char *wrong = NULL;
  if (brute.too_big || brute.unsupported)
    skipped++;
  else
    {
      rp_depth_first depth_first;
      rp_random_policy random;
      rp_depth_first_init (&depth_first, seed);
      rp_random_policy_init (&random, seed);
      rp_policy *policy = seed % 4 ? &depth_first.policy : &random.policy;
      rp_outcome_set run = rp_engine_run (program, RP_CHECK_INDEXED, policy, false);
      wrong = compare (&run, &brute);
      rp_engine_clear (&run);
    }
  rp_interleave_clear (&brute);
  return wrong;
}

static bool
summary (void)
{
  printf ("%llu deadlock at once, %llu foreseen; %llu cannot, %llu doubted; %llu skipped\n",
          (unsigned long long) stuck, (unsigned long long) foreseen, (unsigned long long) clean,
          (unsigned long long) doubted, (unsigned long long) skipped);
  return !clean || doubted * 50 <= clean;
}

int
main (int argc, char **argv)
{
  const rp_campaign campaign = { "stalls", 30000, options, check, summary, generate };
  return rp_campaign_main (&campaign, argc, argv);
}
