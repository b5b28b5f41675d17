#include "advice/case.h"

#include "advice/update.h"
#include "advice/value.h"
#include "report/phrase.h"

#include <stdlib.h>
#include <string.h>

/* ---- facts ---- */

const char *
rp_case_task_name (const rp_case *at, const rp_task_ref *task)
{
  rp_strbuf text = { 0 };
  rp_phrase_task (&text, task);
  const char *kept = rp_arena_copy (&at->report->arena, text.text, text.length);
  rp_strbuf_clear (&text);
  return kept;
}

bool
rp_case_has_kind (const rp_task_ref *task, rp_task_kind kind)
{
  return task->kind == kind;
}

bool
rp_case_same_line (const rp_place *a, const rp_place *b)
{
  return a->line && a->line == b->line && a->file && b->file && !strcmp (a->file, b->file);
}

bool
rp_case_is_about_same (const rp_case *at, const rp_finding *other)
{
  const rp_object_ref *own = &at->finding->object, *object = &other->object;
  if (other->access_count != 2 || !own->name || !object->name)
    return false;
  if (!own->declared.line)
    return !strcmp (own->name, object->name); /* heap blocks are compared by the place of their
                                               * allocation, which is their name */
  size_t length = strcspn (own->name, ".[");
  return length == strcspn (object->name, ".[") && !strncmp (own->name, object->name, length)
         && rp_case_same_line (&own->declared, &object->declared);
}

uint32_t
rp_case_statement (const rp_case *at, const rp_access_ref *access)
{
  uint32_t found = RP_NO_STATEMENT;
  if (access->at_frame == 0)
    found = rp_code_statement_at (at->code, access->at.line, access->at.column, at->base);
  if (found == RP_NO_STATEMENT)
    return found;
  const rp_statement *statement = &at->code->statements.items[found];
  return rp_code_is_doubtful (at->code, statement->first, statement->last, at->base)
           ? RP_NO_STATEMENT
           : found;
}

bool
rp_case_is_expression (const rp_case *at, uint32_t number)
{
  static const char *const begins[] = { "++", "--", "*", "(" };
  static const char *const follows[] = { "=",   "+=",  "-=", "*=", "/=", "%=", "&=", "|=", "^=",
                                         "<<=", ">>=", "++", "--", "[",  ".",  "->", "(" };
  const rp_statement *statement = &at->code->statements.items[number];
  if (statement->kind != RP_STATEMENT_PLAIN)
    return false;
  for (size_t i = 0; i < sizeof begins / sizeof *begins; i++)
    if (rp_code_is (at->code, statement->first, begins[i]))
      return true;
  for (size_t i = 0; i < sizeof follows / sizeof *follows; i++)
    if (rp_code_is (at->code, statement->first + 1, follows[i]))
      return at->code->tokens.items[statement->first].kind == RP_TOKEN_NAME;
  return false;
}

uint32_t
rp_case_directive (const rp_case *at, const rp_task_ref *task)
{
  if (!task->created.line || !task->created.file || strcmp (task->created.file, at->file))
    return RP_NO_STATEMENT;
  return rp_code_directive_at (at->code, task->created.line);
}

uint32_t
rp_case_line (const rp_case *at, uint32_t statement)
{
  return at->code->tokens.items[at->code->statements.items[statement].first].line;
}

static bool
is_first_on_line (const rp_case *at, uint32_t token)
{
  return !token || rp_code_end_line (at->code, token - 1) < at->code->tokens.items[token].line;
}

const char *
rp_case_where (const rp_case *at, uint32_t number)
{
  const rp_statement *statement = &at->code->statements.items[number];
  uint32_t line = rp_case_line (at, number);
  size_t length;
  const char *text = rp_code_text (at->code, statement->first, statement->last, &length);
  if (is_first_on_line (at, statement->first) || memchr (text, '\n', length) || length > 60)
    return rp_arena_format (&at->report->arena, "line %u", line);
  return rp_arena_format (&at->report->arena, "`%.*s` on line %u", (int) length, text, line);
}

bool
rp_case_may_hide_uses (const rp_case *at, uint32_t statement, uint32_t first, uint32_t last)
{
  if (!at->base || at->finding->object.storage == RP_STORAGE_LOCAL)
    return at->base && rp_value_is_exposed (at->code, statement, at->base);
  return !rp_update_calls_known (at->code, first, last);
}

/* ---- edits ---- */

static void
add_edit (rp_case *at, rp_place place, const char *insert)
{
  place.file = at->file;
  RP_VEC_PUSH (&at->edits, (rp_edit) { place, insert });
}

static rp_place
point (uint32_t line, uint32_t column)
{
  return (rp_place) { .line = line, .column = column, .end_line = line, .end_column = column };
}

void
rp_case_insert_before (rp_case *at, uint32_t number, const char *text)
{
  uint32_t first = at->code->statements.items[number].first;
  const rp_code_token *token = &at->code->tokens.items[first];
  if (is_first_on_line (at, first))
    add_edit (at, point (token->line, 1), rp_arena_format (&at->report->arena, "%s\n", text));
  else
    add_edit (at, point (token->line, rp_code_column (at->code, first)),
              rp_arena_format (&at->report->arena, "\n%s\n", text));
}

void
rp_case_insert_after (rp_case *at, uint32_t number, const char *text)
{
  uint32_t last = at->code->statements.items[number].last;
  const rp_code_token *token = &at->code->tokens.items[last];
  rp_place end = point (token->line, rp_code_column (at->code, last) + token->end - token->begin);
  bool ends_line
    = last + 1 == at->code->tokens.count || at->code->tokens.items[last + 1].line > token->line;
  add_edit (at, end, rp_arena_format (&at->report->arena, ends_line ? "\n%s" : "\n%s\n", text));
}

void
rp_case_replace (rp_case *at, uint32_t first, uint32_t last, const char *text)
{
  const rp_code_token *end = &at->code->tokens.items[last];
  add_edit (at,
            (rp_place) { .line = at->code->tokens.items[first].line,
                         .column = rp_code_column (at->code, first),
                         .end_line = end->line,
                         .end_column = rp_code_column (at->code, last) + end->end - end->begin },
            rp_arena_format (&at->report->arena, "%s", text));
}

/* Removes the token MENTION, a variable's name, from the clause `shared (...)` that begins at SHARED. Removes the clause if
 * it has no other name. */
static void
remove_shared (rp_case *at, uint32_t shared, uint32_t mention)
{
  uint32_t before = mention - 1, after = mention + 1;
  if (rp_code_is (at->code, after, ","))
    rp_case_replace (at, mention, after, "");
  else if (rp_code_is (at->code, before, ","))
    rp_case_replace (at, before, mention, "");
  else
    rp_case_replace (at, shared, after, "");
}

bool
rp_case_add_clause (rp_case *at, uint32_t directive, const char *clause, const char *name)
{
  const rp_statement *statement = &at->code->statements.items[directive];
  uint32_t last = statement->head_last;
  uint32_t mention = rp_code_find_name (at->code, statement->head, last, name);
  uint32_t shared = rp_code_clause (at->code, directive, "shared");
  if (mention <= last)
    {
      uint32_t close = shared ? rp_code_close (at->code, shared + 1, last) : 0;
      if (!close || mention < shared || mention > close
          || rp_code_find_name (at->code, mention + 1, last, name) <= last)
        return false;
      remove_shared (at, shared, mention);
    }
  const rp_code_token *end = &at->code->tokens.items[last];
  add_edit (at, point (end->line, rp_code_column (at->code, last) + end->end - end->begin),
            rp_arena_format (&at->report->arena, " %s", clause));
  return true;
}

static int
compare_edits (const void *a, const void *b)
{
  const rp_place *x = &((const rp_edit *) a)->at, *y = &((const rp_edit *) b)->at;
  if (x->line != y->line)
    return x->line < y->line ? -1 : 1;
  return (x->column > y->column) - (x->column < y->column);
}

void
rp_case_end_fix (rp_case *at, const char *text)
{
  rp_fix fix = { .text = text, .edit_count = (uint32_t) at->edits.count };
  qsort (at->edits.items, at->edits.count, sizeof *at->edits.items, compare_edits);
  fix.edits = rp_arena_alloc (&at->report->arena, at->edits.count * sizeof *fix.edits);
  memcpy (fix.edits, at->edits.items, at->edits.count * sizeof *fix.edits);
  RP_VEC_PUSH (&at->fixes, fix);
  at->edits.count = 0;
}

void
rp_case_drop_fix (rp_case *at)
{
  at->edits.count = 0;
}
