/* OpenMP in threads that the program starts itself. Each of them is an initial thread with teams of its own
 * [OpenMP 5.2, 2.1]. The compiler's own library executes their constructs, and what these threads do is not checked.
 * Only exclusion, by locks and critical sections, works between all threads: other_threads_lock.c. */
#ifndef RP_INSIDE_OPENMP_OTHER_THREADS_H
#define RP_INSIDE_OPENMP_OTHER_THREADS_H

#include <stdbool.h>
#include <stdint.h>

/* A function for other threads, and its name. The section rp_gates has one rp_gate for each function that a program may
 * call (gate.S). The section rp_in_library has one for each place in raceproof that calls the compiler's library. The
 * alignment makes each section an array without gaps. */
typedef struct rp_gate
{
  void *function; /* NULL: not looked up yet, or the library has none */
  const char *name;
} __attribute__ ((aligned (2 * sizeof (void *)))) rp_gate;

/* E1. Before the program or a library starts its first thread, the compiler's library is loaded, and all gates know
 * their functions. So another thread that comes to a gate does not call the dynamic linker. The linker's lock may be
 * held by a thread that waits for the caller: see R1 of libc_real.h. Exception: a program that two compilers made
 * needs two libraries. The second one is loaded when it is needed. */
void rp_other_threads_prepare (void);

/* Looks up the function of GATE and stores it in GATE. Ends the program if there is none. */
void rp_gate_find (rp_gate *gate);

/* Return the function of raceproof that other threads execute when they call NAME, or NULL if raceproof has none.
 * rp_other_threads_lock_function looks among functions for exclusion, rp_other_threads_loop_function among those
 * for gcc's loops. */
void *rp_other_threads_lock_function (const char *name);
void *rp_other_threads_loop_function (const char *name);

/* Returns the function of the compiler's library that GATE names. Ends the program if there is none. */
void *rp_other_threads_in_library (rp_gate *gate);

/* A pointer to the function NAME of the compiler's library. FUNCTION is a function of the same type. */
#define RP_IN_LIBRARY(NAME, FUNCTION) \
  (__extension__({ \
    static rp_gate in_library __attribute__ ((section ("rp_in_library"))) = { NULL, #NAME }; \
    (__typeof__ (FUNCTION) *) rp_other_threads_in_library (&in_library); \
  }))

/* The main thread enters or leaves a section on the object at ADDRESS. rp_other_threads_keep_out waits while another
 * thread holds the object. rp_other_threads_try_keep_out returns false in that case, and does not wait. */
void rp_other_threads_keep_out (uintptr_t address);
bool rp_other_threads_try_keep_out (uintptr_t address);
void rp_other_threads_let_in (uintptr_t address);

/* Returns whether a thread other than the main one holds the object at ADDRESS. */
bool rp_other_threads_has (uintptr_t address);

#endif
