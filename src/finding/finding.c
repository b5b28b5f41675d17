/* The rule table, and the list of findings that folds equal ones: a race in a loop is one finding
 * with a count, not a thousand. */
#include "finding/finding.h"

#include "base/panic.h"

#include <string.h>

#define ROW(NUMBER, NAME, TITLE, SUMMARY) { (rp_rule) NUMBER, NAME, TITLE, SUMMARY },
const rp_rule_text rp_rules[] = { RP_RULES (ROW) };
#undef ROW
const size_t rp_rule_count = sizeof rp_rules / sizeof *rp_rules;

const rp_rule_text *
rp_rule_find (rp_rule rule)
{
  for (size_t i = 0; i < rp_rule_count; i++)
    if (rp_rules[i].rule == rule)
      return &rp_rules[i];
  return NULL;
}

const char *
rp_access_function_name (const rp_access_ref *access)
{
  return access->at_frame < access->frame_count ? access->frames[access->at_frame].function : NULL;
}

const char *
rp_certainty_name (rp_certainty certainty)
{
  return certainty == RP_CERTAIN ? "certain" : "possible";
}

const char *
rp_verdict_name (rp_verdict verdict)
{
  static const char *const names[] = {
    [RP_VERDICT_RACE_FREE] = "race-free",
    [RP_VERDICT_ONLY_SUPPRESSED] = "only-suppressed",
    [RP_VERDICT_FINDINGS] = "findings",
    [RP_VERDICT_UNDECIDED] = "undecided",
    [RP_VERDICT_ERROR] = "error",
  };
  return names[verdict];
}

/* FNV-1a */
uint64_t
rp_hash_bytes (const char *bytes, size_t length)
{
  uint64_t hash = 0xcbf29ce484222325u;
  for (size_t i = 0; i < length; i++)
    hash = (hash ^ (unsigned char) bytes[i]) * 0x100000001b3u;
  return hash;
}

/* How long the subscripts of Fortran at C are, `(3,2:4)`; 0 if there are none. */
static size_t
fortran_subscripts (const char *c)
{
  size_t length = 1 + strspn (c + 1, "0123456789:,-");
  return *c == '(' && length > 1 && c[length] == ')' ? length + 1 : 0;
}

void
rp_object_base (const char *name, rp_strbuf *out)
{
  int depth = 0;
  for (const char *c = name; *c; c++)
    if (fortran_subscripts (c))
      c += fortran_subscripts (c) - 1;
    else if (*c == '[')
      depth++;
    else if (*c == ']' && depth > 0)
      depth--;
    else if (depth == 0)
      rp_strbuf_add_char (out, *c);
}

void
rp_report_clear (rp_report *report)
{
  RP_VEC_CLEAR (&report->findings);
  RP_VEC_CLEAR (&report->dependences);
  RP_VEC_CLEAR (&report->suppressed);
  RP_VEC_CLEAR (&report->warnings);
  RP_VEC_CLEAR (&report->unseen);
  RP_VEC_CLEAR (&report->limits);
  RP_VEC_CLEAR (&report->suggestions);
  RP_VEC_CLEAR (&report->edits);
  rp_map_clear (&report->index);
  rp_arena_clear (&report->arena);
}

rp_verdict
rp_report_verdict (const rp_report *report)
{
  bool is_certain = false;
  for (size_t i = 0; i < report->findings.count; i++)
    {
      const rp_finding *finding = &report->findings.items[i];
      if (finding->rule == RP_RULE_RUN_TIME_ERROR)
        return RP_VERDICT_ERROR;
      is_certain |= finding->certainty == RP_CERTAIN;
    }
  if (is_certain)
    return RP_VERDICT_FINDINGS;
  bool depends = report->dependences.count && !report->openmp;
  for (size_t i = 0; i < report->dependences.count; i++)
    depends |= report->dependences.items[i].is_deadlock;
  if (report->findings.count || depends || report->incomplete || report->unseen.count)
    return RP_VERDICT_UNDECIDED;
  return report->suppressed.count ? RP_VERDICT_ONLY_SUPPRESSED : RP_VERDICT_RACE_FREE;
}

int
rp_report_exit_status (const rp_report *report)
{
  static const int statuses[] = {
    [RP_VERDICT_RACE_FREE] = 0,
    [RP_VERDICT_ONLY_SUPPRESSED] = 0,
    [RP_VERDICT_FINDINGS] = 66,
    [RP_VERDICT_UNDECIDED] = 67,
    [RP_VERDICT_ERROR] = 2,
  };
  return statuses[rp_report_verdict (report)];
}

static int
compare_numbers (uint32_t a, uint32_t b)
{
  return (a > b) - (a < b);
}

static int
compare_places (const rp_place *a, const rp_place *b)
{
  int by_file = strcmp (a->file ? a->file : "", b->file ? b->file : "");
  int order = by_file ? by_file : compare_numbers (a->line, b->line);
  order = order ? order : compare_numbers (a->column, b->column);
  order = order ? order : compare_numbers (a->end_line, b->end_line);
  return order ? order : compare_numbers (a->end_column, b->end_column);
}

static void
add_place (rp_strbuf *key, const rp_place *place, bool by_line)
{
  rp_strbuf_format (key, "|%s:%u", place->file ? place->file : "", place->line);
  if (!by_line)
    rp_strbuf_format (key, ":%u-%u:%u", place->column, place->end_line, place->end_column);
}

/* Without lines, as in a stripped program, the function tells places apart. */
static void
add_access (rp_strbuf *key, const rp_access_ref *access, bool by_line)
{
  add_place (key, &access->at, by_line);
  if (!access->at.line && rp_access_function_name (access))
    rp_strbuf_format (key, " %s", rp_access_function_name (access));
}

/* What makes two findings equal, as text: rule, object base name, places in a fixed order. The
 * message counts only where there is no object to tell two misuses at one place apart. */
static void
write_key (const rp_finding *finding, bool by_line, rp_strbuf *key)
{
  rp_strbuf_format (key, "%d|", (int) finding->rule);
  if (finding->object.name)
    rp_object_base (finding->object.name, key);
  else
    rp_strbuf_add (key, finding->message ? finding->message : "");
  const rp_access_ref *a = &finding->accesses[0], *b = &finding->accesses[1];
  if (finding->access_count == 2 && compare_places (&a->at, &b->at) > 0)
    {
      const rp_access_ref *swap = a;
      a = b;
      b = swap;
    }
  if (finding->access_count >= 1)
    add_access (key, a, by_line);
  if (finding->access_count == 2)
    add_access (key, b, by_line);
  for (uint32_t i = 0; i < finding->waiting_count; i++)
    add_place (key, &finding->waiting[i].at, by_line);
}

static bool
has_key (const rp_finding *finding, bool by_line, const rp_strbuf *key)
{
  rp_strbuf own = { 0 };
  write_key (finding, by_line, &own);
  bool is_equal = own.length == key->length && !memcmp (own.text, key->text, key->length);
  rp_strbuf_clear (&own);
  return is_equal;
}

/* The index entry of KEY: a new one, or that of an equal finding. Two keys with one hash are told
 * apart by looking at the finding, and the second goes under the next free number. */
static uint64_t *
index_entry (rp_report *report, const rp_strbuf *key)
{
  for (uint64_t hash = rp_hash_bytes (key->text, key->length);; hash++)
    {
      bool is_new;
      uint64_t *entry = rp_map_insert (&report->index, hash, &is_new);
      if (is_new || has_key (&report->findings.items[*entry - 1], report->fold_lines, key))
        return entry;
    }
}

static rp_finding *
append (rp_report *report, const rp_finding *finding)
{
  RP_ASSERT (finding->access_count <= 2);
  RP_VEC_PUSH (&report->findings, *finding);
  rp_finding *added = &RP_VEC_LAST (&report->findings);
  if (!added->count)
    added->count = 1;
  return added;
}

rp_finding *
rp_report_add (rp_report *report, const rp_finding *finding)
{
  if (report->keep_all)
    return append (report, finding);
  rp_strbuf key = { 0 };
  write_key (finding, report->fold_lines, &key);
  uint64_t *entry = index_entry (report, &key);
  rp_strbuf_clear (&key);
  if (!*entry)
    {
      *entry = report->findings.count + 1;
      return append (report, finding);
    }
  rp_finding *kept = &report->findings.items[*entry - 1];
  uint64_t count = kept->count + (finding->count ? finding->count : 1);
  bool has_two_writes = kept->has_two_writes || finding->has_two_writes;
  bool by_default = kept->by_default_schedule && finding->by_default_schedule;
  if (kept->certainty == RP_POSSIBLE && finding->certainty == RP_CERTAIN)
    *kept = *finding;
  kept->count = count;
  kept->has_two_writes = has_two_writes;
  kept->by_default_schedule = by_default;
  return kept;
}
