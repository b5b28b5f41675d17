/* Hints for variables that the threads should not share: the clauses reduction, private and lastprivate. */
#include "advice/case.h"
#include "advice/update.h"
#include "advice/value.h"

#include <string.h>

/* Returns the directive of the construct (a loop, a region, ...) that both sides execute at the same time. Returns
 * RP_NO_STATEMENT if there is none, if its text leaves a doubt, or if the directive has `target`, `distribute` or
 * `teams`. */
static uint32_t
shared_construct (const rp_case *at)
{
  static const rp_task_kind kinds[]
    = { RP_TASK_ITERATION, RP_TASK_PART, RP_TASK_THREAD, RP_TASK_TASKLOOP, RP_TASK_SECTION };
  const rp_task_ref *a = &at->earlier->task, *b = &at->later->task;
  bool is_shared = false;
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
    is_shared |= rp_case_has_kind (a, kinds[i]) && rp_case_has_kind (b, kinds[i]);
  if (!is_shared || !rp_case_same_line (&a->created, &b->created))
    return RP_NO_STATEMENT;
  uint32_t directive = rp_case_directive (at, a);
  if (directive == RP_NO_STATEMENT || rp_code_clause (at->code, directive, "target")
      || rp_code_clause (at->code, directive, "distribute")
      || rp_code_clause (at->code, directive, "teams"))
    return RP_NO_STATEMENT;
  const rp_statement *construct = &at->code->statements.items[directive];
  return rp_code_is_doubtful (at->code, construct->first, construct->last, at->base)
           ? RP_NO_STATEMENT
           : directive;
}

static bool
is_inside_lines (const rp_case *at, uint32_t construct, const rp_place *place)
{
  const rp_statement *statement = &at->code->statements.items[construct];
  return place->file && !strcmp (place->file, at->file)
         && place->line >= at->code->tokens.items[statement->first].line
         && place->line <= at->code->tokens.items[statement->last].line;
}

/* Returns whether the access is made by a statement in CONSTRUCT that names the variable. The line of the directive
 * counts, too: after optimisation, debug information may name no other line. */
static bool
is_seen_inside (const rp_case *at, uint32_t construct, const rp_place *place)
{
  return is_inside_lines (at, construct, place)
         && (place->line == rp_case_line (at, construct)
             || rp_code_statement_at (at->code, place->line, place->column, at->base)
                  != RP_NO_STATEMENT);
}

/* Returns whether no called function and no macro uses the variable in CONSTRUCT, as far as the findings show.
 * Looks at each finding about the object in which one of the tasks is a part of CONSTRUCT: the text of CONSTRUCT
 * must contain both accesses. */
static bool
is_only_used_inside (const rp_case *at, uint32_t construct)
{
  for (size_t i = 0; i < at->report->findings.count; i++)
    {
      const rp_finding *other = &at->report->findings.items[i];
      if (!rp_case_is_about_same (at, other)
          || (rp_case_directive (at, &other->accesses[0].task) != construct
              && rp_case_directive (at, &other->accesses[1].task) != construct))
        continue;
      for (int side = 0; side < 2; side++)
        if (!is_seen_inside (at, construct, &other->accesses[side].at))
          return false;
    }
  return true;
}

/* ---- reduction ---- */

static void
advise_reduction (rp_case *at, uint32_t construct)
{
  const char *name = at->variable;
  const char *sign = rp_update_reduction (at->code, construct, name);
  if (!sign || !at->finding->object.is_arithmetic || !is_only_used_inside (at, construct)
      || rp_code_clause (at->code, construct, "loop"))
    return;
  const char *clause = rp_arena_format (&at->report->arena, "reduction(%s:%s)", sign, name);
  if (!rp_case_add_clause (at, construct, clause, name))
    return;
  rp_case_end_fix (at, rp_arena_format (&at->report->arena, "`%s` on line %u", clause,
                                        rp_case_line (at, construct)));
  rp_advise_atomic_updates (at, construct);
}

/* ---- private ---- */

static bool
is_loop (const rp_case *at, uint32_t construct)
{
  return rp_code_clause (at->code, construct, "for")
         || rp_code_clause (at->code, construct, "taskloop");
}

static void
add_private (rp_case *at, uint32_t construct, const char *clause, const char *why)
{
  const char *text = rp_arena_format (&at->report->arena, "%s(%s)", clause, at->variable);
  if (rp_case_add_clause (at, construct, text, at->variable))
    rp_case_end_fix (at, rp_arena_format (&at->report->arena, "`%s` on line %u: %s", text,
                                          rp_case_line (at, construct), why));
}

/* Advises private or lastprivate if each iteration, or each thread, gives the variable a value before it uses the
 * variable. */
static void
advise_private (rp_case *at, uint32_t construct)
{
  const rp_object_ref *object = &at->finding->object;
  bool is_local = object->storage == RP_STORAGE_LOCAL;
  if (!(object->is_arithmetic || object->size == sizeof (void *))
      || !is_only_used_inside (at, construct)
      || !rp_value_is_temporary (at->code, construct, at->variable)
      || is_inside_lines (at, construct, &object->declared))
    return;
  if (is_local && rp_value_is_dead_after (at->code, construct, at->variable))
    add_private (at, construct, "private", "it gets its value anew each time");
  else if (is_loop (at, construct)
           && rp_value_is_always_assigned (at->code, construct, at->variable))
    add_private (at, construct, "lastprivate",
                 "it gets its value anew each time, and the last one is used later");
}

void
rp_advise_data_sharing (rp_case *at)
{
  uint32_t construct = at->variable ? shared_construct (at) : RP_NO_STATEMENT;
  const rp_statement *statement
    = construct == RP_NO_STATEMENT ? NULL : &at->code->statements.items[construct];
  if (statement && rp_case_may_hide_uses (at, construct, statement->first, statement->last))
    construct = RP_NO_STATEMENT;
  if (construct != RP_NO_STATEMENT)
    advise_reduction (at, construct);
  if (!at->fixes.count && construct != RP_NO_STATEMENT)
    advise_private (at, construct);
}
