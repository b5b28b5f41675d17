#include "campaign.h"

#include "engines.h"
#include "shrink.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum
{
  MAX_FAILURES = 3,
  SHRINK_TRIES = 2000
};

typedef struct failing
{
  const rp_campaign *campaign;
  uint64_t seed;
} failing;

static const char *
check_text (const rp_campaign *campaign, const char *text, uint64_t seed, bool quiet)
{
  rp_loaded loaded = rp_engine_load (text, quiet);
  const char *wrong = loaded.program ? campaign->check (loaded.program, seed) : NULL;
  rp_engine_unload (&loaded);
  return wrong;
}

static bool
still_fails (const char *text, void *context)
{
  failing *f = context;
  return check_text (f->campaign, text, f->seed, true);
}

static void
report_failure (const rp_campaign *campaign, const char *text, uint64_t seed, const char *wrong)
{
  failing f = { campaign, seed };
  char *small = rp_shrink (text, still_fails, &f, SHRINK_TRIES);
  const char *now = check_text (campaign, small, seed, true);
  printf ("%s: seed %llu: %s\nshrunk (%s):\n%s\n", campaign->name, (unsigned long long) seed, wrong,
          now ? now : "no longer fails", small);
  free (small);
}

static int
check_file (const rp_campaign *campaign, const char *path)
{
  rp_source *source = rp_source_read (path);
  if (!source)
    {
      printf ("%s: cannot read %s\n", campaign->name, path);
      return 1;
    }
  int failures = 0;
  for (uint64_t seed = 0; seed < 5 && !failures; seed++)
    {
      const char *wrong = check_text (campaign, source->text, seed, false);
      if (wrong)
        {
          printf ("%s: %s, seed %llu: %s\n", campaign->name, path, (unsigned long long) seed,
                  wrong);
          failures++;
        }
    }
  rp_source_free (source);
  return failures;
}

/* False if the model is of another class than asked for. */
static bool
generate (const rp_campaign *campaign, uint64_t seed, const char *class, rp_strbuf *text)
{
  if (campaign->generate)
    {
      campaign->generate (seed, text);
      return true;
    }
  rp_generate_options options = campaign->options (seed);
  if (class && strcmp (class, rp_generate_class_name (options.class)))
    return false;
  rp_generate (seed, options, text);
  return true;
}

static int
check_random (const rp_campaign *campaign, uint64_t first, uint64_t models, const char *class)
{
  int failures = 0;
  for (uint64_t seed = first; seed < first + models && failures < MAX_FAILURES; seed++)
    {
      rp_strbuf text = { 0 };
      if (!generate (campaign, seed, class, &text))
        continue;
      const char *wrong = check_text (campaign, rp_strbuf_text (&text), seed, false);
      if (wrong)
        {
          report_failure (campaign, rp_strbuf_text (&text), seed, wrong);
          failures++;
        }
      rp_strbuf_clear (&text);
    }
  return failures;
}

int
rp_campaign_main (const rp_campaign *campaign, int argc, char **argv)
{
  uint64_t models = campaign->models, first = 1;
  const char *class = NULL;
  int failures = 0, files = 0;
  for (int i = 1; i < argc; i++)
    if (!strcmp (argv[i], "-n") && i + 1 < argc)
      models = strtoull (argv[++i], NULL, 10);
    else if (!strcmp (argv[i], "-s") && i + 1 < argc)
      first = strtoull (argv[++i], NULL, 10);
    else if (!strcmp (argv[i], "-c") && i + 1 < argc)
      class = argv[++i];
    else
      {
        failures += check_file (campaign, argv[i]);
        files++;
      }
  if (!files)
    {
      failures = check_random (campaign, first, models, class);
      printf ("%s: %llu models from seed %llu on, %d failures\n", campaign->name,
              (unsigned long long) models, (unsigned long long) first, failures);
      if (campaign->summary && !campaign->summary ())
        failures++;
    }
  return failures ? 1 : 0;
}
