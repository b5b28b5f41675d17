/* OpenMP as the verifier's front end. */
#ifndef RP_INSIDE_OPENMP_FRONT_H
#define RP_INSIDE_OPENMP_FRONT_H

#include "inside/front/front.h"

extern const rp_front rp_omp_front;

#endif
