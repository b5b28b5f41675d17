/* HClib's interface for C, for programs that raceproof verifies: the same source, compiled by
 * `raceproof cc` in place of HClib's own headers and library. docs/hclib.md says what is there and
 * what is not.
 *
 *   static void work (void *row) { ... }
 *
 *   static void
 *   entry (void *argument)
 *   {
 *     hclib_start_finish ();
 *     for (int i = 0; i < n; i++)
 *       hclib_async (work, &rows[i], NO_FUTURE, 0, ANY_PLACE);
 *     hclib_end_finish ();
 *   }
 *
 *   const char *deps[] = { "system" };
 *   hclib_launch (entry, NULL, deps, 1); */
#ifndef HCLIB_H_
#define HCLIB_H_

#include "hclib-locality-graph.h"
#include "hclib-promise.h"
#include "hclib-rt.h"
#include "hclib-task.h"
#include "hclib_common.h"

#include <stddef.h>
#include <stdio.h>

#ifdef __cplusplus
extern "C"
{
#endif

  typedef void (*async_fct_t) (void *arg);
  typedef void *(*future_fct_t) (void *arg);

  /* Runs FCT_PTR as a task, and waits for that task and all tasks that it creates. DEPS names NDEPS modules; the only
   * one that may be named is "system". */
  void hclib_launch (async_fct_t fct_ptr, void *arg, const char **deps, int ndeps);

  /* ---- tasks ---- */

  /* The task begins when all FUTURES are satisfied. FUTURES may be NULL; elements that are NULL are ignored. */
  void hclib_async (generic_frame_ptr fp, void *arg, hclib_future_t **futures, const int nfutures,
                    hclib_locale_t *locale);

  /* The task promises not to wait for anything. */
  void hclib_async_nb (generic_frame_ptr fp, void *arg, hclib_locale_t *locale);

  /* FP returns the value of the future. */
  hclib_future_t *hclib_async_future (future_fct_t fp, void *arg, hclib_future_t **futures,
                                      const int nfutures, hclib_locale_t *locale);

  void hclib_yield (hclib_locale_t *locale);
  void hclib_get_curr_task_info (void (**fp_out) (void *), void **args_out);
  void hclib_run_on_main_ctx (void (*fp) (void *), void *data);

  /* ---- ends of a finish that do not wait; hclib-rt.h has hclib_start_finish and hclib_end_finish ---- */

  hclib_future_t *hclib_end_finish_nonblocking (void);
  void hclib_end_finish_nonblocking_helper (hclib_promise_t *event);

  /* ---- loops ---- */

  typedef int forasync_mode_t;

#define FORASYNC_MODE_RECURSIVE 1
#define FORASYNC_MODE_FLAT 0

  typedef void (*forasync1D_Fct_t) (void *arg, int index);
  typedef void (*forasync2D_Fct_t) (void *arg, int index_outer, int index_inner);
  typedef void (*forasync3D_Fct_t) (void *arg, int index_outer, int index_mid, int index_inner);

  /* FORASYNC_FCT has the type above for DIM dimensions; tasks call it for each index. The functions do not wait. */
  void hclib_forasync (void *forasync_fct, void *argv, int dim, hclib_loop_domain_t *domain,
                       forasync_mode_t mode);
  hclib_future_t *hclib_forasync_future (void *forasync_fct, void *argv, int dim,
                                         hclib_loop_domain_t *domain, forasync_mode_t mode);

#define HCLIB_DEFAULT_LOOP_DIST 0

  unsigned hclib_register_dist_func (loop_dist_func func);
  loop_dist_func hclib_lookup_dist_func (unsigned id);

  /* ---- memory ---- */

  hclib_future_t *hclib_allocate_at (size_t nbytes, hclib_locale_t *locale);
  hclib_future_t *hclib_reallocate_at (void *ptr, size_t new_nbytes, hclib_locale_t *locale);
  hclib_future_t *hclib_memset_at (void *ptr, int pattern, size_t nbytes, hclib_locale_t *locale);
  void hclib_free_at (void *ptr, hclib_locale_t *locale);
  hclib_future_t *hclib_async_copy (hclib_locale_t *dst_locale, void *dst,
                                    hclib_locale_t *src_locale, void *src, size_t nbytes,
                                    hclib_future_t **futures, const int nfutures);

  /* ---- the machine ---- */

  unsigned long long hclib_current_time_ns (void);
  unsigned long long hclib_current_time_ms (void);
  size_t hclib_current_worker_backlog (void);
  void hclib_print_runtime_stats (FILE *fp);

  /* Ends the program: there are no workers here that could be idle. */
  void hclib_set_idle_callback (void (*set_idle_callback) (unsigned, unsigned));

#ifdef __cplusplus
}
#endif

#endif
