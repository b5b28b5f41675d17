/* The loops whose schedule the verdict relies on, in words: part of its scope. */
#include "raw_openmp.h"

#include "base/strbuf.h"
#include "symbol/symbol.h"

#include <stdlib.h>
#include <string.h>

enum
{
  MOST_NAMED = 4
};

/* Places of loops, each once, in the order of the source. */
typedef RP_VEC (rp_place) places;

static int
compare_places (const void *a, const void *b)
{
  const rp_place *x = a, *y = b;
  int order = strcmp (x->file ? x->file : "", y->file ? y->file : "");
  return order ? order : (x->line > y->line) - (x->line < y->line);
}

static void
add_place (places *list, rp_place place)
{
  for (size_t i = 0; i < list->count; i++)
    if (!compare_places (&list->items[i], &place))
      return;
  RP_VEC_PUSH (list, place);
}

/* "the loops at a.c:12, a.c:20 and 3 more". Without debug information nothing is known of a place. */
static void
name_loops (rp_strbuf *out, places *list)
{
  size_t named = list->count <= MOST_NAMED ? list->count : MOST_NAMED;
  qsort (list->items, list->count, sizeof *list->items, compare_places);
  if (!list->items[0].line)
    {
      rp_strbuf_add (out, "loops");
      return;
    }
  rp_strbuf_add (out, list->count == 1 ? "the loop at " : "the loops at ");
  for (size_t i = 0; i < named; i++)
    {
      const char *slash = strrchr (list->items[i].file, '/');
      rp_strbuf_format (out, "%s%s:%u", !i ? "" : i + 1 == list->count ? " and " : ", ",
                        slash ? slash + 1 : list->items[i].file, list->items[i].line);
    }
  if (named < list->count)
    rp_strbuf_format (out, " and %zu more", list->count - named);
}

static const char *
keep (rp_raw *raw, rp_strbuf *text)
{
  const char *kept = rp_arena_format (raw->arena, "%s", rp_strbuf_text (text));
  rp_strbuf_clear (text);
  return kept;
}

/* A call for a combined construct has no line of its own. */
static rp_place
place_of (rp_raw *raw, const json_t *row)
{
  rp_frame *frames;
  uint64_t body = raw->symbolize ? rp_raw_number (row, "body") : 0;
  rp_place entry = body ? rp_raw_within (raw, rp_symbols_entry (raw->symbols, body)) : (rp_place) { 0 };
  if (entry.line)
    return rp_raw_openmp_loop_directive (raw, entry);
  bool has_frames = rp_raw_own_frames (raw, row, "stack", &frames);
  return has_frames ? rp_raw_openmp_loop_directive (raw, frames[0].at) : (rp_place) { 0 };
}

/* The places of the loops in the array KEY. *THREAD, *CHUNK: whether some are judged so. */
static places
loops_of (rp_raw *raw, const char *key, bool *thread, bool *chunk)
{
  const json_t *rows = json_object_get (json_object_get (raw->root, "openmp"), key);
  places list = { 0 };
  for (size_t i = 0; i < json_array_size (rows); i++)
    {
      const json_t *row = json_array_get (rows, i);
      *thread |= rp_raw_flag (row, "thread");
      *chunk |= rp_raw_flag (row, "chunk");
      add_place (&list, place_of (raw, row));
    }
  return list;
}

static void
add_relied_on (rp_raw *raw)
{
  const rp_openmp_scope *openmp = raw->report->openmp;
  bool thread = false, chunk = false;
  places list = loops_of (raw, "relied_on", &thread, &chunk);
  rp_strbuf text = { 0 };
  if (!list.count)
    return;
  rp_strbuf_add (&text, "iterations of ");
  name_loops (&text, &list);
  rp_strbuf_format (&text, " that %s count as in order, %s (--loops=any compares all)",
                    !chunk    ? "one thread executes"
                    : !thread ? "are in one chunk"
                              : "one thread executes, or that are in one chunk,",
                    openmp->loops && !strcmp (openmp->loops, "as-scheduled") ? "as they are dealt out"
                    : list.count == 1 ? "as its schedule clause guarantees"
                                      : "as their schedule clauses guarantee");
  if (thread)
    {
      rp_strbuf_format (&text, "; which a thread executes depends on the size of the team, here %u", openmp->least);
      if (openmp->most > openmp->least)
        rp_strbuf_format (&text, " to %u", openmp->most);
    }
  RP_VEC_PUSH (&raw->report->limits, keep (raw, &text));
  RP_VEC_CLEAR (&list);
}

/* clang tells of `distribute parallel for`, too, whose iterations are dealt out again. */
static void
add_to_teams (rp_raw *raw)
{
  bool thread = false, chunk = false;
  places all = loops_of (raw, "to_teams", &thread, &chunk), list = { 0 };
  rp_strbuf text = { 0 };
  for (size_t i = 0; i < all.count; i++)
    if (!rp_raw_openmp_has_name (raw, &all.items[i], "parallel"))
      RP_VEC_PUSH (&list, all.items[i]);
  if (list.count)
    {
      rp_strbuf_add (&text, "iterations of ");
      name_loops (&text, &list);
      rp_strbuf_add (&text, " that one team executed in this run are not compared with each other: distribute loops "
                            "without `parallel for` are judged by teams");
      RP_VEC_PUSH (&raw->report->limits, keep (raw, &text));
    }
  RP_VEC_CLEAR (&all);
  RP_VEC_CLEAR (&list);
}

void
rp_raw_openmp_add_scope (rp_raw *raw)
{
  if (!raw->report->openmp)
    return;
  add_relied_on (raw);
  add_to_teams (raw);
}
