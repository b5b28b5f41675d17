#include "report/sources.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

static rp_source *
read_regular (const char *file)
{
  struct stat info;
  return stat (file, &info) == 0 && S_ISREG (info.st_mode) ? rp_source_read (file) : NULL;
}

const rp_source *
rp_sources_find (rp_sources *sources, const char *file)
{
  if (!file)
    return NULL;
  if (sources->given && !strcmp (sources->given->name, file))
    return sources->given;
  for (size_t i = 0; i < sources->entries.count; i++)
    if (!strcmp (sources->entries.items[i].file, file))
      return sources->entries.items[i].source;
  rp_source *source = read_regular (file);
  RP_VEC_PUSH (&sources->entries, (rp_sources_entry) { file, source });
  return source;
}

void
rp_sources_clear (rp_sources *sources)
{
  for (size_t i = 0; i < sources->entries.count; i++)
    rp_source_free (sources->entries.items[i].source);
  RP_VEC_CLEAR (&sources->entries);
}

/* Adds the text of the place's first line, without the blanks around it. */
static void
add_trimmed_line (rp_strbuf *out, rp_sources *sources, const rp_place *place)
{
  const rp_source *source = rp_sources_find (sources, place->file);
  const char *text;
  size_t length;
  if (!source || !rp_source_line (source, place->line, &text, &length))
    return;
  while (length && strchr (" \t\r", text[length - 1]))
    length--;
  while (length && strchr (" \t", *text))
    {
      text++;
      length--;
    }
  rp_strbuf_add_bytes (out, text, length);
}

static void
describe_access (rp_strbuf *out, rp_sources *sources, const rp_access_ref *access)
{
  const char *function = rp_access_function_name (access);
  rp_strbuf_format (out, "|%s|%s|", access->is_write ? "write" : "read", function ? function : "");
  add_trimmed_line (out, sources, &access->at);
}

/* Describes both accesses, the one with the smaller text first, because which access is the later one depends
 * on the schedule. */
static void
describe_accesses (rp_strbuf *out, rp_sources *sources, const rp_finding *finding)
{
  rp_strbuf sides[2] = { { 0 }, { 0 } };
  for (uint32_t i = 0; i < finding->access_count; i++)
    describe_access (&sides[i], sources, &finding->accesses[i]);
  int first = strcmp (rp_strbuf_text (&sides[0]), rp_strbuf_text (&sides[1])) > 0;
  rp_strbuf_add (out, rp_strbuf_text (&sides[first]));
  rp_strbuf_add (out, rp_strbuf_text (&sides[!first]));
  rp_strbuf_clear (&sides[0]);
  rp_strbuf_clear (&sides[1]);
}

void
rp_finding_identify (const rp_finding *finding, rp_sources *sources, char id[17])
{
  if (finding->id[0])
    {
      memcpy (id, finding->id, 17);
      return;
    }
  rp_strbuf text = { 0 };
  rp_strbuf_format (&text, "RP%03d|", (int) finding->rule);
  if (finding->object.name)
    rp_object_base (finding->object.name, &text);
  describe_accesses (&text, sources, finding);
  for (uint32_t i = 0; i < finding->waiting_count; i++)
    {
      rp_strbuf_add_char (&text, '|');
      add_trimmed_line (&text, sources, &finding->waiting[i].at);
    }
  snprintf (id, 17, "%016" PRIx64, rp_hash_bytes (text.text, text.length));
  rp_strbuf_clear (&text);
}
