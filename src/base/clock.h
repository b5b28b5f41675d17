/* Monotonic time, in seconds. */
#ifndef RP_BASE_CLOCK_H
#define RP_BASE_CLOCK_H

#include <time.h>

static inline double
rp_seconds (void)
{
  struct timespec now;
  clock_gettime (CLOCK_MONOTONIC, &now);
  return (double) now.tv_sec + (double) now.tv_nsec * 1e-9;
}

#endif
