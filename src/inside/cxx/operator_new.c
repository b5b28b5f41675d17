/* C++'s new. With these functions reports name a block by the place of the new expression, not by the place
 * of malloc inside the C++ library. The library's functions still do the work. Only C++ programs link this file. A
 * program may have functions of its own under these names, so ours are weak. delete needs no hook: it jumps to free. */
#include "inside/heap/heap.h"
#include "inside/hook/hook.h"
#include "inside/hook/libc_real.h"

#include <stdlib.h>

typedef void *new_function (size_t size, const void *tag);

/* Clears rp_heap_caller at the end of allocate, also if the library's function throws because there is no memory. */
static void
forget_caller (const int *unused)
{
  (void) unused;
  rp_heap_caller = 0;
}

/* The symbols of the C++ library that are needed to throw std::bad_alloc. A program that catches the exception has all
 * of them. */
#define FOREIGN(SYMBOL) __asm__(SYMBOL) __attribute__ ((weak))
extern void *bad_alloc_table[] FOREIGN ("_ZTVSt9bad_alloc");
extern char bad_alloc_type FOREIGN ("_ZTISt9bad_alloc");
void bad_alloc_end (void *exception) FOREIGN ("_ZNSt9bad_allocD1Ev");
void *new_exception (size_t size) FOREIGN ("__cxa_allocate_exception");
void throw_it (void *exception, void *type, void (*end) (void *)) FOREIGN ("__cxa_throw");

static _Noreturn void
throw_bad_alloc (void)
{
  if (bad_alloc_table && &bad_alloc_type && bad_alloc_end && new_exception && throw_it)
    {
      void **exception = new_exception (sizeof *exception);
      *exception = &bad_alloc_table[2]; /* the table's functions, behind the offset and the type */
      throw_it (exception, &bad_alloc_type, bad_alloc_end);
    }
  abort ();
}

/* If the C++ library is linked statically, our functions have replaced its own, so malloc does the work. */
static void *
allocate_plainly (size_t size, const void *tag)
{
  void *block = malloc (size ? size : 1);
  if (!block && !tag)
    throw_bad_alloc ();
  return block;
}

static void *
allocate (rp_real *real, size_t size, const void *tag, uintptr_t pc)
{
  __attribute__ ((cleanup (forget_caller), unused)) int guard = 0;
  new_function *function = (new_function *) rp_real_find (real);
  if (!function)
    real->function = (void *) (function = allocate_plainly);
  if (!rp_heap_caller)
    rp_heap_caller = pc;
  return function (size, tag);
}

#define NEW(NAME, SYMBOL) \
  __attribute__ ((weak)) RP_HOOK_AS (void *, NAME, SYMBOL, size_t size) \
  { \
    static rp_real real RP_IN_REALS = { SYMBOL, NULL }; \
    return allocate (&real, size, NULL, RP_CALLER); \
  }

#define NEW_TAGGED(NAME, SYMBOL) \
  __attribute__ ((weak)) RP_HOOK_AS (void *, NAME, SYMBOL, size_t size, const void *tag) \
  { \
    static rp_real real RP_IN_REALS = { SYMBOL, NULL }; \
    return allocate (&real, size, tag, RP_CALLER); \
  }

NEW (rp_new, "_Znwm")
NEW (rp_new_array, "_Znam")
NEW_TAGGED (rp_new_quiet, "_ZnwmRKSt9nothrow_t")
NEW_TAGGED (rp_new_array_quiet, "_ZnamRKSt9nothrow_t")
