#include "inside/openmp/environment.h"

#include "base/options.h"
#include "inside/openmp/allocator.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum
{
  DEFAULT_THREADS = 4,
  MAX_THREADS = 4096,
  MAX_NESTED = 8
};

static unsigned threads_at[MAX_NESTED];
static unsigned listed;
static bool cancels;

static const char *
value_of (const char *name)
{
  const char *value = getenv (name);
  while (value && isspace ((unsigned char) *value))
    value++;
  return value && *value ? value : NULL;
}

static unsigned
number_of (const char *name, unsigned otherwise)
{
  const char *value = value_of (name);
  long number = value ? strtol (value, NULL, 10) : 0;
  return number > 0 && number < INT32_MAX ? (unsigned) number : otherwise;
}

/* Reads OMP_NUM_THREADS, such as "4,2,2", into threads_at: one number for each level of nesting. The last number also
 * holds for all deeper levels. Reads at most MAX_NESTED numbers, and stops at the first that is not valid. */
static void
read_threads (void)
{
  const char *value = value_of ("OMP_NUM_THREADS");
  while (value && listed < MAX_NESTED)
    {
      char *end;
      long number = strtol (value, &end, 10);
      if (end == value || number <= 0 || number > MAX_THREADS)
        break;
      threads_at[listed++] = (unsigned) number;
      value = *end == ',' ? end + 1 : NULL;
    }
}

/* Reads OMP_SCHEDULE, "modifier:kind,chunk", into SETTINGS [OpenMP 5.2, 21.2.1]. */
static void
read_schedule (rp_omp_settings *settings)
{
  static const char *const kinds[] = { "", "static", "dynamic", "guided", "auto" };
  const char *value = value_of ("OMP_SCHEDULE");
  settings->schedule = 2;
  settings->chunk = 1;
  settings->is_schedule_said = value;
  if (!value)
    return;
  const char *colon = strchr (value, ':');
  value = colon ? colon + 1 : value;
  for (int i = 1; i <= 4; i++)
    if (!strncasecmp (value, kinds[i], strlen (kinds[i])))
      settings->schedule = i;
  const char *comma = strchr (value, ',');
  settings->chunk = comma ? atoi (comma + 1) : settings->schedule == 1 ? 0 : 1;
}

void
rp_omp_environment_read (rp_omp_settings *settings)
{
  read_threads ();
  read_schedule (settings);
  const char *cancellation = value_of ("OMP_CANCELLATION");
  cancels = cancellation && !strncasecmp (cancellation, "true", 4);
  settings->thread_limit = number_of ("OMP_THREAD_LIMIT", 0);
  settings->teams = number_of ("OMP_NUM_TEAMS", 0);
  settings->teams_limit = number_of ("OMP_TEAMS_THREAD_LIMIT", 0);
  settings->allocator = rp_omp_allocator_read (value_of ("OMP_ALLOCATOR"));
  settings->most_levels = number_of ("OMP_MAX_ACTIVE_LEVELS", INT32_MAX);
}

const char *
rp_omp_environment_affinity_format (void)
{
  const char *format = getenv ("OMP_AFFINITY_FORMAT");
  return format && *format ? format : "level %L thread %i affinity %A";
}

bool
rp_omp_environment_cancels (void)
{
  return cancels;
}

unsigned
rp_omp_environment_threads (unsigned level)
{
  unsigned threads = listed ? threads_at[level < listed ? level : listed - 1] : DEFAULT_THREADS;
  return threads < 2 ? 2 : threads;
}

bool
rp_omp_environment_has_threads (void)
{
  return listed;
}

static const char *const loops_names[] = {
  [RP_OMP_LOOPS_AS_WRITTEN] = "as-written",
  [RP_OMP_LOOPS_AS_SCHEDULED] = "as-scheduled",
  [RP_OMP_LOOPS_ANY] = "any",
};

rp_omp_loops
rp_omp_loops_option (void)
{
  const char *wanted = rp_engine_options ()->loops;
  return !strcmp (wanted, loops_names[RP_OMP_LOOPS_ANY])            ? RP_OMP_LOOPS_ANY
         : !strcmp (wanted, loops_names[RP_OMP_LOOPS_AS_SCHEDULED]) ? RP_OMP_LOOPS_AS_SCHEDULED
                                                                    : RP_OMP_LOOPS_AS_WRITTEN;
}

const char *
rp_omp_loops_name (void)
{
  return loops_names[rp_omp_loops_option ()];
}

/* Reads OMP_STACKSIZE, such as "8M" or "512 k"; a number without a unit is in KiB [OpenMP 5.2, 21.2.2]. The default is
 * large, because deep recursions and large arrays are usual in loops. */
size_t
rp_omp_stack_bytes (void)
{
  enum
  {
    DEFAULT_MEGABYTES = 8,
    LEAST = 1 << 18
  };
  const char *value = value_of ("OMP_STACKSIZE");
  char *end = NULL;
  unsigned long long size = value ? strtoull (value, &end, 10) : 0;
  while (end && isspace ((unsigned char) *end))
    end++;
  int unit = end && size ? tolower ((unsigned char) *end) : 'm';
  size = size ? size : DEFAULT_MEGABYTES;
  size <<= unit == 'b' ? 0 : unit == 'm' ? 20 : unit == 'g' ? 30 : 10;
  return size < LEAST ? LEAST : size;
}
