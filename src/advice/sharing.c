/* Variables that should not be shared, or whose updates should be one step: reduction, private,
 * lastprivate, atomic. */
#include "advice/case.h"
#include "advice/update.h"
#include "advice/value.h"
#include "base/strbuf.h"

#include <stdlib.h>
#include <string.h>

/* The directive whose construct both sides execute at the same time: a loop, a region, ... */
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

/* Whether the access is made by a statement in CONSTRUCT that names the variable. After optimisation, only
 * the line of the directive may be left. */
static bool
is_seen_inside (const rp_case *at, uint32_t construct, const rp_place *place)
{
  return is_inside_lines (at, construct, place)
         && (place->line == rp_case_line (at, construct)
             || rp_code_statement_at (at->code, place->line, place->column, at->base)
                  != RP_NO_STATEMENT);
}

/* All findings about the object, with a part of CONSTRUCT on a side, have both accesses in its
 * text: no called function and no macro uses the variable. */
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

/* Whether a statement between the tokens FIRST and LAST could access the variable NAME without naming it: a
 * function may use a global variable, and a pointer any other. */
static bool
may_hide_uses (const rp_case *at, uint32_t statement, uint32_t first, uint32_t last)
{
  if (!at->base || at->finding->object.storage == RP_STORAGE_LOCAL)
    return at->base && rp_value_is_exposed (at->code, statement, at->base);
  return !rp_update_calls_known (at->code, first, last);
}

/* ---- atomic ---- */

/* "line 3", "lines 3 and 5", "lines 3, 5 and 7" */
static const char *
list_lines (rp_case *at, const uint32_t *statements, size_t count)
{
  rp_strbuf text = { 0 };
  if (count == 1)
    return rp_case_where (at, statements[0]);
  for (size_t i = 0; i < count; i++)
    rp_strbuf_format (&text, "%s%u",
                      !i               ? "lines "
                      : i + 1 == count ? " and "
                                       : ", ",
                      rp_case_line (at, statements[i]));
  const char *kept = rp_arena_copy (&at->report->arena, text.text, text.length);
  rp_strbuf_clear (&text);
  return kept;
}

enum
{
  MAX_UPDATES = 8
};

static int
compare_statements (const void *a, const void *b)
{
  uint32_t x = *(const uint32_t *) a, y = *(const uint32_t *) b;
  return (x > y) - (x < y);
}

static void
add_atomics (rp_case *at, uint32_t *statements, size_t count, const char *directive)
{
  qsort (statements, count, sizeof *statements, compare_statements);
  for (size_t i = 0; i < count; i++)
    rp_case_insert_before (at, statements[i], directive);
  rp_case_end_fix (at, rp_arena_format (&at->report->arena, "`%s` before %s", directive,
                                        list_lines (at, statements, count)));
}

/* The updates of NAME in the construct, if there are few and all of them can be atomic. */
static size_t
updates_within (const rp_case *at, uint32_t construct, uint32_t updates[MAX_UPDATES])
{
  const rp_statement *top = &at->code->statements.items[construct];
  size_t count = 0;
  for (uint32_t i = top->child; i < at->code->statements.count; i++)
    {
      rp_update update;
      if (at->code->statements.items[i].first > top->last)
        break;
      if (!rp_update_read (at->code, i, at->variable, &update))
        continue;
      if (!update.is_atomic || count == MAX_UPDATES)
        return 0;
      updates[count++] = i;
    }
  return count;
}

/* The statement of the construct or, without one, of the function that has STATEMENT. */
static uint32_t
surroundings (const rp_code *code, uint32_t statement)
{
  for (;;)
    {
      uint32_t parent = code->statements.items[statement].parent;
      if (parent == RP_NO_STATEMENT)
        return statement;
      const rp_statement *above = &code->statements.items[parent];
      bool is_section
        = rp_code_is (code, above->head, "critical") || rp_code_is (code, above->head, "atomic");
      if (above->kind == RP_STATEMENT_DIRECTIVE && !is_section)
        return statement;
      statement = parent;
    }
}

/* STATEMENT updates NAME, and its surroundings have no other use for it. */
static bool
is_only_updated (const rp_case *at, uint32_t statement, const char *name)
{
  const rp_statement *around = &at->code->statements.items[surroundings (at->code, statement)];
  rp_update update;
  if (may_hide_uses (at, statement, around->first, around->last))
    return false;
  return rp_update_read (at->code, statement, name, &update) && update.is_atomic
         && (at->base || !update.is_whole)
         && rp_update_is_all (at->code, around->first, around->last, name);
}

/* Adds the statement of ACCESS to UPDATES if it is one that can be atomic. If the variable is not
 * known, it is the one that the statement updates. */
static bool
note_update (const rp_case *at, const rp_access_ref *access, uint32_t updates[MAX_UPDATES],
             size_t *count)
{
  uint32_t statement = rp_case_statement (at, access);
  if (statement == RP_NO_STATEMENT || !access->at.file || strcmp (access->at.file, at->file))
    return false;
  uint32_t first = at->code->statements.items[statement].first;
  first += at->code->tokens.items[first].kind == RP_TOKEN_SIGN;
  size_t length;
  const char *text = rp_code_text (at->code, first, first, &length);
  const char *name = at->base ? at->base : rp_arena_copy (&at->report->arena, text, length);
  if (!is_only_updated (at, statement, name))
    return false;
  for (size_t i = 0; i < *count; i++)
    if (updates[i] == statement)
      return true;
  if (*count == MAX_UPDATES)
    return false;
  updates[(*count)++] = statement;
  return true;
}

/* Advises `atomic` if every statement that races on the object updates it. Each finding must have a conflict of two
 * writes: that shows that the race is on the updated location, and not on something else that the statement reads. */
static void
advise_atomic (rp_case *at)
{
  uint32_t updates[MAX_UPDATES];
  size_t count = 0;
  for (size_t i = 0; i < at->report->findings.count; i++)
    {
      const rp_finding *other = &at->report->findings.items[i];
      if (!rp_case_is_about_same (at, other))
        continue;
      if (!other->has_two_writes || other->accesses[0].section_count
          || other->accesses[1].section_count
          || !note_update (at, &other->accesses[0], updates, &count)
          || !note_update (at, &other->accesses[1], updates, &count))
        return;
    }
  if (count)
    add_atomics (at, updates, count, "#pragma omp atomic");
}

/* Several tasks write the same constant, as in `found = 1;`, and none of them reads it there. */
static void
advise_constant (rp_case *at)
{
  uint32_t number = rp_case_statement (at, at->later);
  if (number == RP_NO_STATEMENT || rp_case_statement (at, at->earlier) != number || !at->variable
      || !at->finding->object.is_arithmetic || !at->earlier->is_write || !at->later->is_write)
    return;
  const rp_statement *statement = &at->code->statements.items[number];
  bool is_constant = statement->last == statement->first + 3
                     && rp_code_is (at->code, statement->first, at->variable)
                     && rp_code_is (at->code, statement->first + 1, "=")
                     && (at->code->tokens.items[statement->first + 2].kind == RP_TOKEN_NUMBER
                         || rp_code_is (at->code, statement->first + 2, "true")
                         || rp_code_is (at->code, statement->first + 2, "false"));
  for (size_t i = 0; is_constant && i < at->report->findings.count; i++)
    {
      const rp_finding *other = &at->report->findings.items[i];
      if (rp_case_is_about_same (at, other)
          && (rp_case_statement (at, &other->accesses[0]) != number
              || rp_case_statement (at, &other->accesses[1]) != number))
        is_constant = false;
    }
  if (is_constant)
    add_atomics (at, &number, 1, "#pragma omp atomic write");
}

/* ---- reduction ---- */

static void
advise_reduction (rp_case *at, uint32_t construct)
{
  const char *name = at->variable;
  const char *sign = rp_update_reduction (at->code, construct, name);
  uint32_t updates[MAX_UPDATES];
  if (!sign || !at->finding->object.is_arithmetic || !is_only_used_inside (at, construct)
      || rp_code_clause (at->code, construct, "loop"))
    return;
  const char *clause = rp_arena_format (&at->report->arena, "reduction(%s:%s)", sign, name);
  if (!rp_case_add_clause (at, construct, clause, name))
    return;
  rp_case_end_fix (at, rp_arena_format (&at->report->arena, "`%s` on line %u", clause,
                                        rp_case_line (at, construct)));
  size_t count = updates_within (at, construct, updates);
  if (count)
    add_atomics (at, updates, count, "#pragma omp atomic");
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

/* Each iteration, or each thread, gives the variable a value before it uses it. */
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
rp_advise_sharing (rp_case *at)
{
  uint32_t construct = at->variable ? shared_construct (at) : RP_NO_STATEMENT;
  const rp_statement *statement
    = construct == RP_NO_STATEMENT ? NULL : &at->code->statements.items[construct];
  if (statement && may_hide_uses (at, construct, statement->first, statement->last))
    construct = RP_NO_STATEMENT;
  if (construct != RP_NO_STATEMENT)
    advise_reduction (at, construct);
  if (!at->fixes.count && construct != RP_NO_STATEMENT)
    advise_private (at, construct);
  if (!at->fixes.count)
    advise_atomic (at);
  if (!at->fixes.count)
    advise_constant (at);
}
