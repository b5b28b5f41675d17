/* Reference counts, as those of std::shared_ptr. `raceproof cc` makes the compiler find this file before libstdc++'s
 * own file of this name.
 *
 * As long as a process has one thread, libstdc++ counts by plain accesses. Here all tasks run on one thread, so
 * libstdc++ would count all references by plain accesses. This file replaces the two functions of libstdc++ that choose
 * between plain and atomic accesses.
 *
 * A count is no data of the program, and orders nothing by itself. But the task that gives up the last reference comes
 * after all tasks that gave up theirs. This order holds while that task destroys the shared object, and no longer
 * (src/inside/cxx/counts.c). libstdc++ shows where a reference is given up and which is the last, by macros that race
 * detectors may define. */
#ifndef RACEPROOF_ATOMICITY_H
#define RACEPROOF_ATOMICITY_H
#pragma GCC system_header

#define __exchange_and_add_dispatch rp_not_exchange_and_add_dispatch
#define __atomic_add_dispatch rp_not_atomic_add_dispatch
#include_next <ext/atomicity.h>
#undef __exchange_and_add_dispatch
#undef __atomic_add_dispatch

/* A program that uses no reference counts itself lacks these functions, but may load a shared library that uses
 * them. */
#if defined(__PIC__) && !defined(__PIE__)
#define RP_COUNT_IF(FUNCTION) if (FUNCTION)
#define RP_COUNT_MAYBE __attribute__ ((__weak__))
#else
#define RP_COUNT_IF(FUNCTION)
#define RP_COUNT_MAYBE
#endif

extern "C" {
int rp_count_add (int *count, int value) RP_COUNT_MAYBE;
void rp_count_release (const void *count) RP_COUNT_MAYBE;
void rp_count_last_begin (const void *count) RP_COUNT_MAYBE;
void rp_count_last_end (const void *count) RP_COUNT_MAYBE;
}

namespace __gnu_cxx _GLIBCXX_VISIBILITY (default)
{
_GLIBCXX_BEGIN_NAMESPACE_VERSION

inline _Atomic_word
__exchange_and_add_dispatch (_Atomic_word *count, int value)
{
  RP_COUNT_IF (rp_count_add) return rp_count_add (count, value);
#if defined(__PIC__) && !defined(__PIE__)
  return __exchange_and_add (count, value);
#endif
}

inline void
__atomic_add_dispatch (_Atomic_word *count, int value)
{
  __exchange_and_add_dispatch (count, value);
}

struct rp_last_use
{
  const void *count;

  explicit rp_last_use (const void *last) : count (last)
  {
    RP_COUNT_IF (rp_count_last_begin) rp_count_last_begin (count);
  }

  ~rp_last_use ()
  {
    RP_COUNT_IF (rp_count_last_end) rp_count_last_end (count);
  }
};

inline void
rp_give_up (const void *count)
{
  RP_COUNT_IF (rp_count_release) rp_count_release (count);
}

_GLIBCXX_END_NAMESPACE_VERSION
}

#define RP_COUNT_NAME_OF(LINE) rp_last_use_##LINE
#define RP_COUNT_NAME(LINE) RP_COUNT_NAME_OF (LINE)
#undef _GLIBCXX_SYNCHRONIZATION_HAPPENS_BEFORE
#undef _GLIBCXX_SYNCHRONIZATION_HAPPENS_AFTER
#define _GLIBCXX_SYNCHRONIZATION_HAPPENS_BEFORE(COUNT) ::__gnu_cxx::rp_give_up (COUNT)
#define _GLIBCXX_SYNCHRONIZATION_HAPPENS_AFTER(COUNT) \
  ::__gnu_cxx::rp_last_use RP_COUNT_NAME (__LINE__) (COUNT)

#undef RP_COUNT_IF
#undef RP_COUNT_MAYBE
#endif
