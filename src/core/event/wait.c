#include "core/event/wait.h"

#include <string.h>

static const char *const names[] = {
#define NAME_ROW(NAME, TEXT) TEXT,
  RP_WAIT_REASONS (NAME_ROW)
#undef NAME_ROW
};

const char *
rp_wait_reason_name (rp_wait_reason reason)
{
  return names[reason < RP_WAIT_REASON_COUNT ? reason : RP_WAIT_NONE];
}

rp_wait_reason
rp_wait_reason_find (const char *name)
{
  for (int i = 0; i < RP_WAIT_REASON_COUNT; i++)
    if (!strcmp (names[i], name))
      return (rp_wait_reason) i;
  return RP_WAIT_NONE;
}
