/* For the scope of the verdict, lists the loops in which iterations of one thread, or of one chunk, count as ordered,
 * and the loops whose iterations are distributed among teams. */
#include "outside/program_report/openmp.h"

#include "outside/symbol/symbol.h"

#include <stdlib.h>
#include <string.h>

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

/* Returns the place of the loop's directive or, if that is not found, the place from which it was sought; line 0 if
 * no place is known. For a combined construct the call has no line, so the place at which the construct's outlined
 * function begins is used. */
static rp_place
place_of (rp_program_reader *reader, const rp_fact_loop *row)
{
  rp_frame *frames;
  uint64_t body = reader->symbolize ? row->body : 0;
  rp_place entry = body
                     ? rp_program_place_in_line (reader, rp_symbols_entry (reader->symbols, body))
                     : (rp_place) { 0 };
  if (entry.line)
    return rp_program_openmp_loop_directive (reader, entry);
  bool has_frames = rp_program_own_frames (reader, &row->stack, &frames);
  return has_frames ? rp_program_openmp_loop_directive (reader, frames[0].at) : (rp_place) { 0 };
}

static places
places_of (rp_program_reader *reader, const rp_fact_loop *loops, uint32_t count)
{
  places list = { 0 };
  for (uint32_t i = 0; i < count; i++)
    add_place (&list, place_of (reader, &loops[i]));
  return list;
}

/* Returns the places in the order of the source, and clears LIST. */
static rp_loop_list
keep (rp_program_reader *reader, places *list)
{
  rp_loop_list kept
    = { rp_arena_alloc (reader->arena, list->count * sizeof *list->items), (uint32_t) list->count };
  if (list->count)
    {
      qsort (list->items, list->count, sizeof *list->items, compare_places);
      memcpy (kept.places, list->items, list->count * sizeof *list->items);
    }
  RP_VEC_CLEAR (list);
  return kept;
}

static void
add_in_order (rp_program_reader *reader, rp_fact_openmp *facts)
{
  places list = places_of (reader, facts->relied_on, facts->relied_on_count);
  facts->scope.in_order = keep (reader, &list);
  for (uint32_t i = 0; i < facts->relied_on_count; i++)
    {
      facts->scope.by_thread |= facts->relied_on[i].by_thread;
      facts->scope.by_chunk |= facts->relied_on[i].by_chunk;
    }
}

/* Adds the loops whose iterations are distributed among teams. Leaves `distribute parallel for` out, because it
 * distributes its iterations among the threads of each team, too. */
static void
add_by_team (rp_program_reader *reader, rp_fact_openmp *facts)
{
  places all = places_of (reader, facts->to_teams, facts->to_teams_count), list = { 0 };
  for (size_t i = 0; i < all.count; i++)
    if (!rp_program_openmp_has_name (reader, &all.items[i], "parallel"))
      RP_VEC_PUSH (&list, all.items[i]);
  facts->scope.by_team = keep (reader, &list);
  RP_VEC_CLEAR (&all);
}

void
rp_program_openmp_add_scope (rp_program_reader *reader)
{
  if (!reader->facts.openmp)
    return;
  add_in_order (reader, reader->facts.openmp);
  add_by_team (reader, reader->facts.openmp);
}
