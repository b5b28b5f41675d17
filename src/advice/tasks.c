/* Hints for races of a task with its creator, and of tasks with each other. */
#include "advice/case.h"
#include "advice/update.h"
#include "advice/value.h"
#include "base/strbuf.h"

#include <string.h>

static bool
is_task (const rp_task_ref *task)
{
  return rp_case_has_kind (task, RP_TASK_EXPLICIT) || rp_case_has_kind (task, RP_TASK_TASKLOOP);
}

/* Returns whether the object is a local variable of the function that created TASK, and is on the stack of THREAD.
 * Then THREAD executed that function, so it created TASK. */
static bool
is_of_creator (const rp_finding *finding, const rp_task_ref *task, const rp_task_ref *thread)
{
  const rp_object_ref *object = &finding->object;
  return task->frame_count && object->function && object->owner && object->storage == RP_STORAGE_LOCAL
         && !strcmp (object->function, task->frames[0].function) && object->owner->kind == thread->kind
         && object->owner->number == thread->number;
}

bool
rp_case_is_with_creator (const rp_finding *finding, int side)
{
  const rp_order *order = finding->order;
  uint32_t above = order->path_count[side] - 1;
  if (!order->path_count[side] || above != order->path_count[1 - side] || above > 1)
    return false;
  const rp_task_ref *task = &order->paths[side][above];
  if (!is_task (task))
    return false;
  return !above
         || (rp_case_has_kind (order->paths[1 - side], RP_TASK_THREAD)
             && is_of_creator (finding, task, order->paths[1 - side]));
}

/* Advises firstprivate if the task only reads the variable, and the creator changes the variable: with the clause the
 * task has the variable's value at the task's creation. */
static void
advise_firstprivate (rp_case *at, uint32_t directive, const rp_access_ref *child,
                     const rp_access_ref *creator)
{
  const char *name = at->variable;
  const rp_statement *statement = &at->code->statements.items[directive];
  bool is_local = at->finding->object.storage == RP_STORAGE_LOCAL;
  if (!name || child->is_write || !creator->is_write || child->at_frame || !is_local
      || !rp_value_is_only_read (at->code, directive, name)
      || rp_code_is_doubtful (at->code, statement->first, statement->last, name))
    return;
  const char *clause = rp_arena_format (&at->report->arena, "firstprivate(%s)", name);
  if (rp_case_add_clause (at, directive, clause, name))
    rp_case_end_fix (at,
                     rp_arena_format (&at->report->arena,
                                      "`%s` on line %u gives the task the value at its creation",
                                      clause, rp_case_line (at, directive)));
}

/* Goes outwards from STATEMENT to the first statement that stands in a block, and returns it: a wait may be inserted
 * before it. Returns RP_NO_STATEMENT if there is a loop on the way that also contains DIRECTIVE, since a wait before
 * the loop would not wait for tasks that the loop creates. Returns RP_NO_STATEMENT, too, if there is the body of an
 * OpenMP construct or of a switch on the way. */
static uint32_t
place_for_wait (const rp_case *at, uint32_t statement, uint32_t directive)
{
  const rp_code *code = at->code;
  for (;;)
    {
      const rp_statement *here = &code->statements.items[statement];
      if (here->kind == RP_STATEMENT_LOOP && rp_code_is_inside (code, directive, statement))
        return RP_NO_STATEMENT;
      if (here->parent == RP_NO_STATEMENT)
        return RP_NO_STATEMENT;
      const rp_statement *parent = &code->statements.items[here->parent];
      if (parent->kind == RP_STATEMENT_BLOCK)
        return statement;
      if (parent->kind == RP_STATEMENT_DIRECTIVE || parent->kind == RP_STATEMENT_SWITCH)
        return RP_NO_STATEMENT;
      statement = here->parent;
    }
}

/* The creator of the task of DIRECTIVE executes STATEMENT. If STATEMENT is in the body of an undeferred task, which the
 * creator executes itself, returns the directive of that task: a wait in the body would wait for the tasks that the body
 * creates. Else returns STATEMENT. */
static uint32_t
around_undeferred (const rp_code *code, uint32_t statement, uint32_t directive)
{
  uint32_t found = statement;
  for (uint32_t at = statement; at != RP_NO_STATEMENT && !rp_code_is_inside (code, directive, at);
       at = code->statements.items[at].parent)
    if (code->statements.items[at].kind == RP_STATEMENT_DIRECTIVE
        && rp_code_clause (code, at, "task"))
      found = at;
  return found;
}

static void
advise_wait (rp_case *at, uint32_t directive, const rp_access_ref *creator,
             const rp_access_ref *child)
{
  uint32_t statement = rp_case_statement (at, creator);
  if (statement != RP_NO_STATEMENT)
    statement = around_undeferred (at->code, statement, directive);
  uint32_t place
    = statement == RP_NO_STATEMENT ? statement : place_for_wait (at, statement, directive);
  if (place == RP_NO_STATEMENT)
    return;
  rp_case_insert_before (at, place, "#pragma omp taskwait");
  rp_case_end_fix (at, rp_arena_format (&at->report->arena,
                                        "`#pragma omp taskwait` before %s waits for %s",
                                        rp_case_where (at, place), rp_case_task_name (at, &child->task)));
}

static void
advise_creator (rp_case *at, int side)
{
  const rp_access_ref *child = &at->finding->accesses[side],
                      *creator = &at->finding->accesses[1 - side];
  uint32_t directive = rp_case_directive (at, &child->task);
  if (directive == RP_NO_STATEMENT)
    return;
  if (rp_code_clause (at->code, directive, "task"))
    advise_firstprivate (at, directive, child, creator);
  if (!at->fixes.count)
    advise_wait (at, directive, creator, child);
}

/* ---- siblings ---- */

/* Returns whether the statement of ACCESS can be an atomic update, which costs less than an order of the tasks. */
static bool
is_update (const rp_case *at, const rp_access_ref *access)
{
  uint32_t statement = rp_case_statement (at, access);
  rp_update update;
  return statement != RP_NO_STATEMENT && at->base
         && rp_update_read (at->code, statement, at->base, &update) && update.is_atomic;
}

static bool
add_depend (rp_case *at, uint32_t directive)
{
  return rp_case_add_clause (
    at, directive, rp_arena_format (&at->report->arena, "depend(inout: %s)", at->variable),
    at->variable);
}

static void
advise_siblings (rp_case *at, uint32_t first, uint32_t second)
{
  const rp_code *code = at->code;
  bool is_local = at->finding->object.storage == RP_STORAGE_LOCAL;
  uint32_t a = rp_case_line (at, first), b = rp_case_line (at, second);
  rp_arena *arena = &at->report->arena;
  if (!rp_code_clause (code, first, "task") || !rp_code_clause (code, second, "task")
      || (is_local && rp_code_body (code, first) != rp_code_body (code, second))
      || !add_depend (at, first) || (first != second && !add_depend (at, second)))
    {
      rp_case_drop_fix (at);
      return;
    }
  if (first == second)
    rp_case_end_fix (at,
                     rp_arena_format (arena, "`depend(inout: %s)` on line %u orders these tasks",
                                      at->variable, a));
  else
    rp_case_end_fix (
      at, rp_arena_format (arena, "`depend(inout: %s)` on lines %u and %u orders these tasks",
                           at->variable, a < b ? a : b, a < b ? b : a));
}

void
rp_advise_tasks (rp_case *at)
{
  const rp_order *order = at->finding->order;
  for (int side = 0; side < 2; side++)
    if (rp_case_is_with_creator (at->finding, side))
      {
        advise_creator (at, side);
        return;
      }
  if (order->path_count[0] != 1 || order->path_count[1] != 1
      || !rp_case_has_kind (order->paths[0], RP_TASK_EXPLICIT) || !rp_case_has_kind (order->paths[1], RP_TASK_EXPLICIT)
      || !at->variable || (is_update (at, at->earlier) && is_update (at, at->later)))
    return;
  uint32_t first = rp_case_directive (at, order->paths[1]),
           second = rp_case_directive (at, order->paths[0]);
  if (first != RP_NO_STATEMENT && second != RP_NO_STATEMENT)
    advise_siblings (at, first, second);
}
