/* HClib's interface for C++, on top of the one for C. Functions take closures, which are copied and live as long as
 * their task; futures and promises have types. */
#ifndef HCLIB_CPP_H_
#define HCLIB_CPP_H_

#ifndef __cplusplus
#error "hclib_cpp.h is for C++; C programs include hclib.h"
#endif

#include "hclib.h"

#include <cstdlib>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace hclib
{

typedef hclib_locale_t locale_t;
typedef hclib_loop_domain_t loop_domain_t;

/* ---- promises and futures: of values that fit into a pointer, of references, of nothing ---- */

template <typename T> struct datum_of
{
  static_assert (sizeof (T) <= sizeof (void *), "the type is too large for a promise");
  static_assert (std::is_trivially_copyable<T>::value, "the type cannot be copied as bytes");

  union both
  {
    void *datum;
    T value;
  };

  static void *
  put (T value)
  {
    both all;
    all.datum = nullptr;
    all.value = value;
    return all.datum;
  }

  static T
  get (void *datum)
  {
    both all;
    all.datum = datum;
    return all.value;
  }
};

template <typename T> struct datum_of<T &>
{
  static void *
  put (T &value)
  {
    return const_cast<void *> (static_cast<const void *> (&value));
  }

  static T &
  get (void *datum)
  {
    return *static_cast<T *> (datum);
  }
};

template <typename T> struct future_t : public hclib_future_t
{
  T
  get ()
  {
    return datum_of<T>::get (hclib_future_get (this));
  }

  T
  wait ()
  {
    return datum_of<T>::get (hclib_future_wait (this));
  }

  bool
  test ()
  {
    return hclib_future_is_satisfied (this);
  }
};

template <> struct future_t<void> : public hclib_future_t
{
  void
  get ()
  {
  }

  void
  wait ()
  {
    hclib_future_wait (this);
  }

  bool
  test ()
  {
    return hclib_future_is_satisfied (this);
  }
};

template <typename T> struct promise_base : public hclib_promise_t
{
  promise_base ()
  {
    hclib_promise_init (this);
  }

  promise_base (const promise_base &) = delete;
  promise_base &operator= (const promise_base &) = delete;

  future_t<T> *
  get_future ()
  {
    return static_cast<future_t<T> *> (&static_cast<hclib_promise_t *> (this)->future);
  }

  future_t<T> &
  future ()
  {
    return *get_future ();
  }
};

template <typename T> struct promise_t : public promise_base<T>
{
  void
  put (T datum)
  {
    hclib_promise_put (this, datum_of<T>::put (datum));
  }
};

template <> struct promise_t<void> : public promise_base<void>
{
  void
  put ()
  {
    hclib_promise_put (this, nullptr);
  }
};

/* ---- tasks ---- */

namespace own
{

template <typename F>
void
run (void *argument)
{
  F *closure = static_cast<F *> (argument);
  (*closure) ();
  delete closure;
}

typedef std::vector<hclib_future_t *> futures;

template <typename T>
void
start (T &&lambda, const futures &before, locale_t *locale)
{
  typedef typename std::decay<T>::type F;
  futures all (before);
  hclib_async (run<F>, new F (std::forward<T> (lambda)), all.data (),
               static_cast<int> (all.size ()), locale);
}

template <typename T>
void
start_nb (T &&lambda, locale_t *locale)
{
  typedef typename std::decay<T>::type F;
  hclib_async_nb (run<F>, new F (std::forward<T> (lambda)), locale);
}

template <typename F, typename R> struct call_and_put
{
  F lambda;
  promise_t<R> *event;

  void
  operator() ()
  {
    event->put (lambda ());
  }
};

template <typename F> struct call_and_put<F, void>
{
  F lambda;
  promise_t<void> *event;

  void
  operator() ()
  {
    lambda ();
    event->put ();
  }
};

template <typename T>
auto
start_future (T &&lambda, const futures &before, locale_t *locale)
  -> future_t<decltype (lambda ())> *
{
  typedef typename std::decay<T>::type F;
  typedef decltype (lambda ()) R;
  promise_t<R> *event = new promise_t<R> ();
  start (call_and_put<F, R> { std::forward<T> (lambda), event }, before, locale);
  return event->get_future ();
}

}

template <typename T>
inline void
launch (const char **deps, int ndeps, T &&lambda)
{
  typedef typename std::decay<T>::type F;
  hclib_launch (own::run<F>, new F (std::forward<T> (lambda)), deps, ndeps);
}

template <typename T>
inline void
launch (const int nworkers, const char **deps, int ndeps, T &&lambda)
{
  setenv ("HCLIB_WORKERS", std::to_string (nworkers).c_str (), 1);
  launch (deps, ndeps, std::forward<T> (lambda));
}

template <typename T>
inline void
launch (T &&lambda)
{
  launch (nullptr, 0, std::forward<T> (lambda));
}

template <typename T>
inline void
async (T &&lambda)
{
  own::start (std::forward<T> (lambda), {}, nullptr);
}

template <typename T>
inline void
async_at (T &&lambda, locale_t *locale)
{
  own::start (std::forward<T> (lambda), {}, locale);
}

template <typename T>
inline void
async_nb (T &&lambda)
{
  own::start_nb (std::forward<T> (lambda), nullptr);
}

template <typename T>
inline void
async_nb_at (T &&lambda, locale_t *locale)
{
  own::start_nb (std::forward<T> (lambda), locale);
}

/* Futures that are nullptr are ignored. */
template <typename T>
inline void
async_await (T &&lambda, hclib_future_t *future)
{
  own::start (std::forward<T> (lambda), { future }, nullptr);
}

template <typename T>
inline void
async_await (T &&lambda, hclib_future_t *future1, hclib_future_t *future2)
{
  own::start (std::forward<T> (lambda), { future1, future2 }, nullptr);
}

template <typename T>
inline void
async_await (T &&lambda, hclib_future_t *future1, hclib_future_t *future2, hclib_future_t *future3,
             hclib_future_t *future4)
{
  own::start (std::forward<T> (lambda), { future1, future2, future3, future4 }, nullptr);
}

template <typename T>
inline void
async_await (T &&lambda, const own::futures &futures)
{
  own::start (std::forward<T> (lambda), futures, nullptr);
}

template <typename T>
inline void
async_await_at (T &&lambda, hclib_future_t *future, locale_t *locale)
{
  own::start (std::forward<T> (lambda), { future }, locale);
}

template <typename T>
inline void
async_await_at (T &&lambda, hclib_future_t *future1, hclib_future_t *future2, locale_t *locale)
{
  own::start (std::forward<T> (lambda), { future1, future2 }, locale);
}

template <typename T>
inline void
async_await_at (T &&lambda, const own::futures &futures, locale_t *locale)
{
  own::start (std::forward<T> (lambda), futures, locale);
}

template <typename T>
inline auto
async_future (T &&lambda) -> future_t<decltype (lambda ())> *
{
  return own::start_future (std::forward<T> (lambda), {}, nullptr);
}

template <typename T>
inline auto
async_future_at (T &&lambda, locale_t *locale) -> future_t<decltype (lambda ())> *
{
  return own::start_future (std::forward<T> (lambda), {}, locale);
}

template <typename T>
inline auto
async_future_await (T &&lambda, hclib_future_t *future) -> future_t<decltype (lambda ())> *
{
  return own::start_future (std::forward<T> (lambda), { future }, nullptr);
}

template <typename T>
inline auto
async_future_await (T &&lambda, const own::futures &futures) -> future_t<decltype (lambda ())> *
{
  return own::start_future (std::forward<T> (lambda), futures, nullptr);
}

template <typename T>
inline auto
async_future_await_at (T &&lambda, hclib_future_t *future, locale_t *locale)
  -> future_t<decltype (lambda ())> *
{
  return own::start_future (std::forward<T> (lambda), { future }, locale);
}

template <typename T>
inline auto
async_future_await_at (T &&lambda, const own::futures &futures, locale_t *locale)
  -> future_t<decltype (lambda ())> *
{
  return own::start_future (std::forward<T> (lambda), futures, locale);
}

/* ---- finish ---- */

template <typename T>
inline void
finish (T &&lambda)
{
  hclib_start_finish ();
  lambda ();
  hclib_end_finish ();
}

template <typename T>
inline future_t<void> *
nonblocking_finish (T &&lambda)
{
  promise_t<void> *event = new promise_t<void> ();
  hclib_start_finish ();
  lambda ();
  hclib_end_finish_nonblocking_helper (event);
  return event->get_future ();
}

inline void
yield ()
{
  hclib_yield (nullptr);
}

inline void
yield_at (locale_t *locale)
{
  hclib_yield (locale);
}

/* ---- the machine ---- */

inline int
get_current_worker ()
{
  return hclib_get_current_worker ();
}

inline int
current_worker ()
{
  return hclib_get_current_worker ();
}

inline int
get_num_workers ()
{
  return hclib_get_num_workers ();
}

inline int
num_workers ()
{
  return hclib_get_num_workers ();
}

inline int
get_num_locales ()
{
  return hclib_get_num_locales ();
}

inline locale_t *
get_closest_locale ()
{
  return hclib_get_closest_locale ();
}

inline locale_t **
get_thread_private_locales ()
{
  return hclib_get_thread_private_locales ();
}

inline locale_t *
get_all_locales ()
{
  return hclib_get_all_locales ();
}

inline locale_t **
get_all_locales_of_type (int type, int *out_count)
{
  return hclib_get_all_locales_of_type (type, out_count);
}

inline locale_t *
get_master_place ()
{
  return hclib_get_master_place ();
}

/* ---- memory ---- */

inline future_t<void *> *
allocate_at (size_t nbytes, locale_t *locale)
{
  return static_cast<future_t<void *> *> (hclib_allocate_at (nbytes, locale));
}

inline future_t<void *> *
reallocate_at (void *ptr, size_t nbytes, locale_t *locale)
{
  return static_cast<future_t<void *> *> (hclib_reallocate_at (ptr, nbytes, locale));
}

inline future_t<void *> *
memset_at (void *ptr, int pattern, size_t nbytes, locale_t *locale)
{
  return static_cast<future_t<void *> *> (hclib_memset_at (ptr, pattern, nbytes, locale));
}

inline void
free_at (void *ptr, locale_t *locale)
{
  hclib_free_at (ptr, locale);
}

inline future_t<void *> *
async_copy (locale_t *dst_locale, void *dst, locale_t *src_locale, void *src, size_t nbytes)
{
  return static_cast<future_t<void *> *> (
    hclib_async_copy (dst_locale, dst, src_locale, src, nbytes, nullptr, 0));
}

inline future_t<void *> *
async_copy_await (locale_t *dst_locale, void *dst, locale_t *src_locale, void *src, size_t nbytes,
                  hclib_future_t *future)
{
  return static_cast<future_t<void *> *> (
    hclib_async_copy (dst_locale, dst, src_locale, src, nbytes, &future, 1));
}

inline future_t<void *> *
async_copy_await_all (locale_t *dst_locale, void *dst, locale_t *src_locale, void *src,
                      size_t nbytes, hclib_future_t **futures, const int nfutures)
{
  return static_cast<future_t<void *> *> (
    hclib_async_copy (dst_locale, dst, src_locale, src, nbytes, futures, nfutures));
}

}

#include "hclib-forasync.h"
#include "hclib-isolated-overloading.h"

#endif
