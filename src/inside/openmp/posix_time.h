/* Times in nanoseconds. */
#ifndef RP_INSIDE_OPENMP_POSIX_TIME_H
#define RP_INSIDE_OPENMP_POSIX_TIME_H

#include <stdint.h>
#include <time.h>

enum
{
  RP_NS_PER_S = 1000000000,
  RP_SLICE_NS = 1000000 /* time of sleep between two turns of other tasks */
};

static inline int64_t
rp_nanoseconds (const struct timespec *time)
{
  return time->tv_sec > INT64_MAX / RP_NS_PER_S - 1
           ? INT64_MAX
           : (int64_t) time->tv_sec * RP_NS_PER_S + time->tv_nsec;
}

static inline struct timespec
rp_timespec_of (int64_t time)
{
  return (struct timespec) { .tv_sec = time / RP_NS_PER_S, .tv_nsec = time % RP_NS_PER_S };
}

static inline int64_t
rp_now (clockid_t clock)
{
  struct timespec time;
  return clock_gettime (clock, &time) ? INT64_MAX : rp_nanoseconds (&time);
}

static inline int64_t
rp_later (int64_t time, int64_t span)
{
  return span > INT64_MAX - time ? INT64_MAX : time + span;
}

#endif
