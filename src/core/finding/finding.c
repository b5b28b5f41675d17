/* The rule table, and the list of findings. The list folds equal findings: a race in a loop is one finding with a
 * count. */
#include "core/finding/finding.h"

#include "base/panic.h"

#include <string.h>

#define ROW(NUMBER, NAME, TITLE, PLURAL, SUMMARY) { (rp_rule) NUMBER, NAME, TITLE, PLURAL, SUMMARY },
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

/* FNV-1a */
uint64_t
rp_hash_bytes (const char *bytes, size_t length)
{
  uint64_t hash = 0xcbf29ce484222325u;
  for (size_t i = 0; i < length; i++)
    hash = (hash ^ (unsigned char) bytes[i]) * 0x100000001b3u;
  return hash;
}

/* Returns the length of the Fortran subscripts at C, `(3,2:4)`; 0 if there are none. */
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

const char *
rp_storage_name (rp_storage storage)
{
  static const char *const names[] = { [RP_STORAGE_UNKNOWN] = NULL,
                                       [RP_STORAGE_SHARED_VARIABLE] = "shared variable",
                                       [RP_STORAGE_SHARED_ARRAY] = "shared array",
                                       [RP_STORAGE_UNDECLARED_VARIABLE] = "undeclared shared variable",
                                       [RP_STORAGE_UNDECLARED_ARRAY] = "undeclared shared array",
                                       [RP_STORAGE_ACTOR] = "actor",
                                       [RP_STORAGE_GLOBAL] = "global",
                                       [RP_STORAGE_STATIC] = "static variable",
                                       [RP_STORAGE_LOCAL] = "local variable",
                                       [RP_STORAGE_THREAD_LOCAL] = "thread-local variable",
                                       [RP_STORAGE_HEAP] = "heap block",
                                       [RP_STORAGE_STACK] = "stack",
                                       [RP_STORAGE_MEMORY] = "memory" };
  return names[storage];
}

bool
rp_dependence_is_deadlock (const rp_dependence *dependence)
{
  return dependence->kind == RP_DEPENDS_ON_STALL || dependence->kind == RP_DEPENDS_ON_STALLS;
}

rp_verdict
rp_report_verdict (const rp_report *report)
{
  rp_evidence evidence = { .depends = report->dependences.count && !report->openmp,
                           .is_incomplete = report->incomplete,
                           .has_unseen = report->unseen.count,
                           .has_suppressed = report->suppressed.count };
  for (size_t i = 0; i < report->findings.count; i++)
    {
      const rp_finding *finding = &report->findings.items[i];
      evidence.has_error |= finding->rule == RP_RULE_RUN_TIME_ERROR;
      evidence.has_certain |= finding->certainty == RP_CERTAIN;
      evidence.has_possible |= finding->certainty == RP_POSSIBLE;
    }
  for (size_t i = 0; i < report->dependences.count; i++)
    evidence.depends |= rp_dependence_is_deadlock (&report->dependences.items[i]);
  return rp_verdict_of (&evidence);
}

int
rp_report_exit_status (const rp_report *report)
{
  return rp_verdict_status (rp_report_verdict (report));
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

/* Returns whether A and B are equal places for REPORT: rp_report.fold_lines says whether columns count. */
static bool
is_one_place (const rp_report *report, const rp_place *a, const rp_place *b)
{
  if (!report->fold_lines)
    return !compare_places (a, b);
  return a->line == b->line && !strcmp (a->file ? a->file : "", b->file ? b->file : "");
}

void
rp_report_add_dependence (rp_report *report, const rp_dependence *dependence)
{
  for (size_t i = 0; i < report->dependences.count; i++)
    {
      const rp_dependence *known = &report->dependences.items[i];
      if (known->kind == dependence->kind
          && !strcmp (known->object ? known->object : "", dependence->object ? dependence->object : "")
          && is_one_place (report, &known->at, &dependence->at) && is_one_place (report, &known->other, &dependence->other))
        return;
    }
  RP_VEC_PUSH (&report->dependences, *dependence);
}

static void
add_place (rp_strbuf *key, const rp_place *place, bool by_line)
{
  rp_strbuf_format (key, "|%s:%u", place->file ? place->file : "", place->line);
  if (!by_line)
    rp_strbuf_format (key, ":%u-%u:%u", place->column, place->end_line, place->end_column);
}

/* Appends the place of ACCESS to KEY. If the line is not known, as in a stripped program, also appends the function. */
static void
add_access (rp_strbuf *key, const rp_access_ref *access, bool by_line)
{
  add_place (key, &access->at, by_line);
  if (!access->at.line && rp_access_function_name (access))
    rp_strbuf_format (key, " %s", rp_access_function_name (access));
}

/* Appends the key of FINDING to KEY: equal findings have equal keys. The key has the rule, the name of the object
 * without subscripts, and the places. The two accesses are sorted by place. If there is no object, the key has the
 * message and the number of waiting tasks instead, so two different misuses at one place have different keys. */
static void
write_key (const rp_finding *finding, bool by_line, rp_strbuf *key)
{
  rp_strbuf_format (key, "%d|", (int) finding->rule);
  if (finding->object.name)
    rp_object_base (finding->object.name, key);
  else
    rp_strbuf_format (key, "%s %u", finding->message ? finding->message : "", finding->waiting_count);
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

/* Returns the index entry of KEY, which is 0 if KEY is new. If another key has the same hash, tries hash + 1, hash + 2
 * and so on. */
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

void
rp_finding_merge (rp_finding *kept, const rp_finding *other)
{
  kept->count = (kept->count ? kept->count : 1) + (other->count ? other->count : 1);
  kept->has_two_writes |= other->has_two_writes;
  kept->by_default_schedule &= other->by_default_schedule;
  kept->is_schedule_unknown &= other->is_schedule_unknown;
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
  bool is_surer = kept->certainty == RP_POSSIBLE && finding->certainty == RP_CERTAIN;
  rp_finding other = is_surer ? *kept : *finding;
  if (is_surer)
    *kept = *finding;
  rp_finding_merge (kept, &other);
  return kept;
}
