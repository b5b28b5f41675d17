/* HClib's workers. Here tasks have no workers: every task that asks is on worker 0. */
#ifndef HCLIB_RT_H_
#define HCLIB_RT_H_

#include "hclib-promise.h"
#include "hclib_common.h"

#include <assert.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#ifdef __cplusplus
extern "C"
{
#endif

#define HASSERT(CONDITION) assert (CONDITION)
#ifdef __cplusplus
#define HASSERT_STATIC static_assert
#else
#define HASSERT_STATIC _Static_assert
#endif

  int hclib_get_current_worker (void);
  int hclib_get_num_workers (void); /* HCLIB_WORKERS of the environment, or 4 */
  int hclib_num_workers (void);     /* older name of hclib_get_num_workers */

  void hclib_start_finish (void);
  void hclib_end_finish (void);

#ifdef __cplusplus
}
#endif

#endif
