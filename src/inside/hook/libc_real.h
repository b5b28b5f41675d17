/* The C library's own functions, behind those we interpose. */
#ifndef RP_INSIDE_HOOK_LIBC_REAL_H
#define RP_INSIDE_HOOK_LIBC_REAL_H

#include <stddef.h>

/* The next definition of NAME after ours; ends the program if there is none. Does not allocate, so
 * that it can be called from anywhere, also before main. */
void *rp_libc_real (const char *name);

/* The real function NAME, looked up once per use. */
#define RP_REAL(NAME) \
  (__extension__({ \
    static __typeof__ (&NAME) real_function; \
    if (__builtin_expect (!real_function, 0)) \
      real_function = (__typeof__ (&NAME)) rp_libc_real (#NAME); \
    real_function; \
  }))

/* Ends the process at once, with nothing told to anybody. */
_Noreturn void rp_exit_now (int status);

/* Zeroed pages from the system, for what must not come from malloc. */
void *rp_pages_new (size_t size);
void rp_pages_free (void *pages, size_t size);

#endif
