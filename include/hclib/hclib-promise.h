/* HClib's promises and futures. A promise is put once. Other tasks wait for its future, which exists as long as the
 * promise. The members are HClib's; only the functions may change them. */
#ifndef HCLIB_C_PROMISE_H_
#define HCLIB_C_PROMISE_H_

#include <stddef.h>

#ifdef __cplusplus
extern "C"
{
#endif

  struct hclib_promise_st;

  typedef struct _hclib_future_t
  {
    struct hclib_promise_st *owner;
  } hclib_future_t;

  typedef struct hclib_promise_st
  {
    hclib_future_t future;
    volatile int satisfied;
    void *volatile datum;
    void *volatile wait_list_head;
  } hclib_promise_t;

  hclib_promise_t *hclib_promise_create (void);
  void hclib_promise_init (hclib_promise_t *promise);
  void hclib_promise_free (hclib_promise_t *promise);

  /* Makes an array of NB_PROMISES elements. If NULL_TERMINATED, the last element is NULL, and there is one promise
   * less. */
  hclib_promise_t **hclib_promise_create_n (size_t nb_promises, int null_terminated);
  void hclib_promise_free_n (hclib_promise_t **promises, size_t nb_promises, int null_terminated);

  void hclib_promise_put (hclib_promise_t *promise, void *datum);
  hclib_future_t *hclib_get_future_for_promise (hclib_promise_t *promise);

  void *hclib_future_wait (hclib_future_t *future); /* returns the datum */
  void *hclib_future_wait_and_get (hclib_future_t *future);
  /* The caller must know that the promise was put. */
  void *hclib_future_get (hclib_future_t *future);
  int hclib_future_is_satisfied (hclib_future_t *future);

#ifdef __cplusplus
}
#endif

#endif
