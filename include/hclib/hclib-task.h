/* HClib's loops as values. */
#ifndef HCLIB_TASK_H_
#define HCLIB_TASK_H_

#include "hclib-locality-graph.h"

typedef void (*generic_frame_ptr) (void *);

/* The indices low, low + stride, ... below high. Each task gets the indices in a stretch of length TILE. TILE -1: HClib
 * chooses the length; here each task gets one index. */
typedef struct _hclib_loop_domain_t
{
  int low;
  int high;
  int stride;
  int tile;
} hclib_loop_domain_t;

#ifndef __cplusplus
typedef hclib_loop_domain_t loop_domain_t;
#endif

typedef hclib_locale_t *(*loop_dist_func) (const int, const hclib_loop_domain_t *,
                                           const hclib_loop_domain_t *, const int);

#endif
