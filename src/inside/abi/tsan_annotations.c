/* The ThreadSanitizer ABI: annotations of synchronisation that programs make themselves. The verifier knows only
 * tasks and the constructs that order them, so these calls order nothing. A program that relies on them may get a
 * false alarm, but never a wrong race-free verdict. A warning says so. */
#include "inside/hook/hook.h"

static void
warn_once (void)
{
  static bool is_said;
  if (is_said || !rp_monitor_is_on ())
    return;
  is_said = true;
  rp_monitor_warn (
    "the program annotates its own synchronisation for ThreadSanitizer: such order is "
    "outside the model, and accesses that it protects may be reported");
}

#define SAY(NAME, ...) \
  RP_HOOK (void, NAME, __VA_ARGS__) \
  { \
    warn_once (); \
  }

/* Parameters exist for the ABI only. */
#pragma GCC diagnostic ignored "-Wunused-parameter"

SAY (__tsan_acquire, void *address)
SAY (__tsan_release, void *address)

SAY (__tsan_mutex_create, void *address, unsigned flags)
SAY (__tsan_mutex_destroy, void *address, unsigned flags)
SAY (__tsan_mutex_pre_lock, void *address, unsigned flags)
SAY (__tsan_mutex_post_lock, void *address, unsigned flags, int recursion)
SAY (__tsan_mutex_pre_signal, void *address, unsigned flags)
SAY (__tsan_mutex_post_signal, void *address, unsigned flags)
SAY (__tsan_mutex_pre_divert, void *address, unsigned flags)
SAY (__tsan_mutex_post_divert, void *address, unsigned flags)
SAY (__tsan_mutex_post_unlock, void *address, unsigned flags)

RP_HOOK (int, __tsan_mutex_pre_unlock, void *address, unsigned flags)
{
  warn_once ();
  return 0;
}

SAY (__tsan_ignore_thread_begin, void)
SAY (__tsan_ignore_thread_end, void)

/* Fibers that the program makes itself. We do not distinguish them: their accesses belong to the running task. */
static char only_fiber;

RP_HOOK (void *, __tsan_get_current_fiber, void)
{
  return &only_fiber;
}

RP_HOOK (void *, __tsan_create_fiber, unsigned flags)
{
  warn_once ();
  return &only_fiber;
}

SAY (__tsan_destroy_fiber, void *fiber)
SAY (__tsan_switch_to_fiber, void *fiber, unsigned flags)
SAY (__tsan_set_fiber_name, void *fiber, const char *name)

/* The older macros of dynamic_annotations.h. */
SAY (AnnotateHappensBefore, const char *file, int line, const volatile void *address)
SAY (AnnotateHappensAfter, const char *file, int line, const volatile void *address)
SAY (AnnotateRWLockCreate, const char *file, int line, const volatile void *lock)
SAY (AnnotateRWLockCreateStatic, const char *file, int line, const volatile void *lock)
SAY (AnnotateRWLockDestroy, const char *file, int line, const volatile void *lock)
SAY (AnnotateRWLockAcquired, const char *file, int line, const volatile void *lock, long is_writer)
SAY (AnnotateRWLockReleased, const char *file, int line, const volatile void *lock, long is_writer)
SAY (AnnotateBenignRace, const char *file, int line, const volatile void *address, const char *why)
SAY (AnnotateBenignRaceSized, const char *file, int line, const volatile void *address, size_t size,
     const char *why)
SAY (AnnotateIgnoreReadsBegin, const char *file, int line)
SAY (AnnotateIgnoreReadsEnd, const char *file, int line)
SAY (AnnotateIgnoreWritesBegin, const char *file, int line)
SAY (AnnotateIgnoreWritesEnd, const char *file, int line)
SAY (AnnotateIgnoreSyncBegin, const char *file, int line)
SAY (AnnotateIgnoreSyncEnd, const char *file, int line)
SAY (AnnotateNewMemory, const char *file, int line, const volatile void *address, size_t size)
SAY (AnnotateThreadName, const char *file, int line, const char *name)
SAY (AnnotateFlushState, const char *file, int line)
SAY (AnnotateEnableRaceDetection, const char *file, int line, int enable)
