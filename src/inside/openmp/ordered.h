/* `ordered` and doacross loops: orders among the iterations of one loop [OpenMP 5.2, 15.10]. */
#ifndef RP_INSIDE_OPENMP_ORDERED_H
#define RP_INSIDE_OPENMP_ORDERED_H

#include "inside/openmp/share.h"

typedef struct rp_omp_doacross rp_omp_doacross;

/* The running thread's loop has ordered regions. */
void rp_omp_ordered_expect (rp_omp_thread *thread);
void rp_omp_ordered_begin (uint32_t site);
void rp_omp_ordered_end (uint32_t site);

/* The iterations that the thread executed are done. An iteration without an ordered region makes no other
 * iteration wait. */
void rp_omp_ordered_unit_end (rp_omp_thread *thread);

/* A loop nest of DEPTH loops with COUNTS iterations, whose iterations wait for each other by
 * their vectors. */
void rp_omp_doacross_expect (rp_omp_thread *thread, unsigned depth, const long *counts);
unsigned rp_omp_doacross_depth (void); /* of the running thread's loop; 0: it has none */
void rp_omp_doacross_post (const long *vector, uint32_t site);
void rp_omp_doacross_wait (const long *vector, uint32_t site);
void rp_omp_doacross_free (rp_omp_doacross *doacross);

#endif
