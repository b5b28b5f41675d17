// expect: findings RP005
#include "hclib.h"

static void
entry (void *argument)
{
  hclib_loop_domain_t loop = { 0, 10, 1, 3 };
  hclib_forasync (NULL, argument, 1, &loop, FORASYNC_MODE_FLAT); // here
}

int
main (void)
{
  const char *deps[] = { "system" };
  hclib_launch (entry, NULL, deps, 1);
  return 0;
}
