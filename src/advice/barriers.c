/* Hints for missing barriers: behind a construct with nowait, behind a construct that has no barrier at its end, or
 * between plain statements of a region. */
#include "advice/case.h"

#include <string.h>

static bool
is_directive (const rp_code *code, uint32_t statement)
{
  return code->statements.items[statement].kind == RP_STATEMENT_DIRECTIVE;
}

static bool
has_word (const rp_code *code, uint32_t directive, const char *word)
{
  return rp_code_clause (code, directive, word);
}

static bool
is_region (const rp_code *code, uint32_t statement)
{
  return is_directive (code, statement) && has_word (code, statement, "parallel");
}

/* Returns whether STATEMENT is a directive to which all threads of the team come, and which is a barrier or has one
 * at its end. */
static bool
has_barrier (const rp_code *code, uint32_t statement)
{
  if (!is_directive (code, statement) || has_word (code, statement, "parallel")
      || has_word (code, statement, "nowait"))
    return false;
  return has_word (code, statement, "barrier") || has_word (code, statement, "for")
         || has_word (code, statement, "sections") || has_word (code, statement, "single");
}

/* Returns the innermost statement at the place of ACCESS; RP_NO_STATEMENT if the text leaves a doubt. The statement
 * may be a call of the function that makes the access. */
static uint32_t
statement_of (const rp_case *at, const rp_access_ref *access)
{
  uint32_t line = access->at.line, column = access->at.column;
  uint32_t found = rp_code_statement_at (at->code, line, column, at->base);
  return found == RP_NO_STATEMENT ? rp_code_statement_at (at->code, line, column, NULL) : found;
}

/* Returns the statement of the block OUTER that is INNER or contains INNER; RP_NO_STATEMENT if OUTER does not
 * contain INNER. */
static uint32_t
part_of_block (const rp_code *code, uint32_t inner, uint32_t outer)
{
  while (inner != RP_NO_STATEMENT && code->statements.items[inner].parent != outer)
    inner = code->statements.items[inner].parent;
  return inner;
}

/* Returns the innermost block that contains both statements; RP_NO_STATEMENT if there is none. */
static uint32_t
common_block (const rp_code *code, uint32_t a, uint32_t b)
{
  for (a = code->statements.items[a].parent; a != RP_NO_STATEMENT;
       a = code->statements.items[a].parent)
    if (code->statements.items[a].kind == RP_STATEMENT_BLOCK && rp_code_is_inside (code, b, a))
      return a;
  return RP_NO_STATEMENT;
}

/* Returns whether all threads of a team come to each statement of BLOCK. Between BLOCK and its region there may be
 * blocks and, if BLOCK itself has a barrier, loops. If the function has no region around BLOCK, BLOCK must have a
 * barrier. *AROUND becomes the innermost loop around BLOCK, or RP_NO_STATEMENT. */
static bool
is_of_whole_team (const rp_code *code, uint32_t block, uint32_t *around)
{
  *around = RP_NO_STATEMENT;
  bool has_one = false;
  for (uint32_t i = code->statements.items[block].child; i != RP_NO_STATEMENT;
       i = code->statements.items[i].next)
    has_one |= has_barrier (code, i);
  for (uint32_t i = block; i != RP_NO_STATEMENT; i = code->statements.items[i].parent)
    {
      rp_statement_kind kind = code->statements.items[i].kind;
      if (is_region (code, i))
        return !has_word (code, i, "for") && !has_word (code, i, "sections");
      if (kind == RP_STATEMENT_LOOP && has_one)
        *around = *around == RP_NO_STATEMENT ? i : *around;
      else if (kind != RP_STATEMENT_BLOCK)
        return false;
    }
  /* no region was found: the whole team may call this function */
  return has_one;
}

/* Returns whether PART of a block, or a statement behind PART in that block, is a barrier or ends with one. */
static bool
has_barrier_from (const rp_code *code, uint32_t part)
{
  for (; part != RP_NO_STATEMENT; part = code->statements.items[part].next)
    if (has_barrier (code, part))
      return true;
  return false;
}

/* Returns whether a finding about the object has the same statement on both sides. No barrier helps then. */
static bool
races_with_itself (const rp_case *at)
{
  for (size_t i = 0; i < at->report->findings.count; i++)
    {
      const rp_finding *other = &at->report->findings.items[i];
      if (rp_case_is_about_same (at, other)
          && rp_case_same_line (&other->accesses[0].at, &other->accesses[1].at)
          && statement_of (at, &other->accesses[0]) == statement_of (at, &other->accesses[1]))
        return true;
    }
  return false;
}

typedef struct phases
{
  uint32_t first, second; /* statements of one block, between which the barrier belongs */
  uint32_t around;        /* the innermost loop around the block, inside the region, or
                           * RP_NO_STATEMENT */
} phases;

/* Finds a block, executed by the whole team, in which a barrier can separate the statement of A from the statement of B
 * behind it. If the block is in a loop, a barrier must follow the statement of B, which separates it from the statement
 * of A in the next iteration. Stores the result in *FOUND. Returns false if there is no such block. */
static bool
find_phases (const rp_case *at, const rp_access_ref *a, const rp_access_ref *b, phases *found)
{
  uint32_t x = statement_of (at, a), y = statement_of (at, b);
  if (x == RP_NO_STATEMENT || y == RP_NO_STATEMENT || x == y)
    return false;
  uint32_t block = common_block (at->code, x, y);
  if (block == RP_NO_STATEMENT)
    return false;
  found->first = part_of_block (at->code, x, block);
  found->second = part_of_block (at->code, y, block);
  const rp_statement *first = &at->code->statements.items[found->first];
  const rp_statement *last = &at->code->statements.items[found->second];
  return found->first != found->second && first->last < last->first
         && is_of_whole_team (at->code, block, &found->around)
         && (found->around == RP_NO_STATEMENT || has_barrier_from (at->code, found->second))
         && !rp_code_is_doubtful (at->code, first->first, last->last, NULL);
}

static bool
is_of_team (const rp_task_ref *task)
{
  return rp_case_has_kind (task, RP_TASK_THREAD) || rp_case_has_kind (task, RP_TASK_ITERATION)
         || rp_case_has_kind (task, RP_TASK_PART) || rp_case_has_kind (task, RP_TASK_SECTION)
         || rp_case_has_kind (task, RP_TASK_SINGLE);
}

static void
advise_between (rp_case *at, const phases *between)
{
  const rp_code *code = at->code;
  uint32_t first = between->first;
  rp_arena *arena = &at->report->arena;
  uint32_t nowait = is_directive (code, first) ? rp_code_clause (code, first, "nowait") : 0;
  bool is_master = is_directive (code, first)
                   && (has_word (code, first, "master") || has_word (code, first, "masked"))
                   && !has_word (code, first, "taskloop");
  if (nowait)
    {
      rp_case_replace (at, nowait, nowait, "");
      rp_case_end_fix (
        at, rp_arena_format (arena, "without `nowait` on line %u the barrier there orders them",
                             rp_case_line (at, first)));
    }
  else if (is_master)
    {
      rp_case_insert_after (at, first, "#pragma omp barrier");
      rp_case_end_fix (
        at, rp_arena_format (arena,
                             "a master construct has no barrier at its end: "
                             "`#pragma omp barrier` after line %u orders them",
                             code->tokens.items[code->statements.items[first].last].line));
    }
  else
    {
      rp_case_insert_before (at, between->second, "#pragma omp barrier");
      rp_case_end_fix (at, rp_arena_format (arena, "`#pragma omp barrier` before %s orders them",
                                            rp_case_where (at, between->second)));
    }
}

void
rp_advise_barriers (rp_case *at)
{
  phases between;
  if (!is_of_team (&at->earlier->task) || !is_of_team (&at->later->task) || races_with_itself (at))
    return;
  if (find_phases (at, at->earlier, at->later, &between)
      || find_phases (at, at->later, at->earlier, &between))
    advise_between (at, &between);
}
