// expect: race-free
#include "hclib.h"

#include <stdlib.h>

int calls;

static void
call (void *argument)
{
  ++*(int *) argument;
}

static void
work (void *argument)
{
  void (*function) (void *);
  void *own;
  hclib_get_curr_task_info (&function, &own);
  if (function != work || own != argument)
    abort ();
  hclib_run_on_main_ctx (call, argument);
  hclib_yield (ANY_PLACE);
}

static void
entry (void *argument)
{
  int count = 0, types[] = { 5, 0 };
  (void) argument;
  hclib_async (work, &calls, NULL, 0, hclib_get_closest_locale ());
  if (hclib_get_num_workers () < 1 || hclib_get_current_worker () != 0
      || hclib_get_num_locales () != 1 || hclib_get_all_locales () != hclib_get_master_place ()
      || hclib_get_thread_private_locales ()[0] != hclib_get_central_place ()
      || !hclib_get_closest_locale_of_types (NULL, types, 2)
      || hclib_get_closest_locale_of_type (NULL, 5) || hclib_get_all_locales_of_type (5, &count)
      || count || hclib_add_known_locale_type ("sysmem") || hclib_add_known_locale_type ("GPU") != 1
      || hclib_current_worker_backlog () || !hclib_current_time_ns ()
      || hclib_lookup_dist_func (HCLIB_DEFAULT_LOOP_DIST))
    abort ();
  hclib_print_runtime_stats (stdout);
}

int
main (void)
{
  const char *deps[] = { "system" };
  hclib_launch (entry, NULL, deps, 1);
  return 0;
}
