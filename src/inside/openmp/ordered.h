/* `ordered` and doacross loops: orders among the iterations of one loop [OpenMP 5.2, 15.10]. */
#ifndef RP_INSIDE_OPENMP_ORDERED_H
#define RP_INSIDE_OPENMP_ORDERED_H

#include "inside/openmp/share.h"

typedef struct rp_omp_doacross rp_omp_doacross;

/* The loop that THREAD is in has ordered regions. rp_omp_ordered_begin and rp_omp_ordered_end are called around each
 * ordered region. */
void rp_omp_ordered_expect (rp_omp_thread *thread);
void rp_omp_ordered_begin (uint32_t site);
void rp_omp_ordered_end (uint32_t site);

/* The unit that THREAD executes ends. If an iteration of the unit had no ordered region, later iterations no longer
 * wait for that iteration. */
void rp_omp_ordered_unit_end (rp_omp_thread *thread);

/* The loop that THREAD is in is a doacross nest of DEPTH loops with COUNTS iterations. A VECTOR names an iteration
 * of the nest by one number for each loop, counted from 0. rp_omp_doacross_wait waits until rp_omp_doacross_post
 * was called for the same iteration. Both do nothing if the nest has no such iteration, and in a team of one. */
void rp_omp_doacross_expect (rp_omp_thread *thread, unsigned depth, const long *counts);
unsigned rp_omp_doacross_depth (void); /* loops in the running thread's nest; 0: no doacross nest */
void rp_omp_doacross_post (const long *vector, uint32_t site);
void rp_omp_doacross_wait (const long *vector, uint32_t site);
void rp_omp_doacross_free (rp_omp_doacross *doacross);

#endif
