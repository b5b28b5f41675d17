/* Regions and procedures of a random model.
 *
 * The writer keeps count of the tasks that the current task owns in each region, so that no ewait
 * waits for nothing and no region is awaited that was passed on. Bodies of branches and loops
 * leave the count as they found it. */
#include "generator.h"

static bool
uses_regions (const rp_generator *g)
{
  return g->options.class == RP_GENERATE_REGIONS || g->options.class == RP_GENERATE_MIXED;
}

void
rp_regions_lock (rp_generator *g)
{
  for (int i = 0; i < RP_REGIONS; i++)
    if (g->at.regions[i].pending || g->at.regions[i].locked)
      g->at.regions[i] = (rp_region_use) { .locked = true };
}

void
rp_regions_await_all (rp_generator *g)
{
  for (int i = 0; i < RP_REGIONS; i++)
    if (g->at.regions[i].pending)
      {
        rp_line (g, "await r%d;", i);
        g->at.regions[i] = (rp_region_use) { 0 };
      }
}

/* A region that has tasks (or has none) and may be touched; -1 if there is none. */
static int
find_region (rp_generator *g, bool pending, int except)
{
  int first = rp_pick (g, RP_REGIONS);
  for (int i = 0; i < RP_REGIONS; i++)
    {
      int region = (first + i) % RP_REGIONS;
      const rp_region_use *use = &g->at.regions[region];
      if (region != except && !use->locked && (use->pending > 0) == pending)
        return region;
    }
  return -1;
}

/* With effects and more than one task in the region, the order of the joins shows. */
static void
write_handler (rp_generator *g, int region, rp_strbuf *text)
{
  rp_region_use *use = &g->at.regions[region];
  bool alone = !use->pending && g->with_effects;
  int value = g->name_count++;
  const rp_local *local = rp_local_of (g, RP_LOCAL_INT);
  if ((alone || g->options.order_matters) && rp_chance (g, 70))
    {
      use->ordered = true;
      g->accesses_left -= g->at.times;
      if (rp_chance (g, 50))
        rp_strbuf_format (text, " handle v%d { A[%d] = v%d; }", value, rp_pick (g, 4), value);
      else
        rp_strbuf_format (text, " handle v%d { %c = v%d + 1; }", value, "xyz"[rp_pick (g, 3)],
                          value);
    }
  else if (local)
    rp_strbuf_format (text, " handle v%d { v%d = v%d + v%d; }", value, local->number, local->number,
                      value);
}

static void
write_pass (rp_generator *g, int target, const rp_proc_use *proc, rp_strbuf *text)
{
  int region = proc->awaits;
  bool wanted = region >= 0 && region != target && g->at.regions[region].pending
                && !g->at.regions[region].locked;
  if (!wanted)
    region = find_region (g, true, target);
  if (region < 0 || (!wanted && rp_chance (g, 60)))
    return;
  if (g->at.regions[region].ordered && !g->options.order_matters)
    return;
  rp_strbuf_format (text, " pass {r%d}", region);
  g->at.regions[region] = (rp_region_use) { .locked = true };
  g->has_passed = true;
}

static bool
generate_post (rp_generator *g)
{
  if (!g->proc_count || g->at.depth > 5)
    return false;
  int number = rp_pick (g, g->proc_count);
  const rp_proc_use *proc = &g->procs[number];
  int region = find_region (g, rp_chance (g, 60), -1);
  bool order_matters = g->options.order_matters;
  if (region < 0 || g->tasks_left < (1 + proc->tasks) * g->at.times
      || (g->at.regions[region].ordered && !order_matters))
    return false;
  rp_strbuf clauses = { 0 };
  if (!g->with_effects || order_matters)
    write_pass (g, region, proc, &clauses);
  if (rp_chance (g, 45))
    write_handler (g, region, &clauses);
  const rp_local *iterator = rp_local_of (g, RP_LOCAL_ITERATOR);
  int argument = 10 * ++g->posts;
  if (iterator)
    rp_line (g, "post r%d <- q%d (%d + i%d)%s;", region, number, argument, iterator->number,
             rp_strbuf_text (&clauses));
  else
    rp_line (g, "post r%d <- q%d (%d)%s;", region, number, argument, rp_strbuf_text (&clauses));
  rp_strbuf_clear (&clauses);
  g->at.regions[region].pending++;
  g->tasks_left -= (1 + proc->tasks) * g->at.times;
  g->accesses_left -= proc->accesses * g->at.times;
  return true;
}

static bool
generate_join (rp_generator *g)
{
  int region = find_region (g, true, -1);
  if (region < 0)
    return false;
  rp_region_use *use = &g->at.regions[region];
  bool one_is_clear = g->options.order_matters || (g->with_effects && use->pending == 1);
  if (one_is_clear && rp_chance (g, 40))
    {
      rp_line (g, "ewait r%d;", region);
      use->pending--;
    }
  else
    {
      rp_line (g, "await r%d;", region);
      use->pending = 0;
    }
  if (!use->pending)
    use->ordered = false;
  g->at.phase++;
  return true;
}

bool
rp_generate_region_stmt (rp_generator *g)
{
  g->region_stmts++;
  if (rp_chance (g, 35) && generate_join (g))
    return true;
  if (!g->has_passed && rp_chance (g, 3))
    {
      int empty = find_region (g, false, -1);
      if (empty >= 0)
        rp_line (g, "await r%d;", empty);
    }
  return generate_post (g);
}

bool
rp_generate_call (rp_generator *g)
{
  if (!g->proc_count)
    return false;
  int number = rp_pick (g, g->proc_count);
  const rp_proc_use *proc = &g->procs[number];
  if (proc->regions || g->tasks_left < proc->tasks * g->at.times
      || g->accesses_left < proc->accesses * g->at.times)
    return false;
  rp_line (g, "q%d (%d);", number, 10 * ++g->posts);
  g->tasks_left -= proc->tasks * g->at.times;
  g->accesses_left -= proc->accesses * g->at.times;
  return true;
}

/* What a posted task leaves unjoined goes to its joiner: at a join, so that nothing depends on the
 * schedule, unless the tasks left behind have effects at their own joins. */
static void
end_regions (rp_generator *g)
{
  if ((g->with_effects && !g->options.order_matters) || rp_chance (g, 70))
    rp_regions_await_all (g);
}

static void
generate_proc (rp_generator *g)
{
  rp_proc_use *proc = &g->procs[g->proc_count];
  int tasks_left = g->tasks_left, accesses_left = g->accesses_left, stmts = g->region_stmts;
  bool small = g->options.size != RP_GENERATE_MEDIUM;
  g->tasks_left = rp_chance (g, small ? 20 : 50) ? 1 + rp_pick (g, 2) : 0;
  g->accesses_left = 1 + rp_pick (g, small ? 2 : 4);
  *proc = (rp_proc_use) { .tasks = g->tasks_left, .accesses = g->accesses_left, .awaits = -1 };
  rp_block_outside saved = rp_block_begin (g);
  int argument = g->at.argument = rp_declare (g, RP_LOCAL_INT);
  g->at.task = ++g->task_count;
  g->indent--;
  rp_line (g, "proc q%d (v%d) {", g->proc_count, argument);
  g->indent++;
  if (uses_regions (g) && (!g->with_effects || g->options.order_matters) && rp_chance (g, 40))
    {
      proc->awaits = rp_pick (g, RP_REGIONS);
      g->region_stmts++;
      if (rp_chance (g, 50))
        rp_generate_access (g);
      rp_line (g, "await r%d;", proc->awaits);
    }
  rp_generate_block (g, 1 + rp_pick (g, 2));
  end_regions (g);
  if (rp_chance (g, 70))
    rp_line (g, "return v%d + 1;", argument);
  rp_block_end (g, saved);
  rp_line (g, "}");
  proc->tasks -= g->tasks_left;
  proc->accesses -= g->accesses_left;
  proc->regions = g->region_stmts != stmts;
  g->tasks_left = tasks_left;
  g->accesses_left = accesses_left;
  g->proc_count++;
}

void
rp_generate_procs (rp_generator *g)
{
  int count = uses_regions (g) ? 1 + rp_pick (g, RP_MAX_PROCS) : rp_chance (g, 30);
  for (int i = 0; i < count; i++)
    generate_proc (g);
}
