/* The limits of a verdict: remarks of the program, and OpenMP loops of which not all iterations are compared with each
 * other. */
#include "report/phrase.h"

#include <string.h>

enum
{
  MAX_NAMED = 4
};

/* Appends "the loops at a.c:12, a.c:20 and 3 more", or "loops" if the places are not known, as without debug
 * information. */
static void
name_loops (rp_strbuf *out, const rp_loop_list *list)
{
  uint32_t named = list->count <= MAX_NAMED ? list->count : MAX_NAMED;
  if (!list->places[0].line)
    {
      rp_strbuf_add (out, "loops");
      return;
    }
  rp_strbuf_add (out, list->count == 1 ? "the loop at " : "the loops at ");
  for (uint32_t i = 0; i < named; i++)
    {
      const char *slash = strrchr (list->places[i].file, '/');
      rp_strbuf_format (out, "%s%s:%u", !i ? "" : i + 1 == list->count ? " and " : ", ",
                        slash ? slash + 1 : list->places[i].file, list->places[i].line);
    }
  if (named < list->count)
    rp_strbuf_format (out, " and %u more", list->count - named);
}

bool
rp_scope_is_as_scheduled (const rp_openmp_scope *openmp)
{
  return openmp->loops && !strcmp (openmp->loops, "as-scheduled");
}

static void
add_in_order (rp_strbuf *out, const rp_openmp_scope *openmp)
{
  const rp_loop_list *list = &openmp->in_order;
  rp_strbuf_add (out, "iterations of ");
  name_loops (out, list);
  rp_strbuf_format (out, " that %s count as in order, %s (--loops=any compares all)",
                    !openmp->by_chunk    ? "one thread executes"
                    : !openmp->by_thread ? "are in one chunk"
                                         : "one thread executes, or that are in one chunk,",
                    rp_scope_is_as_scheduled (openmp) ? "as they are dealt out"
                    : list->count == 1                ? "as its schedule clause guarantees"
                                                      : "as their schedule clauses guarantee");
  if (!openmp->by_thread)
    return;
  rp_strbuf_format (out, "; which a thread executes depends on the size of the team, here %u", openmp->least);
  if (openmp->most > openmp->least)
    rp_strbuf_format (out, " to %u", openmp->most);
}

static void
add_by_team (rp_strbuf *out, const rp_openmp_scope *openmp)
{
  rp_strbuf_add (out, "iterations of ");
  name_loops (out, &openmp->by_team);
  rp_strbuf_add (out, " that one team executed in this run are not compared with each other: distribute loops "
                      "without `parallel for` are judged by teams");
}

/* Returns whether there are loops in which iterations of one thread, or of one chunk, count as in order. */
static bool
has_in_order (const rp_report *report)
{
  return report->openmp && report->openmp->in_order.count;
}

static bool
has_by_team (const rp_report *report)
{
  return report->openmp && report->openmp->by_team.count;
}

size_t
rp_phrase_limit_count (const rp_report *report)
{
  return report->limits.count + has_in_order (report) + has_by_team (report);
}

void
rp_phrase_limit (rp_strbuf *out, const rp_report *report, size_t number)
{
  if (number < report->limits.count)
    rp_strbuf_add (out, report->limits.items[number]);
  else if (number == report->limits.count && has_in_order (report))
    add_in_order (out, report->openmp);
  else
    add_by_team (out, report->openmp);
}
