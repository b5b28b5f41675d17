/* Functions of the C library that wait or exclude, in OpenMP programs: while the program's tasks run they are
 * raceproof's, else, in raceproof itself and in other threads, the library's. */
#ifndef RP_OPENMP_FOREIGN_H
#define RP_OPENMP_FOREIGN_H

#include "hooks/threads.h"
#include "openmp/thread.h"

#include <dlfcn.h>
#include <pthread.h>

/* Whether PC is in libgfortran, whose locks are about its own data, and shared with a thread of its own that does
 * asynchronous input and output. They order nothing of the program. */
bool rp_omp_is_gfortran (uintptr_t pc);

/* Only in a function that the program calls. */
static inline __attribute__ ((always_inline)) bool
rp_omp_is_ours (void)
{
  return rp_monitor_is_on () && rp_thread_is_main ()
         && !rp_omp_is_gfortran ((uintptr_t) __builtin_return_address (0));
}

/* Takes MUTEX for libgfortran, which called at PC. */
int rp_omp_gfortran_lock (pthread_mutex_t *mutex, uintptr_t pc);
int rp_omp_gfortran_try_lock (pthread_mutex_t *mutex);

/* Whether libgfortran has taken MUTEX, and not yet given it back: it does so now. */
bool rp_omp_gfortran_gives_back (const pthread_mutex_t *mutex);

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
