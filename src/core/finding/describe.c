#include "core/finding/describe.h"

#include <string.h>

/* Sets the ancestors of ACCESS: the tasks from the creator of TASK up to main. */
static void
add_creators (rp_describer *d, uint32_t task, rp_access_ref *access)
{
  RP_VEC (rp_task_ref) chain = { 0 };
  while ((task = d->creator (d, task)) != RP_NO_TASK)
    RP_VEC_PUSH (&chain, d->task (d, task));
  access->ancestor_count = (uint32_t) chain.count;
  access->ancestors = rp_arena_alloc (d->arena, chain.count * sizeof *chain.items);
  if (chain.count)
    memcpy (access->ancestors, chain.items, chain.count * sizeof *chain.items);
  RP_VEC_CLEAR (&chain);
}

rp_access_ref
rp_describe_access (rp_describer *d, uint32_t task, uint32_t site)
{
  rp_access_ref access = d->place (d, site);
  access.task = d->task (d, task);
  add_creators (d, task, &access);
  return access;
}

const char *
rp_describe_kind (bool earlier_writes, bool later_writes)
{
  return !earlier_writes ? "read-write" : later_writes ? "write-write" : "write-read";
}

/* Returns the task at POSITION of the chain of ACCESS. Position 0 is the task of the access, 1 its creator, and so on
 * up to main. */
static const rp_task_ref *
in_chain (const rp_access_ref *access, uint32_t position)
{
  return position ? &access->ancestors[position - 1] : &access->task;
}

/* Sets *AT_A and *AT_B to the positions of the nearest common ancestor in the two chains. */
static void
find_common (const rp_access_ref *a, const rp_access_ref *b, uint32_t *at_a, uint32_t *at_b)
{
  *at_a = a->ancestor_count;
  *at_b = b->ancestor_count;
  while (*at_a && *at_b && in_chain (a, *at_a - 1)->id == in_chain (b, *at_b - 1)->id)
    {
      --*at_a;
      --*at_b;
    }
}

/* Sets *PATH to the tasks at the positions below AT of the chain of ACCESS, the highest task first. Returns how
 * many these are. */
static uint32_t
add_path (rp_describer *d, const rp_access_ref *access, uint32_t at, rp_task_ref **path)
{
  *path = rp_arena_alloc (d->arena, at * sizeof **path);
  for (uint32_t i = 0; i < at; i++)
    (*path)[i] = *in_chain (access, at - 1 - i);
  return at;
}

rp_order *
rp_describe_order (rp_describer *d, const rp_finding *finding)
{
  rp_order *order = RP_NEW (d->arena, rp_order);
  uint32_t at[2];
  find_common (&finding->accesses[0], &finding->accesses[1], &at[0], &at[1]);
  order->ancestor = *in_chain (&finding->accesses[0], at[0]);
  for (int i = 0; i < 2; i++)
    order->path_count[i] = add_path (d, &finding->accesses[i], at[i], &order->paths[i]);
  return order;
}

static rp_waiting
describe_wait (rp_describer *d, const rp_wait_row *row, const rp_access_ref *access)
{
  uint32_t named = rp_wait_named (row->other_count);
  rp_waiting waiting = { .task = access->task,
                         .at = d->wait_place ? d->wait_place (d, row, access->at) : access->at,
                         .reason = row->reason,
                         .others = rp_arena_alloc (d->arena, named * sizeof (rp_task_ref)),
                         .other_count = row->other_count,
                         .number = row->number,
                         .name = row->name ? rp_arena_copy (d->arena, row->name, strlen (row->name)) : NULL };
  for (uint32_t i = 0; i < named; i++)
    waiting.others[i] = d->task (d, row->others[i]);
  return waiting;
}

rp_finding
rp_describe_deadlock (rp_describer *d, const rp_wait_row *rows, size_t count)
{
  rp_finding finding = { .rule = RP_RULE_DEADLOCK, .count = 1, .waiting_count = (uint32_t) count };
  finding.waiting = rp_arena_alloc (d->arena, count * sizeof *finding.waiting);
  for (size_t i = 0; i < count; i++)
    {
      rp_access_ref access = rp_describe_access (d, rows[i].task, rows[i].site);
      finding.waiting[i] = describe_wait (d, &rows[i], &access);
      access.at = finding.waiting[i].at;
      /* the report shows the place of the last row, whose task was created last */
      finding.accesses[0] = access;
      finding.access_count = 1;
    }
  return finding;
}
