/* OpenMP in threads that the program starts itself. Each of them is an initial thread with teams of its own
 * [OpenMP 5.2, 2.1]. The compiler's own library executes the constructs that they meet; these are outside the
 * model, and unchecked. Only exclusion, by locks and critical sections, works between all threads:
 * other_threads_lock.c. */
#ifndef RP_INSIDE_OPENMP_OTHER_THREADS_H
#define RP_INSIDE_OPENMP_OTHER_THREADS_H

#include <stdbool.h>
#include <stdint.h>

/* A function for other threads, and its name. There is one for each function that a program may call (gate.S), in the
 * section rp_gates, and one for each place here that calls the compiler's library, in the section rp_in_library. The
 * alignment leaves no gaps. */
typedef struct rp_gate
{
  void *function; /* NULL: not known yet, or not there */
  const char *name;
} __attribute__ ((aligned (2 * sizeof (void *)))) rp_gate;

/* E1. Before the program or a library starts its first thread, the compiler's library is loaded, and all gates know
 * their functions. So another thread that comes to a gate does not call the dynamic linker, whose lock may belong to a
 * thread that waits for it: see R1 of libc_real.h. A program by two compilers has two libraries; the other one is
 * loaded when it is needed. */
void rp_other_threads_prepare (void);

/* Fills the slot. */
void rp_gate_find (rp_gate *gate);

/* The function of ours that other threads call by NAME, or NULL. */
void *rp_other_threads_lock_function (const char *name);
void *rp_other_threads_loop_function (const char *name);

/* The function of the compiler's library; ends the program if there is none. */
void *rp_other_threads_in_library (rp_gate *gate);

/* The same, of the type of FUNCTION. */
#define RP_IN_LIBRARY(NAME, FUNCTION) \
  (__extension__({ \
    static rp_gate in_library __attribute__ ((section ("rp_in_library"))) = { NULL, #NAME }; \
    (__typeof__ (FUNCTION) *) rp_other_threads_in_library (&in_library); \
  }))

/* The main thread enters a section on the object at ADDRESS. Waits while another thread holds the object. */
void rp_other_threads_keep_out (uintptr_t address);
bool rp_other_threads_try_keep_out (uintptr_t address);
void rp_other_threads_let_in (uintptr_t address);

/* Whether another thread is in it. */
bool rp_other_threads_has (uintptr_t address);

#endif
