/* Hints for accesses that should be one step: an atomic construct for each update, or for each write of a constant. */
#include "advice/case.h"
#include "advice/update.h"
#include "base/strbuf.h"

#include <stdlib.h>
#include <string.h>

/* Returns "line 3", "lines 3 and 5" or "lines 3, 5 and 7". */
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

/* Collects in UPDATES the statements in CONSTRUCT that update the variable. Returns their number; 0 if there are too
 * many, or one of them cannot be atomic. */
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

/* Returns the part of the program in which updates are examined: the statement of the innermost construct around
 * STATEMENT that is neither critical nor atomic, or the function's body if there is no construct. */
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

/* Returns whether STATEMENT updates NAME and can be atomic, and the code around it (surroundings) does nothing with
 * NAME except such updates. Returns false if that code could use the variable without naming it
 * (rp_case_may_hide_uses). */
static bool
is_only_updated (const rp_case *at, uint32_t statement, const char *name)
{
  const rp_statement *around = &at->code->statements.items[surroundings (at->code, statement)];
  rp_update update;
  if (rp_case_may_hide_uses (at, statement, around->first, around->last))
    return false;
  return rp_update_read (at->code, statement, name, &update) && update.is_atomic
         && (at->base || !update.is_whole)
         && rp_update_covers_all_uses (at->code, around->first, around->last, name);
}

/* Adds the statement of ACCESS to UPDATES, unless it is there already. Returns false if the statement is not found
 * or cannot be atomic, if code around it uses the variable in another way than by updates, or if UPDATES is full.
 * If the variable's name is not known (a heap block), uses the first name in the statement. */
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

/* Advises `atomic` if every statement that races on the object updates the object. Gives no advice if one of the
 * accesses is in a section, or if one of the findings has no conflict of two writes. Two writes show that the race is
 * on the updated location, and not on something else that the statement reads. */
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

/* Advises `atomic write` if all accesses that race on the variable are made by one statement, which writes a constant:
 * `found = 1;`. */
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

void
rp_advise_atomic_updates (rp_case *at, uint32_t construct)
{
  uint32_t updates[MAX_UPDATES];
  size_t count = updates_within (at, construct, updates);
  if (count)
    add_atomics (at, updates, count, "#pragma omp atomic");
}

void
rp_advise_atomics (rp_case *at)
{
  advise_atomic (at);
  if (!at->fixes.count)
    advise_constant (at);
}
