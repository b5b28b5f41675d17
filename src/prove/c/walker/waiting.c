/* Finds loops that may wait for other threads, such as `while (!done)', where another thread sets done. If such a
 * loop ends, the code behind it comes after the code that the other thread executed before it set done. The form
 * does not have this order, so a race behind such a loop is at most possible.
 *
 * Two kinds of loops do not wait for others. A loop with affine bounds always ends. A loop that reads only
 * variables that the region does not write behaves as in a sequential program, where it may be assumed to end [C17,
 * 6.8.5, 6]. */
#include "prove/c/walker/walker.h"

static bool
is_written_in_region (const rp_form *form, uint32_t variable)
{
  for (size_t i = 0; i < form->leaves.count; i++)
    for (size_t k = 0; k < form->leaves.items[i]->accesses.count; k++)
      {
        const rp_poly_access *access = &form->leaves.items[i]->accesses.items[k];
        if (access->is_write && access->variable == variable)
          return true;
      }
  return false;
}

static bool
may_wait (const rp_form *form, const rp_c_waiting *loop)
{
  for (size_t i = loop->first; i < loop->last && !loop->is_certain; i++)
    for (size_t k = 0; k < form->leaves.items[i]->accesses.count; k++)
      {
        const rp_poly_access *access = &form->leaves.items[i]->accesses.items[k];
        if (!access->is_write && is_written_in_region (form, access->variable))
          return true;
      }
  return loop->is_certain;
}

rp_c_wait_begin
rp_c_wait_begin_loop (rp_walker *w)
{
  rp_c_flush (w);
  return (rp_c_wait_begin) { w->form->leaves.count, w->volatile_accesses };
}

/* Returns ONE with FOLLOWING moved back to the beginning of the outermost loop around ONE. The loops around ONE repeat
 * the code before it, so that code is also executed behind ONE. */
static rp_c_waiting
with_repeated (const rp_walker *w, rp_c_waiting one)
{
  for (size_t i = 0; i < w->dims.count; i++)
    if (w->dims.items[i].leaves < one.following)
      one.following = w->dims.items[i].leaves;
  return one;
}

void
rp_c_wait_end_loop (rp_walker *w, rp_c_wait_begin begin, rp_place at, bool is_endless)
{
  rp_c_flush (w);
  rp_c_waiting loop
    = { .at = at,
        .first = begin.leaves,
        .last = w->form->leaves.count,
        .following = w->form->leaves.count,
        .is_certain = is_endless || w->volatile_accesses > begin.volatile_accesses };
  RP_VEC_PUSH (&w->region.waiting, with_repeated (w, loop));
}

static rp_c_waiting
waiting_here (rp_walker *w, rp_place at)
{
  rp_c_flush (w);
  size_t leaves = w->form->leaves.count;
  return (rp_c_waiting) {
    .at = at, .first = leaves, .last = leaves, .following = leaves, .is_certain = true
  };
}

/* Allocations are assumed to succeed. So a call that is only executed if a pointer is null (w->failures) is not
 * recorded. */
void
rp_c_wait_forever (rp_walker *w, rp_place at)
{
  if (!w->form || w->failures)
    return;
  rp_c_waiting call = waiting_here (w, at);
  call.kind = RP_C_WAITING_CALL;
  RP_VEC_PUSH (&w->region.waiting, with_repeated (w, call));
}

void
rp_c_wait_for_tasks (rp_walker *w, rp_place at)
{
  rp_c_waiting task = waiting_here (w, at);
  task.kind = RP_C_WAITING_TASK;
  RP_VEC_PUSH (&w->region.waiting, with_repeated (w, task));
}

void
rp_c_mark_waiting (rp_walker *w)
{
  static const char *const reasons[] = {
    [RP_C_WAITING_LOOP] = "the loop may wait for other threads; what comes behind it may be "
                          "ordered by that, or may not happen",
    [RP_C_WAITING_CALL] = "the program may end here; what comes behind it may not happen",
    [RP_C_WAITING_TASK] = "which tasks are waited for here is not known; what comes behind it may "
                          "be ordered by that",
  };
  rp_form *form = w->form;
  for (size_t i = 0; i < w->region.waiting.count; i++)
    {
      const rp_c_waiting *loop = &w->region.waiting.items[i];
      if (!may_wait (form, loop))
        continue;
      const rp_inexact *note = NULL;
      for (size_t k = loop->following; k < form->leaves.count; k++)
        {
          rp_leaf *leaf = form->leaves.items[k];
          if (leaf->is_advance || leaf->inexact)
            continue;
          if (!note)
            note = rp_c_note (w, loop->at, false, "%s", reasons[loop->kind]);
          leaf->inexact = note;
        }
    }
}
