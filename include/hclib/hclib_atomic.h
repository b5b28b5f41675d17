/* HClib's reductions. In HClib each worker updates a value of its own; the values are gathered when no worker
 * updates its value any more. Here each task has a value. The result of update and gather functions must not depend
 * on the order in which they are called. */
#ifndef HCLIB_ATOMIC_H
#define HCLIB_ATOMIC_H

#include "hclib-rt.h"

#ifdef __cplusplus
extern "C"
{
#endif

  typedef void (*atomic_init_func) (void *atomic_ele, void *user_data);
  typedef void (*atomic_update_func) (void *atomic_ele, void *user_data);
  typedef void (*atomic_gather_func) (void *a, void *b, void *user_data); /* combines B into A */

  typedef struct _hclib_atomic_t
  {
    char *vals;
    size_t nthreads;
    size_t val_size;
    size_t padded_val_size;
  } hclib_atomic_t;

  hclib_atomic_t *hclib_atomic_create (const size_t ele_size_in_bytes, atomic_init_func init,
                                       void *user_data);
  void hclib_atomic_init (hclib_atomic_t *atomic, const size_t ele_size_in_bytes,
                          atomic_init_func init, void *user_data);
  void hclib_atomic_update (hclib_atomic_t *atomic, atomic_update_func f, void *user_data);

  /* The caller frees the result. */
  void *hclib_atomic_gather (hclib_atomic_t *atomic, atomic_gather_func f, void *user_data);

#ifdef __cplusplus
}

#include "hclib_atomic.hpp"
#endif

#endif
