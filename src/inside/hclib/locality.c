/* HClib: one locale, and answers to questions about workers and the machine. */
#include "base/panic.h"
#include "base/vec.h"
#include "inside/hclib/task.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

enum
{
  WORKERS = 4,
  MAX_WORKERS = 1024
};

static hclib_locale_t only = { .lbl = "sysmem" };
static hclib_locale_t *list[MAX_WORKERS];
static RP_VEC (const char *) types;
static RP_VEC (loop_dist_func) distributions;

int
hclib_get_num_workers (void)
{
  const char *wanted = getenv ("HCLIB_WORKERS");
  long workers = wanted ? strtol (wanted, NULL, 10) : WORKERS;
  return workers < 1 ? WORKERS : workers > MAX_WORKERS ? MAX_WORKERS : (int) workers;
}

int
hclib_num_workers (void)
{
  return hclib_get_num_workers ();
}

int
hclib_get_current_worker (void)
{
  return 0;
}

size_t
hclib_current_worker_backlog (void)
{
  return 0;
}

int
hclib_get_num_locales (void)
{
  return 1;
}

hclib_locale_t *
hclib_get_all_locales (void)
{
  return &only;
}

hclib_locale_t *
hclib_get_closest_locale (void)
{
  return &only;
}

hclib_locale_t *
hclib_get_master_place (void)
{
  return &only;
}

hclib_locale_t *
hclib_get_central_place (void)
{
  return &only;
}

hclib_locale_t **
hclib_get_thread_private_locales (void)
{
  for (int i = 0; i < MAX_WORKERS; i++)
    list[i] = &only;
  return list;
}

/* The type of the one locale is 0, the first type that is known. */
int
hclib_get_num_locales_of_type (int locale_type)
{
  return locale_type == 0;
}

hclib_locale_t **
hclib_get_all_locales_of_type (int type, int *out_count)
{
  *out_count = hclib_get_num_locales_of_type (type);
  return *out_count ? hclib_get_thread_private_locales () : NULL;
}

hclib_locale_t *
hclib_get_closest_locale_of_type (hclib_locale_t *locale, int locale_type)
{
  (void) locale;
  return hclib_get_num_locales_of_type (locale_type) ? &only : NULL;
}

hclib_locale_t *
hclib_get_closest_locale_of_types (hclib_locale_t *locale, int *locale_types, int n_locale_types)
{
  for (int i = 0; i < n_locale_types; i++)
    if (hclib_get_closest_locale_of_type (locale, locale_types[i]))
      return &only;
  return NULL;
}

unsigned
hclib_add_known_locale_type (const char *lbl)
{
  if (!types.count)
    RP_VEC_PUSH (&types, only.lbl);
  for (size_t i = 0; i < types.count; i++)
    if (!strcmp (types.items[i], lbl))
      return (unsigned) i;
  RP_VEC_PUSH (&types, lbl);
  return (unsigned) types.count - 1;
}

void
hclib_locale_mark_special (hclib_locale_t *locale, const char *special_type)
{
  locale->special_type = special_type;
}

/* Returns a number for FUNC, which is never called: where tiles run does not matter. The number 0
 * means no distribution. */
unsigned
hclib_register_dist_func (loop_dist_func func)
{
  if (!distributions.count)
    RP_VEC_PUSH (&distributions, NULL);
  RP_VEC_PUSH (&distributions, func);
  return (unsigned) distributions.count - 1;
}

loop_dist_func
hclib_lookup_dist_func (unsigned id)
{
  return id < distributions.count ? distributions.items[id] : NULL;
}

static unsigned long long
nanoseconds (void)
{
  struct timespec now;
  clock_gettime (CLOCK_MONOTONIC, &now);
  return (unsigned long long) now.tv_sec * 1000000000 + (unsigned long long) now.tv_nsec;
}

unsigned long long
hclib_current_time_ns (void)
{
  return nanoseconds ();
}

unsigned long long
hclib_current_time_ms (void)
{
  return nanoseconds () / 1000000;
}

void
hclib_run_on_main_ctx (void (*fp) (void *), void *data)
{
  fp (data);
}

/* Prints nothing, as HClib does if it was built without statistics. */
void
hclib_print_runtime_stats (FILE *fp)
{
  (void) fp;
}

void
hclib_set_idle_callback (void (*set_idle_callback) (unsigned, unsigned))
{
  uint32_t site = RP_HCLIB_ENTER (RP_TASK_ASYNC).site;
  (void) set_idle_callback;
  rp_stop_misuse (site, "hclib_set_idle_callback is not available: there are no idle workers");
}
