/* HClib: allocation and copies of memory at locales. A task does each operation, except hclib_free_at. The future of an
 * operation is satisfied when the operation is done. */
#include "base/panic.h"
#include "inside/hclib/task.h"

#include <stdlib.h>
#include <string.h>

typedef struct request
{
  void *to, *from;
  size_t size;
  int pattern;
  uintptr_t pc;
} request;

static request
take (void *argument)
{
  request r = *(request *) argument;
  rp_inside_begin ();
  free (argument);
  rp_inside_end ();
  return r;
}

static void *
allocate (void *argument)
{
  request r = take (argument);
  return rp_hclib_allocate (r.size, r.pc);
}

static void *
reallocate (void *argument)
{
  request r = take (argument);
  return realloc (r.to, r.size);
}

static void *
set (void *argument)
{
  request r = take (argument);
  rp_monitor_write ((uintptr_t) r.to, r.size, r.pc);
  rp_inside_begin ();
  memset (r.to, r.pattern, r.size);
  rp_inside_end ();
  return r.to;
}

static void *
copy (void *argument)
{
  request r = take (argument);
  rp_monitor_read ((uintptr_t) r.from, r.size, r.pc);
  rp_monitor_write ((uintptr_t) r.to, r.size, r.pc);
  rp_inside_begin ();
  memcpy (r.to, r.from, r.size);
  rp_inside_end ();
  return r.to;
}

static hclib_future_t *
start (future_fct_t function, request r, hclib_future_t **futures, int nfutures)
{
  rp_hclib_task form = { .value_function = function, .pc = r.pc };
  if (nfutures > 0)
    rp_monitor_read ((uintptr_t) futures, (size_t) nfutures * sizeof *futures, r.pc);
  form.event = rp_hclib_promise_new (r.pc);
  rp_creation how = rp_api_enter (RP_TASK_FUTURE, r.pc);
  form.argument = rp_malloc (sizeof r);
  *(request *) form.argument = r;
  rp_hclib_spawn (rp_hclib_current ("an operation on memory at a locale", how.site), &form, futures,
                  nfutures, how);
  RP_HCLIB_LEAVE ();
  return &form.event->future;
}

hclib_future_t *
hclib_allocate_at (size_t nbytes, hclib_locale_t *locale)
{
  (void) locale;
  request r = { .size = nbytes, .pc = (uintptr_t) __builtin_return_address (0) };
  return start (allocate, r, NULL, 0);
}

hclib_future_t *
hclib_reallocate_at (void *ptr, size_t new_nbytes, hclib_locale_t *locale)
{
  (void) locale;
  request r = { .to = ptr, .size = new_nbytes, .pc = (uintptr_t) __builtin_return_address (0) };
  return start (reallocate, r, NULL, 0);
}

hclib_future_t *
hclib_memset_at (void *ptr, int pattern, size_t nbytes, hclib_locale_t *locale)
{
  (void) locale;
  request r = {
    .to = ptr, .size = nbytes, .pattern = pattern, .pc = (uintptr_t) __builtin_return_address (0)
  };
  return start (set, r, NULL, 0);
}

void
hclib_free_at (void *ptr, hclib_locale_t *locale)
{
  (void) locale;
  free (ptr);
}

hclib_future_t *
hclib_async_copy (hclib_locale_t *dst_locale, void *dst, hclib_locale_t *src_locale, void *src,
                  size_t nbytes, hclib_future_t **futures, const int nfutures)
{
  (void) dst_locale;
  (void) src_locale;
  request r
    = { .to = dst, .from = src, .size = nbytes, .pc = (uintptr_t) __builtin_return_address (0) };
  return start (copy, r, futures, nfutures);
}
