/* Hints for Fortran: reductions, atomic constructs and private variables, if both sides execute one
 * construct; and taskwait. */
#include "advice/case.h"
#include "advice/fortran_text.h"

#include <stdlib.h>
#include <string.h>

enum
{
  LONGEST_LINE = 132,
  LONGEST_FIXED_LINE = 72
};

typedef struct fortran_case
{
  rp_case *at;
  const rp_fortran *text;
} fortran_case;

/* ---- edits ---- */

static void
insert (fortran_case *f, uint32_t line, uint32_t column, const char *text)
{
  rp_place place
    = { .file = f->at->file, .line = line, .column = column, .end_line = line, .end_column = column };
  RP_VEC_PUSH (&f->at->edits, (rp_edit) { place, text });
}

static void
insert_line_before (fortran_case *f, uint32_t line, const char *text)
{
  insert (f, line, 1, rp_arena_format (&f->at->report->arena, "%s\n", text));
}

/* Adds CLAUSE, which is about the variable NAME, to the directive at line DIRECTIVE. A line that would become too long
 * is continued on another one. Returns false if the directive mentions NAME already, or its last line is too long
 * already. */
static bool
add_clause (fortran_case *f, uint32_t directive, const char *clause, const char *name)
{
  uint32_t last = rp_fortran_last (f->text, directive);
  for (uint32_t i = directive; i <= last; i++)
    if (rp_fortran_find (f->text->lines[i].text, name))
      return false;
  const rp_fortran_line *line = &f->text->lines[last];
  bool is_fixed = f->text->is_fixed;
  size_t longest = is_fixed ? LONGEST_FIXED_LINE : LONGEST_LINE;
  if (line->end > longest)
    return false;
  const char *form = line->end + strlen (clause) <= longest ? " %s" : is_fixed ? "\n!$omp& %s" : " &\n!$omp& %s";
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
  insert (f, last, line->end, rp_arena_format (&f->at->report->arena, form, clause));
#pragma GCC diagnostic pop
  return true;
}

/* ---- updates ---- */

/* Returns the line of the directive whose construct, a loop or a region, both sides execute at the same time; 0 if
 * there is none. */
static uint32_t
shared_construct (const rp_case *at, const rp_fortran *text)
{
  const rp_task_ref *a = &at->earlier->task, *b = &at->later->task;
  bool is_shared = (rp_case_has_kind (a, RP_TASK_ITERATION) && rp_case_has_kind (b, RP_TASK_ITERATION))
                   || (rp_case_has_kind (a, RP_TASK_THREAD) && rp_case_has_kind (b, RP_TASK_THREAD));
  bool is_here = rp_case_same_line (&a->created, &b->created) && a->created.file
                 && !strcmp (a->created.file, at->file);
  return is_shared && is_here ? rp_fortran_first (text, a->created.line) : 0;
}

static bool
is_update (const fortran_case *f, const rp_access_ref *access, rp_fortran_update *update)
{
  return access->at.file && !strcmp (access->at.file, f->at->file) && f->at->base
         && rp_fortran_is_update (f->text, access->at.line, f->at->base, true, update);
}

/* Returns whether in all findings about the variable both sides are updates. */
static bool
are_updates (const fortran_case *f)
{
  const rp_report *report = f->at->report;
  rp_fortran_update update;
  for (size_t i = 0; i < report->findings.count; i++)
    {
      const rp_finding *other = &report->findings.items[i];
      if (rp_case_is_about_same (f->at, other)
          && (other->access_count != 2 || !is_update (f, &other->accesses[0], &update)
              || !is_update (f, &other->accesses[1], &update)))
        return false;
    }
  return true;
}

/* Returns the operation by which all lines of the construct that mention the variable update it. Returns NULL if a
 * line uses the variable in another way, the operations differ, no line mentions it, or the race is not in the
 * construct. */
static const char *
reduction_within (const fortran_case *f, uint32_t directive)
{
  uint32_t end = rp_fortran_end (f->text, directive);
  const char *all = NULL, *name = f->at->variable;
  if (!name || !end || f->at->later->at.line > end || f->at->later->at.line < directive)
    return NULL;
  for (uint32_t i = rp_fortran_last (f->text, directive) + 1; i < end; i++)
    {
      rp_fortran_update update;
      if (!rp_fortran_find (f->text->lines[i].text, name))
        continue;
      if (!rp_fortran_is_update (f->text, i, name, false, &update) || !update.reduction
          || (all && strcmp (all, update.reduction)))
        return NULL;
      all = update.reduction;
    }
  return all;
}

static void
advise_reduction (fortran_case *f)
{
  uint32_t directive = shared_construct (f->at, f->text);
  const char *sign = directive ? reduction_within (f, directive) : NULL;
  rp_arena *arena = &f->at->report->arena;
  if (!sign)
    return;
  const char *clause = rp_arena_format (arena, "reduction(%s:%s)", sign, f->at->variable);
  if (add_clause (f, directive, clause, f->at->variable))
    rp_case_end_fix (f->at, rp_arena_format (arena, "`%s` on line %u", clause, directive));
}

static int
compare_lines (const void *a, const void *b)
{
  uint32_t x = *(const uint32_t *) a, y = *(const uint32_t *) b;
  return (x > y) - (x < y);
}

/* Returns whether the code around LINE does nothing with the variable except updates: then no later statement uses
 * the updated value, which a compiler might keep in a register. The code around LINE is the construct that both
 * sides execute, if LINE is in it, else the procedure. */
static bool
is_only_updated (const fortran_case *f, uint32_t line)
{
  uint32_t first, last, directive = shared_construct (f->at, f->text);
  uint32_t end = directive ? rp_fortran_end (f->text, directive) : 0;
  rp_fortran_update update;
  rp_fortran_procedure (f->text, line, &first, &last);
  if (end && line > directive && line < end)
    {
      first = rp_fortran_last (f->text, directive) + 1;
      last = end - 1;
    }
  for (uint32_t i = first; i <= last; i++)
    if (rp_fortran_find (f->text->lines[i].text, f->at->base) && !strstr (f->text->lines[i].text, "::")
        && !rp_fortran_is_declaration (f->text->lines[i].text)
        && !rp_fortran_is_update (f->text, i, f->at->base, true, &update))
      return false;
  return true;
}

/* Puts `!$omp atomic` before each statement that is a side of a finding about the variable. Adds no fix if there are
 * more than two such statements, or one of them cannot be atomic. */
static void
advise_atomic (fortran_case *f)
{
  const rp_report *report = f->at->report;
  rp_fortran_update update;
  uint32_t lines[8], count = 0;
  for (size_t i = 0; i < report->findings.count; i++)
    for (int side = 0; side < 2 && rp_case_is_about_same (f->at, &report->findings.items[i]); side++)
      {
        const rp_access_ref *access = &report->findings.items[i].accesses[side];
        uint32_t known = 0;
        while (known < count && lines[known] != access->at.line)
          known++;
        if (known < count)
          continue;
        if (count == sizeof lines / sizeof *lines || !is_update (f, access, &update) || update.is_guarded
            || !is_only_updated (f, access->at.line))
          return;
        lines[count++] = access->at.line;
      }
  qsort (lines, count, sizeof *lines, compare_lines);
  for (uint32_t i = 0; i < count; i++)
    insert_line_before (f, lines[i], "!$omp atomic");
  rp_arena *arena = &f->at->report->arena;
  if (count == 1)
    rp_case_end_fix (f->at, rp_arena_format (arena, "`!$omp atomic` before line %u", lines[0]));
  else if (count == 2)
    rp_case_end_fix (f->at, rp_arena_format (arena, "`!$omp atomic` before lines %u and %u", lines[0], lines[1]));
  else
    rp_case_drop_fix (f->at);
}

/* ---- temporaries ---- */

static bool
begins_with (const char *text, const char *word)
{
  return !strncmp (text, word, strlen (word));
}

/* Returns whether each iteration gives the variable a value before anything else uses it. No statement before that
 * assignment may be conditional or in another loop. */
static bool
begins_with_value (const fortran_case *f, uint32_t directive, uint32_t end, const char *name)
{
  uint32_t line = rp_fortran_last (f->text, directive) + 1;
  if (line >= end || !begins_with (f->text->lines[line].text, "do ") || f->text->lines[line].is_part
      || rp_fortran_find (f->text->lines[line].text, name))
    return false;
  for (line++; line < end; line++)
    {
      const rp_fortran_line *now = &f->text->lines[line];
      if (rp_fortran_find (now->text, name))
        return rp_fortran_is_assignment (f->text, line, name);
      static const char *const opens[] = { "if", "do", "else", "select", "case", "where", "forall", "block", "associate", "cycle",
                                           "exit", "go" };
      for (size_t i = 0; i < sizeof opens / sizeof *opens; i++)
        if (now->is_directive || begins_with (now->text, opens[i]))
          return false;
    }
  return false;
}

/* Returns whether NAME is mentioned only in the construct and in a declaration without `save`. */
static bool
is_only_within (const fortran_case *f, uint32_t directive, uint32_t end, const char *name)
{
  for (uint32_t i = 1; i <= f->text->count; i++)
    {
      const char *line = f->text->lines[i].text;
      if ((i > directive && i < end) || !rp_fortran_find (line, name))
        continue;
      if (!rp_fortran_is_declaration (line) || f->text->lines[i].is_part || strstr (line, "save"))
        return false;
    }
  return true;
}

static void
advise_private (fortran_case *f)
{
  const rp_case *at = f->at;
  uint32_t directive = shared_construct (at, f->text), end = rp_fortran_end (f->text, directive);
  if (!at->variable || !end || at->finding->object.storage != RP_STORAGE_LOCAL
      || !rp_fortran_has_word (f->text, directive, "do") || at->earlier->at_frame || at->later->at_frame
      || !begins_with_value (f, directive, end, at->variable)
      || !is_only_within (f, directive, end, at->variable))
    return;
  rp_arena *arena = &at->report->arena;
  const char *clause = rp_arena_format (arena, "private(%s)", at->variable);
  if (add_clause (f, directive, clause, at->variable))
    rp_case_end_fix (f->at, rp_arena_format (arena, "`%s` on line %u: it gets its value anew each time", clause,
                                             directive));
}

/* ---- tasks ---- */

/* Returns whether only the creator executes the code between the end of the task's construct and LINE: no other
 * construct of OpenMP begins or ends, and no loop around the creation ends. */
static bool
is_straight (const fortran_case *f, uint32_t task, uint32_t line)
{
  uint32_t end = rp_fortran_end (f->text, task);
  int depth = 0;
  if (!end || line <= end)
    return false;
  for (uint32_t i = end + 1; i < line; i++)
    {
      const rp_fortran_line *now = &f->text->lines[i];
      if (now->is_directive || now->label || begins_with (now->text, "contains"))
        return false;
      depth += begins_with (now->text, "do ") || !strcmp (now->text, "do");
      depth -= begins_with (now->text, "end do") || begins_with (now->text, "enddo");
      if (depth < 0)
        return false;
    }
  return true;
}

static void
advise_wait (fortran_case *f, int side)
{
  const rp_access_ref *child = &f->at->finding->accesses[side], *creator = &f->at->finding->accesses[1 - side];
  uint32_t line = creator->at.line;
  const rp_place *created = &child->task.created;
  uint32_t directive = rp_fortran_first (f->text, created->line);
  static const char *const not_before[] = { "else", "case", "end", "type is", "class" };
  if (!created->file || strcmp (created->file, f->at->file) || creator->at_frame || line > f->text->count
      || f->text->lines[line].is_part || f->text->lines[line].is_directive || !is_straight (f, directive, line))
    return;
  for (size_t i = 0; i < sizeof not_before / sizeof *not_before; i++)
    if (begins_with (f->text->lines[line].text, not_before[i]))
      return;
  insert_line_before (f, line, "!$omp taskwait");
  rp_case_end_fix (f->at, rp_arena_format (&f->at->report->arena, "`!$omp taskwait` before line %u waits for %s", line,
                                           rp_case_task_name (f->at, &child->task)));
}

void
rp_advise_fortran (rp_case *at, const rp_fortran *text)
{
  fortran_case f = { at, text };
  if (at->earlier->section_count || at->later->section_count)
    return;
  for (int side = 0; side < 2 && at->finding->order; side++)
    if (rp_case_is_with_creator (at->finding, side))
      {
        advise_wait (&f, side);
        return;
      }
  if (!are_updates (&f))
    {
      advise_private (&f);
      return;
    }
  advise_reduction (&f);
  advise_atomic (&f);
}
