#include "core/finding/suppress.h"

#include <string.h>

/* Returns whether TEXT begins with a match of PATTERN. If PATTERN ends in `$`, the match must be all of TEXT. `*`
 * stands for any text. Only the last star is tried again, so the time is at most the product of the two lengths. */
static bool
matches_here (const char *pattern, const char *text)
{
  const char *star = NULL, *resume = NULL;
  for (;;)
    {
      if (!*pattern || (*pattern == '$' && !pattern[1] && !*text))
        return true;
      if (*pattern == '*')
        {
          star = ++pattern;
          resume = text;
        }
      else if (*text && *pattern == *text)
        {
          pattern++;
          text++;
        }
      else if (star && *resume)
        {
          pattern = star;
          text = ++resume;
        }
      else
        return false;
    }
}

bool
rp_suppression_matches (const char *pattern, const char *text)
{
  if (*pattern == '^')
    return matches_here (pattern + 1, text);
  for (; *text; text++)
    if (matches_here (pattern, text))
      return true;
  return matches_here (pattern, text);
}

static bool
find_rule (const char *word, size_t length, rp_rule *rule)
{
  *rule = RP_RULE_NONE;
  if (length == 1 && *word == '*')
    return true;
  *rule = RP_RULE_RACE;
  if (length == 4 && !strncmp (word, "race", 4))
    return true;
  for (size_t i = 0; i < rp_rule_count; i++)
    if (strlen (rp_rules[i].name) == length && !strncmp (rp_rules[i].name, word, length))
      {
        *rule = rp_rules[i].rule;
        return true;
      }
  return false;
}

/* Reads one line: blanks [ "#" any | word ":" pattern ] blanks. Adds its suppression, if any, to SUPPRESSIONS. Returns
 * whether the line has this form. */
static bool
read_line (rp_suppressions *suppressions, const char *text, size_t length, uint32_t number)
{
  while (length && strchr (" \t\r", text[length - 1]))
    length--;
  while (length && strchr (" \t", *text))
    {
      text++;
      length--;
    }
  if (!length || *text == '#')
    return true;
  const char *colon = memchr (text, ':', length);
  rp_suppression row = { .line = number };
  if (!colon || colon + 1 == text + length || memchr (text, '\0', length)
      || !find_rule (text, (size_t) (colon - text), &row.rule))
    return false;
  row.text = rp_arena_copy (&suppressions->arena, text, length);
  row.pattern = row.text + (colon + 1 - text);
  RP_VEC_PUSH (&suppressions->list, row);
  return true;
}

bool
rp_suppressions_read (rp_suppressions *suppressions, const rp_source *source, uint32_t *line)
{
  const char *text;
  size_t length;
  for (*line = 1; rp_source_line (source, *line, &text, &length); ++*line)
    if (!read_line (suppressions, text, length, *line))
      return false;
  return true;
}

void
rp_suppressions_clear (rp_suppressions *suppressions)
{
  RP_VEC_CLEAR (&suppressions->list);
  rp_arena_clear (&suppressions->arena);
}

static bool
matches_text (const char *pattern, const char *text)
{
  return text && rp_suppression_matches (pattern, text);
}

static bool
matches_frames (const char *pattern, const rp_frame *frames, uint32_t count)
{
  for (uint32_t i = 0; i < count; i++)
    if (matches_text (pattern, frames[i].function) || matches_text (pattern, frames[i].at.file))
      return true;
  return false;
}

static bool
matches_finding (const rp_suppression *row, const rp_finding *finding)
{
  if (row->rule != RP_RULE_NONE && row->rule != finding->rule)
    return false;
  if (matches_text (row->pattern, finding->object.name))
    return true;
  for (uint32_t i = 0; i < finding->access_count; i++)
    if (matches_text (row->pattern, finding->accesses[i].at.file)
        || matches_frames (row->pattern, finding->accesses[i].frames,
                           finding->accesses[i].frame_count))
      return true;
  for (uint32_t i = 0; i < finding->waiting_count; i++)
    if (matches_text (row->pattern, finding->waiting[i].at.file))
      return true;
  return matches_frames (row->pattern, finding->object.allocated,
                         finding->object.allocated_count);
}

/* Returns whether FINDING, which is suppressed, ended the run. On-the-fly checking stops a run after the first racy
 * region. So a suppressed race ended the run if no other finding is left in the report. */
static bool
ends_the_run (const rp_report *report, const rp_finding *finding)
{
  switch (finding->rule)
    {
    case RP_RULE_DEADLOCK:
    case RP_RULE_MISUSE:
    case RP_RULE_ASSERTION:
    case RP_RULE_CRASH:
    case RP_RULE_RUN_TIME_ERROR:
      return true;
    case RP_RULE_RACE:
      return report->stopped_early && !report->findings.count;
    default:
      return false;
    }
}

static void
note_end (rp_report *report)
{
  for (size_t i = 0; i < report->suppressed.count && !report->incomplete; i++)
    if (ends_the_run (report, &report->suppressed.items[i]))
      report->incomplete
        = rp_arena_format (&report->arena,
                           "the run ended with a suppressed finding (%s), and what would have "
                           "come after it was not checked",
                           rp_rule_find (report->suppressed.items[i].rule)->title);
}

bool
rp_suppressions_match (rp_suppressions *suppressions, rp_report *report, rp_finding *finding)
{
  for (size_t i = 0; i < suppressions->list.count && !finding->suppression; i++)
    if (matches_finding (&suppressions->list.items[i], finding))
      finding->suppression = suppressions->list.items[i].text;
  if (!finding->suppression)
    return false;
  finding->suppression
    = rp_arena_copy (&report->arena, finding->suppression, strlen (finding->suppression));
  return true;
}

static void
count_match (rp_suppressions *suppressions, const char *text)
{
  for (size_t i = 0; i < suppressions->list.count; i++)
    if (!strcmp (suppressions->list.items[i].text, text))
      {
        suppressions->list.items[i].matched++;
        return;
      }
}

void
rp_suppressions_apply (rp_suppressions *suppressions, rp_report *report)
{
  size_t kept = 0;
  for (size_t i = 0; i < report->findings.count; i++)
    {
      rp_finding finding = report->findings.items[i];
      if (rp_suppressions_match (suppressions, report, &finding))
        RP_VEC_PUSH (&report->suppressed, finding);
      else
        report->findings.items[kept++] = finding;
    }
  report->findings.count = kept;
  for (size_t i = 0; i < report->suppressed.count; i++)
    count_match (suppressions, report->suppressed.items[i].suppression);
  note_end (report);
  /* the positions in the index are wrong now, and no finding is added any more */
  rp_map_clear (&report->index);
}
