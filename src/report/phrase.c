#include "report/phrase.h"

#include <inttypes.h>
#include <string.h>

void
rp_phrase_place (rp_strbuf *out, const rp_place *place, const char *home)
{
  if (place->file && (!home || strcmp (place->file, home)))
    rp_strbuf_format (out, "%s:", place->file);
  rp_strbuf_format (out, "%u", place->line);
  if (place->column)
    rp_strbuf_format (out, ":%u", place->column);
}

static void
add_section (rp_strbuf *out, const rp_section_ref *section, rp_words words)
{
  switch (section->kind)
    {
    case RP_SECTION_ISOLATED:
      rp_strbuf_add (out, "isolated");
      if (section->name)
        rp_strbuf_format (out, "(%s)", section->name);
      return;
    case RP_SECTION_ATOMIC:
      rp_strbuf_add (out, words == RP_WORDS_OPENMP ? "an atomic construct" : "an atomic operation");
      return;
    case RP_SECTION_CRITICAL:
      rp_strbuf_add (out, "critical");
      if (section->name)
        rp_strbuf_format (out, " (%s)", section->name);
      return;
    case RP_SECTION_LOCK:
      if (section->name)
        rp_strbuf_format (out, "lock `%s`", section->name);
      else
        rp_strbuf_add (out, "a lock");
      return;
    case RP_SECTION_OTHER:
      break;
    }
  rp_strbuf_add (out, "a section that excludes others");
}

void
rp_phrase_sections (rp_strbuf *out, const rp_access_ref *access, rp_words words)
{
  for (uint32_t i = 0; i < access->section_count; i++)
    {
      rp_strbuf_add (out, i ? " and " : "");
      add_section (out, &access->sections[i], words);
    }
}

void
rp_phrase_operation (rp_strbuf *out, const rp_access_ref *access, rp_words words, bool past)
{
  static const char *const verbs[2][2] = { { "reads", "read" }, { "writes", "wrote" } };
  if (access->is_free)
    rp_strbuf_add (out, past ? "freed it" : "frees it");
  else if (access->is_acquire)
    rp_strbuf_format (out, "%s it to %s", past ? "acquired" : "acquires",
                      access->is_write ? "write" : "read");
  else
    rp_strbuf_add (out, verbs[access->is_write][past]);
  if (access->size && !access->is_free)
    rp_strbuf_format (out, " %u byte%s", access->size, access->size == 1 ? "" : "s");
  if (access->at_frame)
    rp_strbuf_format (out, " in `%s`", access->frames[access->at_frame - 1].function);
  if (access->label)
    rp_strbuf_format (out, " at %s", access->label);
  if (access->section_count)
    {
      /* a task holds a lock, and is inside any other section */
      rp_strbuf_add (out, access->sections->kind == RP_SECTION_LOCK ? " holding " : " inside ");
      rp_phrase_sections (out, access, words);
    }
  if (access->step)
    rp_strbuf_format (out, ", step %" PRIu64, access->step);
}

static const char *
operation_of (const rp_access_ref *access)
{
  return access->is_free ? "free" : access->is_write ? "write" : "read";
}

/* Appends the headline of a race: "data race on `x`: write / read, tasks 1 and 2 are not ordered". */
static void
add_conflict (rp_strbuf *out, const rp_finding *finding)
{
  bool is_permission = finding->rule == RP_RULE_PERMISSION;
  rp_strbuf_add (out, is_permission ? "permission violation on " : "data race on ");
  rp_phrase_object_name (out, &finding->object);
  rp_strbuf_format (out, ": %s / %s, ", operation_of (&finding->accesses[1]), operation_of (&finding->accesses[0]));
  rp_phrase_pair (out, finding);
  rp_strbuf_add (out, is_permission ? " can hold it at the same time" : " are not ordered");
}

void
rp_phrase_headline (rp_strbuf *out, const rp_finding *finding)
{
  const rp_rule_text *rule = rp_rule_find (finding->rule);
  if (finding->certainty == RP_POSSIBLE)
    rp_strbuf_add (out, "possible ");
  if (finding->message)
    rp_strbuf_add (out, finding->message);
  else if (finding->access_count == 2 && rp_finding_is_access (finding))
    add_conflict (out, finding);
  else if (finding->rule == RP_RULE_DEADLOCK)
    rp_strbuf_format (out, "deadlock: %u task%s, and no task can go on", finding->waiting_count,
                      finding->waiting_count == 1 ? " waits" : "s wait");
  else
    rp_strbuf_add (out, rule ? rule->title : "finding");
}

void
rp_phrase_count_of (rp_strbuf *out, uint64_t count, const char *one, const char *several)
{
  rp_strbuf_format (out, "%" PRIu64 " %s", count, count == 1 ? one : several);
}

void
rp_phrase_count (rp_strbuf *out, uint64_t count, const char *noun)
{
  rp_strbuf_format (out, "%" PRIu64 " %s%s", count, noun, count == 1 ? "" : "s");
}

bool
rp_finding_is_access (const rp_finding *finding)
{
  return finding->rule == RP_RULE_RACE
         || finding->rule == RP_RULE_PERMISSION || finding->rule == RP_RULE_UNDECLARED_ACCESS
         || finding->rule == RP_RULE_UNCOVERED_SHARING;
}

uint32_t
rp_finding_accesses (const rp_finding *finding)
{
  return finding->waiting_count ? 0 : finding->access_count;
}

const rp_place *
rp_finding_place (const rp_finding *finding)
{
  static const rp_place unknown = { 0 };
  if (rp_finding_accesses (finding))
    return &finding->accesses[0].at;
  return finding->waiting_count ? &finding->waiting[0].at : &unknown;
}

bool
rp_phrase_is_explored (const rp_report *report)
{
  return report->method && !strcmp (report->method, "explore");
}

const char *
rp_phrase_scope (const rp_report *report)
{
  if (report->proof && rp_report_verdict (report) != RP_VERDICT_FINDINGS)
    return "for all values of the parameters, under all schedules";
  switch (rp_report_verdict (report))
    {
    case RP_VERDICT_RACE_FREE:
      return report->dependences.count
               ? "for this input, under all schedules that do the same in critical sections, locks and "
                 "atomic constructs"
               : "for this input, under all schedules";
    case RP_VERDICT_ONLY_SUPPRESSED:
      return "for this input, in this run, without what is suppressed";
    case RP_VERDICT_FINDINGS:
      return "for this input";
    case RP_VERDICT_UNDECIDED:
      if (report->unseen.count)
        return "for this input, as far as the program was seen";
      return rp_phrase_is_explored (report) ? "for this input, under the schedules explored"
                                            : "for this input, under the order of this run only";
    case RP_VERDICT_ERROR:
      break;
    }
  return "for this input, up to the error";
}
