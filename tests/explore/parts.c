/* Searches in parts, on random models: by one process without parts, by one, two and four with
 * them, and taken up from a checkpoint after some parts, the same traces, final states and findings
 * come out, each in as many schedules. */
#include "campaign.h"
#include "explorer.h"
#include "sections.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum
{
  MAX_RUNS = 3000
};

static uint64_t compared, with_findings, racy, resumed;
static char checkpoint[64];

static void
generate (uint64_t seed, rp_strbuf *out)
{
  rp_generate_sections (seed * 2, out);
}

static rp_generate_options
options (uint64_t seed)
{
  (void) seed;
  return (rp_generate_options) { .class = RP_GENERATE_ISOLATED, .size = RP_GENERATE_TINY };
}

#define SAME(A, B) \
  ((A).count == (B).count \
   && (!(A).count || !memcmp ((A).items, (B).items, (A).count * sizeof *(A).items)))

/* After a race, what else there is may depend on the order of plain accesses. With choices a trace
 * may be completed more than once, by some ways and not by others. */
static const char *
compare (const rp_whole *a, const rp_whole *b)
{
  if (a->is_complete != b->is_complete)
    return "only one of them covers everything";
  if (!a->is_complete)
    return NULL;
  if (a->has_race != b->has_race)
    return "a race in one of them only";
  if (a->has_race)
    return NULL;
  if (!SAME (a->traces, b->traces))
    return "different traces";
  if (!SAME (a->states, b->states))
    return "different final states";
  if (a->counts.complete != b->counts.complete && !a->counts.choices)
    return "different numbers of schedules";
  return SAME (a->findings, b->findings) || a->counts.choices ? NULL : "different findings";
}

static const char *
compare_jobs (const rp_program *program, rp_reduction reduction, const rp_whole *plain)
{
  static const size_t jobs[] = { 1, 2, 4 };
  const char *wrong = NULL;
  for (size_t i = 0; i < 3 && !wrong; i++)
    {
      rp_explore_options how
        = { .reduction = reduction, .jobs = jobs[i], .checkpoint = checkpoint };
      rp_whole parts = rp_explore_whole (program, &how);
      wrong = compare (plain, &parts);
      rp_whole_clear (&parts);
    }
  return wrong;
}

/* The file without its last parts, and half of one: as if the process had died there. */
static bool
cut_checkpoint (uint64_t seed)
{
  FILE *file = fopen (checkpoint, "r");
  if (!file)
    return false;
  fseek (file, 0, SEEK_END);
  long size = ftell (file), head = 0;
  rewind (file);
  for (int lines = 0, c; lines < 3 && (c = getc (file)) != EOF; lines += c == '\n')
    head++;
  fclose (file);
  long rest = size - head;
  return rest > 0 && truncate (checkpoint, head + (long) (seed * 7919 % (uint64_t) rest)) == 0;
}

static const char *
compare_resumed (const rp_program *program, rp_reduction reduction, const rp_whole *plain,
                 uint64_t seed)
{
  if (!cut_checkpoint (seed))
    return NULL;
  resumed++;
  rp_explore_options how
    = { .reduction = reduction, .jobs = 2, .checkpoint = checkpoint, .resumes = true };
  rp_whole parts = rp_explore_whole (program, &how);
  const char *wrong = compare (plain, &parts);
  rp_whole_clear (&parts);
  return wrong;
}

static const char *
check (const rp_program *program, uint64_t seed)
{
  const char *wrong = NULL;
  for (rp_reduction r = RP_REDUCTION_DPOR; r <= RP_REDUCTION_NONE && !wrong; r++)
    {
      rp_explore_options how = { .reduction = r, .most_schedules = MAX_RUNS };
      rp_whole plain = rp_explore_whole (program, &how);
      if (plain.is_complete)
        {
          wrong = compare_jobs (program, r, &plain);
          if (!wrong)
            wrong = compare_resumed (program, r, &plain, seed);
          compared++;
          racy += plain.has_race;
          with_findings += plain.findings.count && !plain.has_race;
        }
      rp_whole_clear (&plain);
    }
  return wrong;
}

static bool
summary (void)
{
  printf (
    "%llu searches in parts, %llu with a race, %llu with other findings, %llu taken up again\n",
    (unsigned long long) compared, (unsigned long long) racy, (unsigned long long) with_findings,
    (unsigned long long) resumed);
  unlink (checkpoint);
  return compared && racy && with_findings && resumed;
}

int
main (int argc, char **argv)
{
  const rp_campaign campaign = { "parts", 200, options, check, summary, generate };
  snprintf (checkpoint, sizeof checkpoint, "/tmp/raceproof-parts-%d", (int) getpid ());
  return rp_campaign_main (&campaign, argc, argv);
}
