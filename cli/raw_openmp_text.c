/* Sections and waiting in the words of OpenMP: what the runtime knows as objects, sections and
 * finishes. */
#include "base/strbuf.h"
#include "raw_openmp.h"
#include "report/phrase.h"
#include "symbol/symbol.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static const char *
keep (rp_raw *raw, rp_strbuf *text)
{
  const char *kept = rp_arena_copy (raw->arena, rp_strbuf_text (text), text->length);
  rp_strbuf_clear (text);
  return kept;
}

/* ---- sections ---- */

#define CRITICAL ".gomp_critical_user_"

/* gcc: `.gomp_critical_user_NAME`, clang: the same with `.var`; the library's own for those without
 * a name. */
static const char *
name_of_symbol (rp_raw *raw, const char *symbol)
{
  if (!strcmp (symbol, "rp_gomp_unnamed_critical"))
    return "critical";
  if (!strcmp (symbol, "rp_gomp_atomic_lock"))
    return "an atomic construct";
  if (strncmp (symbol, CRITICAL, strlen (CRITICAL)))
    return NULL;
  symbol += strlen (CRITICAL);
  size_t length = strlen (symbol);
  if (length >= 4 && !strcmp (symbol + length - 4, ".var"))
    length -= 4;
  return length ? rp_arena_format (raw->arena, "critical (%.*s)", (int) length, symbol)
                : "critical";
}

/* The members of omp_lock_t are nobody's business. */
static const char *
lock_name (rp_raw *raw, const json_t *lock)
{
  rp_finding found = { 0 };
  const char *headline;
  rp_raw_describe_object (raw, json_object_get (lock, "object"), rp_raw_number (lock, "address"), 1,
                          &found, &headline);
  const char *storage = found.object.storage;
  bool is_named = storage && (!strcmp (storage, "global") || strstr (storage, "variable"));
  const char *member = is_named ? strstr (found.object.name, "._") : NULL;
  if (!is_named)
    return "a lock";
  return rp_arena_format (
    raw->arena, "lock `%.*s`",
    (int) (member ? (size_t) (member - found.object.name) : strlen (found.object.name)),
    found.object.name);
}

static const char *
section_name (rp_raw *raw, const json_t *lock)
{
  if (rp_raw_flag (lock, "lock"))
    return lock_name (raw, lock);
  const char *symbol
    = raw->symbolize ? rp_symbols_name (raw->symbols, rp_raw_number (lock, "address")) : NULL;
  const char *name = symbol ? name_of_symbol (raw, symbol) : NULL;
  return name ? name : "a section that excludes others";
}

const char *
rp_raw_openmp_section (rp_raw *raw, const json_t *side)
{
  const json_t *locks = json_object_get (side, "locks");
  rp_strbuf text = { 0 };
  for (size_t i = 0; i < json_array_size (locks); i++)
    rp_strbuf_format (&text, "%s%s", i ? " and " : "",
                      section_name (raw, json_array_get (locks, i)));
  if (rp_raw_flag (side, "atomic"))
    rp_strbuf_format (&text, "%san atomic construct", text.length ? " and " : "");
  return text.length ? keep (raw, &text) : NULL;
}

/* ---- texts of the runtime ---- */

static const char *const rewordings[][2] = {
  { "isolated sections or atomic operations", "critical sections, locks or atomic constructs" },
  { "isolated sections", "critical sections or locks" },
  { "atomic operations", "atomic constructs" },
  { "at the end of a finish for", "at a barrier, or the end of a construct, for" },
  { "to enter an isolated section while ", "for a critical section or lock that is held by " },
  { " is in one", "" },
  { "to enter an isolated section", "for a critical section or lock" },
  { "for the future that ", "for the task that it depends on, " },
  { " computes", "" },
};

/* "task 12" by its name, if the report has it. Returns how many bytes of TEXT that was. */
static size_t
add_task_name (rp_raw *raw, rp_strbuf *out, const char *text)
{
  char *end;
  if (strncmp (text, "task ", 5) || !isdigit ((unsigned char) text[5]))
    return 0;
  uint32_t id = (uint32_t) strtoul (text + 5, &end, 10);
  if (!rp_raw_task_row (raw, id))
    return 0;
  rp_task_ref task = rp_raw_task (raw, id);
  rp_phrase_task (out, &task);
  return (size_t) (end - text);
}

static size_t
add_reworded (rp_strbuf *out, const char *text)
{
  for (size_t i = 0; i < sizeof rewordings / sizeof *rewordings; i++)
    if (!strncmp (text, rewordings[i][0], strlen (rewordings[i][0])))
      {
        rp_strbuf_add (out, rewordings[i][1]);
        return strlen (rewordings[i][0]);
      }
  return 0;
}

const char *
rp_raw_openmp_reword (rp_raw *raw, const char *text)
{
  rp_strbuf out = { 0 };
  if (!raw->report->openmp)
    return text;
  while (*text)
    {
      size_t used = add_task_name (raw, &out, text);
      used = used ? used : add_reworded (&out, text);
      if (!used)
        rp_strbuf_add_char (&out, *text);
      text += used ? used : 1;
    }
  return keep (raw, &out);
}
