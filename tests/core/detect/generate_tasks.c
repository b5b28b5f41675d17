/* Tasks and barriers of a random model. Each writer checks that its statement makes sense where it
 * stands and that the budget of tasks allows it, and else declines. */
#include "generator.h"
#include "lang/ast.h"

static bool
may_create (const rp_generator *g, int tasks)
{
  return g->tasks_left >= tasks * g->at.times && g->at.depth < 6;
}

static rp_block_outside
task_begin (rp_generator *g, int instances)
{
  g->tasks_left -= instances * g->at.times;
  rp_block_outside saved = rp_block_begin (g);
  g->at.task = ++g->task_count;
  g->at.times *= instances;
  g->at.clocked = g->at.may_advance = g->at.phased = g->at.branch = false;
  for (int i = 0; i < RP_REGIONS; i++)
    g->at.regions[i] = (rp_region_use) { 0 };
  return saved;
}

/* What an async leaves unjoined goes to the owner of its finish at a moment that depends on the
 * schedule. */
static void
task_end (rp_generator *g, rp_block_outside saved)
{
  if (!g->options.order_matters || rp_chance (g, 50))
    rp_regions_await_all (g);
  rp_block_end (g, saved);
}

static bool
generate_async (rp_generator *g)
{
  if (!may_create (g, 1))
    return false;
  rp_line (g, "async {");
  rp_block_outside saved = task_begin (g, 1);
  rp_generate_block (g, 1 + rp_pick (g, 3));
  if (rp_chance (g, 8))
    {
      rp_regions_await_all (g);
      rp_line (g, "return;");
    }
  task_end (g, saved);
  rp_line (g, "}");
  return true;
}

/* Tasks inside are not registered on what the task around is: it blocks at the end. */
static bool
generate_finish (rp_generator *g)
{
  if (!may_create (g, 1))
    return false;
  rp_line (g, "finish {");
  rp_block_outside saved = rp_block_begin (g);
  rp_regions_lock (g);
  g->at.may_advance |= g->at.clocked;
  g->at.clocked = g->at.phased = false;
  int tasks = 1 + rp_pick (g, 3);
  for (int i = 0; i < tasks; i++)
    {
      generate_async (g);
      if (rp_chance (g, 40))
        rp_generate_stmt (g);
    }
  rp_regions_await_all (g);
  rp_block_end (g, saved);
  rp_line (g, "}");
  g->at.phase++;
  return true;
}

static bool
generate_forall (rp_generator *g)
{
  int last = 1 + rp_pick (g, 2);
  if (!may_create (g, last + 1))
    return false;
  bool joined = rp_chance (g, 60);
  rp_block_outside outer = rp_block_begin (g);
  g->indent--;
  int iterator = rp_declare (g, RP_LOCAL_ITERATOR);
  rp_line (g, "%s (i%d in 0..%d) {", joined ? "forall" : "forasync", iterator, last);
  rp_block_outside saved = task_begin (g, last + 1);
  rp_generate_block (g, 1 + rp_pick (g, 2));
  task_end (g, saved);
  rp_line (g, "}");
  g->indent++;
  rp_block_end (g, outer);
  g->at.phase += joined;
  return true;
}

static bool
generate_future (rp_generator *g)
{
  if (!may_create (g, 1))
    return false;
  rp_strbuf value = { 0 };
  int number = g->name_count++;
  rp_line (g, "future f%d = async {", number);
  rp_block_outside saved = task_begin (g, 1);
  rp_generate_block (g, 1 + rp_pick (g, 2));
  rp_write_value (g, &value, 1);
  if (rp_chance (g, 80))
    rp_line (g, "return %s;", rp_strbuf_text (&value));
  rp_strbuf_clear (&value);
  task_end (g, saved);
  rp_line (g, "}");
  RP_VEC_PUSH (&g->locals, (rp_local) { RP_LOCAL_FUTURE, number });
  /* A shared variable that holds a future; written once, before any task that reads it. */
  if (!g->task_count && rp_chance (g, 20))
    rp_line (g, "h%d = f%d;", number, number);
  return true;
}

static bool
generate_get (rp_generator *g)
{
  const rp_local *future = rp_local_of (g, RP_LOCAL_FUTURE);
  if (!future)
    return false;
  int number = future->number;
  if (rp_chance (g, 50))
    rp_line (g, "get (f%d);", number);
  else
    rp_line (g, "var v%d = get (f%d);", rp_declare (g, RP_LOCAL_INT), number);
  g->at.phase++;
  rp_generate_simple (g);
  return true;
}

static bool
generate_clocked_async (rp_generator *g)
{
  if (!g->at.clocked || !may_create (g, 1))
    return false;
  rp_line (g, "clocked async {");
  rp_block_outside saved = task_begin (g, 1);
  g->at.clocked = true;
  int statements = 1 + rp_pick (g, 3);
  for (int i = 0; i < statements; i++)
    if (rp_chance (g, 45))
      {
        rp_line (g, "advance;");
        g->at.phase++;
        rp_generate_access (g);
      }
    else
      rp_generate_stmt (g);
  task_end (g, saved);
  rp_line (g, "}");
  return true;
}

static bool
generate_advance (rp_generator *g)
{
  if (!g->at.clocked && !g->at.may_advance)
    return false;
  rp_line (g, "advance;");
  g->at.phase++;
  rp_generate_simple (g);
  return true;
}

static bool
generate_clocked_finish (rp_generator *g)
{
  if (!may_create (g, 2))
    return false;
  rp_line (g, "clocked finish {");
  rp_block_outside saved = rp_block_begin (g);
  g->at.clocked = true;
  g->at.phased = g->at.may_advance = false;
  rp_regions_lock (g);
  int tasks = 2 + rp_pick (g, 2);
  for (int i = 0; i < tasks; i++)
    {
      generate_clocked_async (g);
      if (rp_chance (g, 35))
        generate_advance (g);
      else if (rp_chance (g, 25))
        rp_generate_stmt (g);
    }
  rp_regions_await_all (g);
  rp_block_end (g, saved);
  rp_line (g, "}");
  g->at.phase += 3;
  return true;
}

/* One operation on phaser NUMBER in a task registered with MODE. */
static void
generate_phaser_op (rp_generator *g, int number, unsigned mode)
{
  if (mode == RP_PHASER_SIGNAL)
    rp_line (g, rp_chance (g, 60) ? "signal p%d;" : "next p%d;", number);
  else if (mode == RP_PHASER_WAIT)
    rp_line (g, rp_chance (g, 60) ? "wait p%d;" : "next p%d;", number);
  else if (rp_chance (g, 25))
    {
      rp_line (g, "signal p%d;", number);
      rp_generate_access (g);
      rp_line (g, "wait p%d;", number);
    }
  else if (rp_chance (g, 40))
    rp_line (g, "next;");
  else
    rp_line (g, "next p%d;", number);
  g->at.phase++;
}

static const char *
mode_text (rp_generator *g, unsigned mode)
{
  return mode == RP_PHASER_SIGNAL ? ": signal"
         : mode == RP_PHASER_WAIT ? ": wait"
         : rp_chance (g, 50)      ? ": signal_wait"
                                  : "";
}

static void
generate_phased_async (rp_generator *g, int number, unsigned mode)
{
  if (!may_create (g, 1))
    return;
  rp_line (g, "async phased (p%d%s) {", number, mode_text (g, mode));
  rp_block_outside saved = task_begin (g, 1);
  g->at.phased = true;
  int statements = 1 + rp_pick (g, 3);
  bool passed_on = false;
  for (int i = 0; i < statements; i++)
    if (rp_chance (g, 50))
      {
        generate_phaser_op (g, number, mode);
        rp_generate_access (g);
      }
    else if (!passed_on && rp_chance (g, 15))
      {
        passed_on = true;
        generate_phased_async (g, number, mode);
      }
    else
      rp_generate_stmt (g);
  if (rp_chance (g, 15))
    {
      rp_line (g, "drop p%d;", number);
      rp_generate_access (g);
    }
  task_end (g, saved);
  rp_line (g, "}");
}

static unsigned
pick_mode (rp_generator *g)
{
  return rp_chance (g, 55)   ? RP_PHASER_SIGNAL_WAIT
         : rp_chance (g, 50) ? RP_PHASER_SIGNAL
                             : RP_PHASER_WAIT;
}

/* The creator drops the phaser before it blocks at the end of the finish, else the others would
 * wait for it in vain. */
static bool
generate_phaser_unit (rp_generator *g)
{
  if (!may_create (g, 2))
    return false;
  rp_line (g, "finish {");
  rp_block_outside saved = rp_block_begin (g);
  g->at.clocked = false;
  g->at.phased = true;
  rp_regions_lock (g);
  int number = g->name_count++;
  rp_line (g, "phaser p%d;", number);
  int tasks = 1 + rp_pick (g, 3);
  for (int i = 0; i < tasks; i++)
    {
      generate_phased_async (g, number, pick_mode (g));
      if (rp_chance (g, 35))
        {
          generate_phaser_op (g, number, RP_PHASER_SIGNAL_WAIT);
          rp_generate_access (g);
        }
      else if (rp_chance (g, 25))
        rp_generate_simple (g);
    }
  rp_regions_await_all (g);
  rp_line (g, "drop p%d;", number);
  if (rp_chance (g, 30))
    rp_generate_access (g);
  rp_block_end (g, saved);
  rp_line (g, "}");
  g->at.phase += 3;
  return true;
}

/* p: first to second, q: second to third; each task knows its own side only. */
static bool
generate_pipeline (rp_generator *g)
{
  if (!may_create (g, 3))
    return false;
  int p = g->name_count++, q = g->name_count++;
  rp_line (g, "finish {");
  rp_block_outside saved = rp_block_begin (g);
  g->at.clocked = false;
  g->at.phased = true;
  rp_regions_lock (g);
  rp_line (g, "phaser p%d; phaser p%d;", p, q);
  for (int stage = 0; stage < 3; stage++)
    {
      if (stage == 0)
        rp_line (g, "async phased (p%d: signal) {", p);
      else if (stage == 1)
        rp_line (g, "async phased (p%d: wait, p%d: signal) {", p, q);
      else
        rp_line (g, "async phased (p%d: wait) {", q);
      rp_block_outside task = task_begin (g, 1);
      g->at.phased = true;
      int rounds = 1 + rp_pick (g, 2);
      for (int i = 0; i < rounds; i++)
        {
          if (stage > 0)
            rp_line (g, "wait p%d;", stage == 1 ? p : q);
          rp_line (g, rp_chance (g, 70) ? "A[%d] = A[%d] + 1;" : "A[%d] = A[%d + 1];", i, i);
          g->accesses_left -= 2 * g->at.times;
          if (stage < 2)
            rp_line (g, "signal p%d;", stage == 0 ? p : q);
        }
      task_end (g, task);
      rp_line (g, "}");
    }
  rp_line (g, "drop p%d; drop p%d;", p, q);
  rp_block_end (g, saved);
  rp_line (g, "}");
  return true;
}

/* Global, or on objects that overlap those of other sections or not. */
static void
generate_section_head (rp_generator *g)
{
  int a = rp_pick (g, 3), b = rp_pick (g, 3);
  char scalar = "xyz"[rp_pick (g, 3)];
  if (g->options.global_sections || rp_chance (g, 40))
    rp_line (g, "isolated {");
  else if (rp_chance (g, 40))
    rp_line (g, "isolated (%c) {", scalar);
  else if (rp_chance (g, 20))
    rp_line (g, "isolated (A) {");
  else if (rp_chance (g, 50))
    rp_line (g, "isolated (A[%d]) {", a);
  else if (rp_chance (g, 50))
    rp_line (g, "isolated (A[%d], %c) {", a, scalar);
  else
    rp_line (g, "isolated (A[%d], A[%d]) {", a, b);
}

static bool
generate_isolated (rp_generator *g)
{
  generate_section_head (g);
  rp_block_outside saved = rp_block_begin (g);
  g->at.isolated = true;
  int statements = 1 + rp_pick (g, 2);
  for (int i = 0; i < statements; i++)
    {
      int discipline = g->discipline;
      g->discipline = 20; /* what is isolated is there to be shared */
      if (g->options.order_matters && rp_chance (g, 10) && saved.at.depth < 4 && !saved.at.isolated)
        generate_isolated (g);
      else
        rp_generate_simple (g);
      g->discipline = discipline;
    }
  rp_block_end (g, saved);
  rp_line (g, "}");
  return true;
}

static bool
generate_structured (rp_generator *g)
{
  int kind = rp_pick (g, 10);
  return kind < 4   ? generate_finish (g)
         : kind < 7 ? generate_async (g)
         : kind < 9 ? generate_forall (g)
                    : rp_generate_call (g);
}

bool
rp_generate_parallel (rp_generator *g)
{
  rp_generate_class class = g->options.class;
  if (class == RP_GENERATE_MIXED)
    class = (rp_generate_class) rp_pick (g, RP_GENERATE_MIXED);
  if (rp_chance (g, 25))
    return generate_structured (g);
  if (g->at.may_advance && rp_chance (g, 25))
    return generate_advance (g);
  if (g->at.clocked && rp_chance (g, 60))
    return rp_chance (g, 50) ? generate_advance (g) : generate_clocked_async (g);
  switch (class)
    {
    case RP_GENERATE_FUTURES:
      return rp_chance (g, 50) && generate_get (g) ? true : generate_future (g);
    case RP_GENERATE_CLOCKS:
      return g->at.clocked ? generate_advance (g) : generate_clocked_finish (g);
    case RP_GENERATE_PHASERS:
      return !g->at.phased
             && (rp_chance (g, 80) ? generate_phaser_unit (g) : generate_pipeline (g));
    case RP_GENERATE_REGIONS:
      return rp_generate_region_stmt (g);
    case RP_GENERATE_ISOLATED:
      return g->with_isolated && rp_chance (g, 60) ? generate_isolated (g)
                                                   : generate_structured (g);
    default:
      return generate_structured (g);
    }
}
