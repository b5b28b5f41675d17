/* Functions of the C library that wait or exclude, in OpenMP programs: while the program's tasks run they are
 * raceproof's, else, in raceproof itself and in other threads, the library's. */
#ifndef RP_OPENMP_FOREIGN_H
#define RP_OPENMP_FOREIGN_H

#include "hooks/threads.h"
#include "openmp/thread.h"

#include <dlfcn.h>
#include <pthread.h>

static inline bool
rp_omp_is_ours (void)
{
  return rp_monitor_is_on () && rp_thread_is_main ();
}

/* Finds the library's function and sets REAL to it. */
#define RP_OMP_FIND_REAL(NAME) \
  static __typeof__ (&NAME) real; \
  if (!real) \
  real = (__typeof__ (&NAME)) dlsym (RTLD_NEXT, #NAME)

/* Returns what the library's function returns. */
#define RP_OMP_REAL(NAME, ...) \
  do \
    { \
      RP_OMP_FIND_REAL (NAME); \
      return real (__VA_ARGS__); \
    } \
  while (0)

#endif
