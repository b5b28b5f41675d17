#include "core/event/run_end.h"

#include <string.h>

static const char *const names[] = {
#define NAME_ROW(NAME, TEXT) TEXT,
  RP_RUN_ENDS (NAME_ROW)
#undef NAME_ROW
};

const char *
rp_run_end_name (rp_run_end ending)
{
  return names[ending < RP_RUN_END_COUNT ? ending : RP_RUN_END_NORMAL];
}

bool
rp_run_end_find (const char *name, rp_run_end *ending)
{
  for (int i = 0; i < RP_RUN_END_COUNT; i++)
    if (!strcmp (names[i], name))
      {
        *ending = (rp_run_end) i;
        return true;
      }
  return false;
}
