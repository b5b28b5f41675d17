/* The C library's own functions, in front of which our hooks stand.
 *
 *   R1  The address of every real function is looked up before any constructor of a library or of the program runs. So
 *       it is known before there is a second thread, and no hook ever calls the dynamic linker.
 *
 * Without R1, programs hang. dlsym waits for the lock that a thread in dlopen holds. That thread may wait for the
 * end of a callback of dl_iterate_phdr, or the library that it loads has a constructor, which may wait for a third
 * thread. If the callback or the third thread calls a hook, and the hook has to look up its function, all of them
 * wait for ever. A signal handler of ours may interrupt any of them, and calls real functions, too.
 *
 * R1 does not hold for a function of a library that is loaded later: its first call looks it up.
 * tools/check_loader.py, a test, names every file that may call the dynamic linker. */
#ifndef RP_INSIDE_HOOK_LIBC_REAL_H
#define RP_INSIDE_HOOK_LIBC_REAL_H

#include <stddef.h>

/* A real function, and its name. The linker puts all real functions of a program into one array: the section rp_reals.
 * The alignment leaves no gaps. */
typedef struct rp_real
{
  const char *name;
  void *function; /* NULL: not known yet, or not there */
} __attribute__ ((aligned (2 * sizeof (void *)))) rp_real;

#define RP_IN_REALS __attribute__ ((section ("rp_reals")))

/* Returns the next definition of REAL->name after ours. Ends the program if there is none. Does not allocate, so that
 * it can be called from anywhere. */
void *rp_real_get (rp_real *real);

/* Does the same as rp_real_get, but returns NULL if there is no such definition. */
void *rp_real_find (rp_real *real);

/* The real function NAME, a string, as a TYPE. */
#define RP_REAL_AS(TYPE, NAME) \
  (__extension__({ \
    static rp_real real_function RP_IN_REALS = { NAME, NULL }; \
    (TYPE) (__builtin_expect (real_function.function != NULL, 1) ? real_function.function : rp_real_get (&real_function)); \
  }))

/* The real function NAME. */
#define RP_REAL(NAME) RP_REAL_AS (__typeof__ (&NAME), #NAME)

/* Ends the process at once: no exit handlers run, and nothing is reported. */
_Noreturn void rp_exit_now (int status);

/* Returns zeroed pages from the system, for data that must not come from malloc. Ends the program if there are
 * none. */
void *rp_pages_new (size_t size);
void rp_pages_free (void *pages, size_t size);

#endif
