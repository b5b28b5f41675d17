/* HClib's loops over closures. Part of hclib_cpp.h. */
#ifndef HCLIB_FORASYNC_H_
#define HCLIB_FORASYNC_H_

#include "hclib_cpp.h"

namespace hclib
{

/* Loops of one, two and three dimensions. Constructors without tile sizes leave these open (-1). */
class loop_domain_1d
{
  hclib_loop_domain_t loop;

public:
  loop_domain_1d (int high) : loop { 0, high, 1, -1 }
  {
  }
  loop_domain_1d (int low, int high) : loop { low, high, 1, -1 }
  {
  }
  loop_domain_1d (int low, int high, int stride) : loop { low, high, stride, -1 }
  {
  }
  loop_domain_1d (int low, int high, int stride, int tile) : loop { low, high, stride, tile }
  {
  }

  hclib_loop_domain_t *
  get_internal ()
  {
    return &loop;
  }
};

class loop_domain_2d
{
  hclib_loop_domain_t loops[2];

public:
  loop_domain_2d (int high0, int high1) : loops { { 0, high0, 1, -1 }, { 0, high1, 1, -1 } }
  {
  }
  loop_domain_2d (int low0, int high0, int low1, int high1)
      : loops { { low0, high0, 1, -1 }, { low1, high1, 1, -1 } }
  {
  }

  hclib_loop_domain_t *
  get_internal ()
  {
    return loops;
  }
};

class loop_domain_3d
{
  hclib_loop_domain_t loops[3];

public:
  loop_domain_3d (int high0, int high1, int high2)
      : loops { { 0, high0, 1, -1 }, { 0, high1, 1, -1 }, { 0, high2, 1, -1 } }
  {
  }
  loop_domain_3d (int low0, int high0, int low1, int high1, int low2, int high2)
      : loops { { low0, high0, 1, -1 }, { low1, high1, 1, -1 }, { low2, high2, 1, -1 } }
  {
  }
  loop_domain_3d (int low0, int high0, int tile0, int low1, int high1, int tile1, int low2, int high2, int tile2)
      : loops { { low0, high0, 1, tile0 }, { low1, high1, 1, tile1 }, { low2, high2, 1, tile2 } }
  {
  }

  hclib_loop_domain_t *
  get_internal ()
  {
    return loops;
  }
};

namespace own
{

/* All tasks of a loop share one closure, which is never freed. HClib gives each task a copy. The difference matters
 * only if a call can change the closure, because its operator() is not const: then each call here makes a copy. */
template <typename F, typename... I>
auto
call (const F &closure, int, I... indices) -> decltype (closure (indices...))
{
  return closure (indices...);
}

template <typename F, typename... I>
void
call (const F &closure, long, I... indices)
{
  F copy (closure);
  copy (indices...);
}

template <typename F, typename... I>
void
call_loop (void *closure, I... indices)
{
  call (*static_cast<const F *> (closure), 0, indices...);
}

struct one_tile
{
  hclib_loop_domain_t loops[3];
};

/* Returns the loop with tiles so large that one task executes all of it. */
inline one_tile
in_one_tile (const hclib_loop_domain_t *domain, int dimensions)
{
  one_tile all = {};
  for (int d = 0; d < dimensions; d++)
    {
      all.loops[d] = domain[d];
      if (domain[d].high > domain[d].low)
        all.loops[d].tile = domain[d].high - domain[d].low;
    }
  return all;
}

template <typename T>
void
loop (void *function, T *closure, int dimensions, hclib_loop_domain_t *domain, int mode,
      hclib_future_t *future)
{
  if (!future)
    {
      hclib_forasync (function, closure, dimensions, domain, mode);
      return;
    }
  hclib_loop_domain_t copy[3];
  for (int d = 0; d < dimensions; d++)
    copy[d] = domain[d];
  async_await ([=] () mutable { hclib_forasync (function, closure, dimensions, copy, mode); },
               future);
}

template <typename T>
future_t<void> *
loop_future (void *function, T *closure, int dimensions, hclib_loop_domain_t *domain, int mode,
             hclib_future_t *future)
{
  promise_t<void> *event = new promise_t<void> ();
  hclib_start_finish ();
  loop (function, closure, dimensions, domain, mode, future);
  hclib_end_finish_nonblocking_helper (event);
  return event->get_future ();
}

}

#define HCLIB_LOOP_(N, ...) \
  template <typename T> \
  inline void forasync##N##D (hclib_loop_domain_t *loop, T lambda, \
                              int mode = FORASYNC_MODE_RECURSIVE, \
                              hclib_future_t * future = nullptr) \
  { \
    own::loop (reinterpret_cast<void *> (&own::call_loop<T, __VA_ARGS__>), new T (lambda), N, \
               loop, mode, future); \
  } \
  template <typename T> \
  inline void forasync##N##D (loop_domain_##N##d *loop, T lambda, bool force_seq = false, \
                              int mode = FORASYNC_MODE_RECURSIVE, \
                              hclib_future_t * future = nullptr, int = HCLIB_DEFAULT_LOOP_DIST) \
  { \
    if (force_seq) \
      finish ([&] { \
        forasync##N##D (own::in_one_tile (loop->get_internal (), N).loops, lambda, \
                        FORASYNC_MODE_FLAT); \
      }); \
    else \
      forasync##N##D (loop->get_internal (), lambda, mode, future); \
  } \
  template <typename T> \
  inline future_t<void> *forasync##N##D_future (hclib_loop_domain_t *loop, T lambda, \
                                                int mode = FORASYNC_MODE_RECURSIVE, \
                                                hclib_future_t * future = nullptr) \
  { \
    return own::loop_future (reinterpret_cast<void *> (&own::call_loop<T, __VA_ARGS__>), \
                             new T (lambda), N, loop, mode, future); \
  } \
  template <typename T> \
  inline future_t<void> *forasync##N##D_future (loop_domain_##N##d *loop, T lambda, \
                                                int mode = FORASYNC_MODE_RECURSIVE, \
                                                hclib_future_t * future = nullptr) \
  { \
    return forasync##N##D_future (loop->get_internal (), lambda, mode, future); \
  }

HCLIB_LOOP_ (1, int)
HCLIB_LOOP_ (2, int, int)
HCLIB_LOOP_ (3, int, int, int)

#undef HCLIB_LOOP_

}

#endif
