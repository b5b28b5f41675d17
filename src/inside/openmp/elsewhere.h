/* OpenMP in threads that the program starts itself. Each of them is an initial thread with teams of its own
 * [OpenMP 5.2, 2.1]. The compiler's own library executes the constructs that they meet; these are outside the
 * model, and unchecked. Only exclusion, by locks and critical sections, works between all threads:
 * elsewhere_lock.c. */
#ifndef RP_INSIDE_OPENMP_ELSEWHERE_H
#define RP_INSIDE_OPENMP_ELSEWHERE_H

#include <stdbool.h>
#include <stdint.h>

/* One for each function that a program may call (gate.S). */
typedef struct rp_gate
{
  void *function; /* NULL: it was not called by another thread yet */
  const char *name;
} rp_gate;

/* Fills the slot. */
void rp_gate_find (rp_gate *gate);

/* The function of ours that other threads call by NAME, or NULL. */
void *rp_elsewhere_lock_function (const char *name);
void *rp_elsewhere_loop_function (const char *name);

/* The function of the compiler's library; ends the program if there is none. */
void *rp_elsewhere_in_library (const char *name);

/* The same, of the type of FUNCTION. */
#define RP_IN_LIBRARY(NAME, FUNCTION) ((__typeof__ (FUNCTION) *) rp_elsewhere_in_library (#NAME))

/* The main thread enters a section on the object at ADDRESS. Waits while another thread holds the object. */
void rp_elsewhere_keep_out (uintptr_t address);
bool rp_elsewhere_try_keep_out (uintptr_t address);
void rp_elsewhere_let_in (uintptr_t address);

/* Whether another thread is in it. */
bool rp_elsewhere_has (uintptr_t address);

#endif
