/* Puts a statement between acquire and release. If the access is in a condition, the region ends before the branches
 * begin. A value that is returned is kept in a local first.
 *
 *   S                         acquire; S release;
 *   if (E) S else T           acquire; if (E) { release; S } else { release; T }
 *   while (E) S               acquire; while (E) { release; S acquire; } release;
 *   return E;                 { acquire; var value = E; release; return value; }
 *
 * Several edits may insert text at one place. They are sorted as the texts have to follow each other: first texts that
 * close a statement, from the innermost statement to the outermost; then texts that open one, from the outermost to the
 * innermost. */
#include "lang/annotate.h"

#include "base/panic.h"
#include "base/strbuf.h"

#include <stdlib.h>
#include <string.h>

#define VALUE "returned_value"

/* An object to be acquired around a statement. */
typedef struct object
{
  const char *text;
  bool writes;
} object;

typedef struct cover
{
  const rp_stmt *stmt;
  bool is_in_block; /* the statement stands in a block; otherwise braces are added */
  unsigned depth;
  RP_VEC (object) objects;
} cover;

typedef struct edit
{
  rp_edit edit;
  uint32_t offset;
  bool opens;
  unsigned depth;
  size_t number;
} edit;

typedef struct annotator
{
  const rp_program *program;
  const rp_uncovered *accesses;
  size_t count;
  rp_report *report;
  RP_VEC (cover) regions;
  RP_VEC (edit) edits;
} annotator;

/* ---- what to acquire ---- */

static const rp_expr *find_in_list (rp_expr *const *list, uint32_t count, uint32_t site);

static const rp_expr *
find_in (const rp_expr *expr, uint32_t site)
{
  if (!expr || expr->site == site)
    return expr;
  return find_in_list (expr->args, expr->arg_count, site);
}

static const rp_expr *
find_in_list (rp_expr *const *list, uint32_t count, uint32_t site)
{
  const rp_expr *found = NULL;
  for (uint32_t i = 0; i < count && !found; i++)
    found = find_in (list[i], site);
  return found;
}

/* Returns the expression with the site SITE in STMT itself, or NULL; inner statements are not searched. */
static const rp_expr *
find_access (const rp_stmt *stmt, uint32_t site)
{
  const rp_expr *const parts[] = { stmt->target, stmt->expr, stmt->low, stmt->high };
  const rp_expr *found = find_in_list (stmt->args, stmt->arg_count, site);
  for (size_t i = 0; i < sizeof parts / sizeof *parts && !found; i++)
    found = find_in (parts[i], site);
  for (uint32_t i = 0; i < stmt->phaser_count && !found; i++)
    found = find_in (stmt->phasers[i].phaser, site);
  return found;
}

/* Returns whether the local in SLOT may get another value in STMT. */
static bool
assigns (const rp_stmt *stmt, uint32_t slot)
{
  bool is_target = stmt->kind == RP_STMT_ASSIGN && stmt->target->binding == RP_BOUND_LOCAL
                   && stmt->target->index == slot;
  bool declares
    = (stmt->kind == RP_STMT_VAR || stmt->kind == RP_STMT_FOR || stmt->kind == RP_STMT_FUTURE
       || stmt->kind == RP_STMT_FORALL || stmt->kind == RP_STMT_FORASYNC)
      && stmt->index == slot;
  if (is_target || declares)
    return true;
  for (uint32_t i = 0; i < stmt->body_count; i++)
    if (assigns (stmt->body[i], slot))
      return true;
  return false;
}

/* Returns whether EXPR has the same value before and after STMT, and evaluating it reads no shared variable. */
static bool
is_stable (const rp_stmt *stmt, const rp_expr *expr)
{
  if (expr->kind == RP_EXPR_CHOICE || expr->kind == RP_EXPR_CALL || expr->kind == RP_EXPR_GET
      || expr->binding == RP_BOUND_SHARED
      || (expr->binding == RP_BOUND_LOCAL && assigns (stmt, expr->index)))
    return false;
  for (uint32_t i = 0; i < expr->arg_count; i++)
    if (!is_stable (stmt, expr->args[i]))
      return false;
  return true;
}

/* Returns the text of the object to acquire for ACCESS: the element as it is written if its subscripts are stable
 * (is_stable), else the whole variable. */
static const char *
object_text (annotator *a, const rp_stmt *stmt, const rp_expr *access)
{
  bool is_stable_element = access->kind == RP_EXPR_INDEX;
  for (uint32_t i = 0; i < access->arg_count && is_stable_element; i++)
    is_stable_element = is_stable (stmt, access->args[i]);
  if (!is_stable_element)
    return access->name;
  return rp_arena_copy (&a->report->arena, a->program->source->text + access->span.begin,
                        access->span.end - access->span.begin);
}

static void
add_object (cover *region, const char *text, bool writes)
{
  for (size_t i = 0; i < region->objects.count; i++)
    if (!strcmp (region->objects.items[i].text, text))
      {
        region->objects.items[i].writes |= writes;
        return;
      }
  RP_VEC_PUSH (&region->objects, (object) { text, writes });
}

static bool
has_access (const annotator *a, const rp_stmt *stmt)
{
  for (size_t i = 0; i < a->count; i++)
    if (a->program->sites[a->accesses[i].site].stmt == stmt)
      return true;
  return false;
}

static void
add_permission_region (annotator *a, const rp_stmt *stmt, bool is_in_block, unsigned depth)
{
  cover fresh = { .stmt = stmt, .is_in_block = is_in_block, .depth = depth };
  for (size_t i = 0; i < a->count; i++)
    {
      uint32_t site = a->accesses[i].site;
      const rp_expr *access
        = a->program->sites[site].stmt == stmt ? find_access (stmt, site) : NULL;
      if (access)
        add_object (&fresh, object_text (a, stmt, access), a->accesses[i].is_write);
    }
  RP_VEC_PUSH (&a->regions, fresh);
}

static void
find_permission_regions (annotator *a, const rp_stmt *stmt, bool is_in_block, unsigned depth)
{
  if (has_access (a, stmt))
    add_permission_region (a, stmt, is_in_block, depth);
  for (uint32_t i = 0; i < stmt->body_count; i++)
    find_permission_regions (a, stmt->body[i], stmt->kind == RP_STMT_BLOCK, depth + 1);
}

/* ---- edits ---- */

static void
add_edit (annotator *a, const cover *region, uint32_t offset, bool opens, bool is_inside,
          uint32_t removed, const rp_strbuf *text)
{
  rp_span at = { offset, offset + removed };
  edit fresh = { .offset = offset,
                 .opens = opens,
                 .depth = region->depth * 2 + is_inside,
                 .number = a->edits.count };
  fresh.edit.at = rp_source_place (a->program->source, at);
  fresh.edit.insert = rp_arena_copy (&a->report->arena, rp_strbuf_text (text), text->length);
  RP_VEC_PUSH (&a->edits, fresh);
}

static void
add_acquires (rp_strbuf *out, const cover *region)
{
  for (size_t i = 0; i < region->objects.count; i++)
    rp_strbuf_format (out, "acquire %s %s; ", region->objects.items[i].writes ? "write" : "read",
                      region->objects.items[i].text);
}

static void
add_releases (rp_strbuf *out, const cover *region)
{
  for (size_t i = region->objects.count; i-- > 0;)
    rp_strbuf_format (out, " release %s %s;", region->objects.items[i].writes ? "write" : "read",
                      region->objects.items[i].text);
}

static uint32_t
begin_of (const rp_stmt *stmt)
{
  return stmt->label ? stmt->label_span.begin : stmt->span.begin;
}

/* Adds the edits in BRANCH: releases at its beginning and, if IS_LOOP, acquires at its end. */
static void
edit_branch (annotator *a, const cover *region, const rp_stmt *branch, bool is_loop)
{
  rp_strbuf open = { 0 }, close = { 0 };
  bool is_block = branch->kind == RP_STMT_BLOCK;
  rp_strbuf_add (&open, is_block ? "" : "{");
  add_releases (&open, region);
  rp_strbuf_add (&open, is_block ? "" : " ");
  if (is_loop && !is_block)
    rp_strbuf_add (&close, " ");
  if (is_loop)
    add_acquires (&close, region);
  if (!is_block)
    rp_strbuf_add (&close, is_loop ? "}" : " }");
  add_edit (a, region, is_block ? branch->span.begin + 1 : begin_of (branch), true, true, 0, &open);
  if (close.length)
    add_edit (a, region, is_block ? branch->end.begin : branch->span.end, false, true, 0, &close);
  rp_strbuf_clear (&open);
  rp_strbuf_clear (&close);
}

static void
edit_around (annotator *a, const cover *region)
{
  const rp_stmt *stmt = region->stmt;
  bool returns = stmt->kind == RP_STMT_RETURN, needs_braces = returns || !region->is_in_block;
  rp_strbuf open = { 0 }, close = { 0 };
  rp_strbuf_add (&open, needs_braces ? "{ " : "");
  add_acquires (&open, region);
  if (returns)
    rp_strbuf_add (&open, "var " VALUE " =");
  if (stmt->kind == RP_STMT_IF && stmt->body_count == 1)
    {
      rp_strbuf_add (&close, " else {");
      add_releases (&close, region);
      rp_strbuf_add (&close, " }");
    }
  else if (stmt->kind != RP_STMT_IF)
    add_releases (&close, region);
  if (returns)
    rp_strbuf_add (&close, " return " VALUE ";");
  rp_strbuf_add (&close, needs_braces ? " }" : "");
  uint32_t begin = returns ? stmt->span.begin : begin_of (stmt);
  add_edit (a, region, begin, true, false, returns ? (uint32_t) strlen ("return") : 0, &open);
  if (close.length)
    add_edit (a, region, stmt->span.end, false, false, 0, &close);
  rp_strbuf_clear (&open);
  rp_strbuf_clear (&close);
}

static void
edit_region (annotator *a, const cover *region)
{
  const rp_stmt *stmt = region->stmt;
  edit_around (a, region);
  if (stmt->kind == RP_STMT_IF || stmt->kind == RP_STMT_WHILE)
    for (uint32_t i = 0; i < stmt->body_count; i++)
      edit_branch (a, region, stmt->body[i], stmt->kind == RP_STMT_WHILE);
}

static int
compare_edits (const void *left, const void *right)
{
  const edit *a = left, *b = right;
  if (a->offset != b->offset)
    return a->offset < b->offset ? -1 : 1;
  if (a->opens != b->opens)
    return a->opens ? 1 : -1;
  if (a->depth != b->depth)
    return (a->depth < b->depth) == a->opens ? -1 : 1;
  return a->number < b->number ? -1 : 1;
}

/* ---- the whole ---- */

static const char *
end_of (const rp_stmt *stmt)
{
  switch (stmt->kind)
    {
    case RP_STMT_IF:
      return "where its branches begin";
    case RP_STMT_WHILE:
      return "where its body begins, and after it";
    case RP_STMT_RETURN:
      return "before it returns the value";
    default:
      return NULL;
    }
}

static void
add_suggestion (annotator *a, const cover *region)
{
  rp_strbuf before = { 0 }, after = { 0 };
  rp_report *report = a->report;
  add_acquires (&before, region);
  add_releases (&after, region);
  RP_VEC_PUSH (
    &report->suggestions,
    (rp_suggestion) { .at = rp_source_place (a->program->source, region->stmt->head),
                      .before = rp_arena_copy (&report->arena, before.text, before.length - 1),
                      .after = rp_arena_copy (&report->arena, after.text + 1, after.length - 1),
                      .where = end_of (region->stmt) });
  rp_strbuf_clear (&before);
  rp_strbuf_clear (&after);
}

void
rp_annotate (const rp_program *program, const rp_uncovered *accesses, size_t count,
             rp_report *report)
{
  annotator a = { .program = program, .accesses = accesses, .count = count, .report = report };
  for (uint32_t i = 0; i < program->proc_count; i++)
    find_permission_regions (&a, program->procs[i].body, true, 0);
  for (size_t i = 0; i < a.regions.count; i++)
    if (a.regions.items[i].objects.count)
      {
        edit_region (&a, &a.regions.items[i]);
        add_suggestion (&a, &a.regions.items[i]);
      }
  if (a.edits.count)
    qsort (a.edits.items, a.edits.count, sizeof *a.edits.items, compare_edits);
  for (size_t i = 0; i < a.edits.count; i++)
    RP_VEC_PUSH (&report->edits, a.edits.items[i].edit);
  for (size_t i = 0; i < a.regions.count; i++)
    RP_VEC_CLEAR (&a.regions.items[i].objects);
  RP_VEC_CLEAR (&a.regions);
  RP_VEC_CLEAR (&a.edits);
}
