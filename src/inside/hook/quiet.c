#include "inside/hook/quiet.h"

unsigned rp_quiet_count;
rp_quiet_range rp_quiet_ranges[RP_QUIET_MAX];

void
rp_quiet_add (uintptr_t low, uintptr_t high)
{
  if (!rp_quiet_has (low) && rp_quiet_count < RP_QUIET_MAX)
    rp_quiet_ranges[rp_quiet_count++] = (rp_quiet_range) { low, high };
}
