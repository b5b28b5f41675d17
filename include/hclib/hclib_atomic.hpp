/* HClib's reductions with closures. Only included by hclib_atomic.h. */
#ifndef HCLIB_ATOMIC_HPP
#define HCLIB_ATOMIC_HPP

#include <cstdlib>
#include <functional>
#include <type_traits>

namespace hclib
{

template <class T> class atomic_t
{
  static_assert (std::is_trivially_copyable<T>::value, "the type cannot be copied as bytes");

  hclib_atomic_t *values;
  T default_value;

  static void
  init (void *value, void *self)
  {
    *static_cast<T *> (value) = static_cast<atomic_t *> (self)->default_value;
  }

  static void
  apply (void *value, void *f)
  {
    T *own = static_cast<T *> (value);
    *own = (*static_cast<std::function<T (T)> *> (f)) (*own);
  }

  static void
  reduce (void *a, void *b, void *f)
  {
    T *to = static_cast<T *> (a);
    *to = (*static_cast<std::function<T (T, T)> *> (f)) (*to, *static_cast<T *> (b));
  }

public:
  atomic_t (T set_default_value) : default_value (set_default_value)
  {
    values = hclib_atomic_create (sizeof (T), init, this);
  }

  atomic_t (const atomic_t &) = delete;
  atomic_t &operator= (const atomic_t &) = delete;

  void
  update (std::function<T (T)> f)
  {
    hclib_atomic_update (values, apply, &f);
  }

  T
  gather (std::function<T (T, T)> f)
  {
    T *result = static_cast<T *> (hclib_atomic_gather (values, reduce, &f));
    T value = *result;
    std::free (result);
    return value;
  }
};

template <class T> class atomic_sum_t : private atomic_t<T>
{
public:
  atomic_sum_t (T set_default_value) : atomic_t<T> (set_default_value)
  {
  }

  atomic_sum_t &
  operator+= (T other)
  {
    atomic_t<T>::update ([=] (T now) { return now + other; });
    return *this;
  }

  T
  get ()
  {
    return atomic_t<T>::gather ([] (T a, T b) { return a + b; });
  }
};

template <class T> class atomic_max_t : private atomic_t<T>
{
public:
  atomic_max_t (T set_default_value) : atomic_t<T> (set_default_value)
  {
  }

  void
  update (T other)
  {
    atomic_t<T>::update ([=] (T now) { return now > other ? now : other; });
  }

  T
  get ()
  {
    return atomic_t<T>::gather ([] (T a, T b) { return a > b ? a : b; });
  }
};

template <class T> class atomic_or_t : private atomic_t<T>
{
public:
  atomic_or_t (T set_default_value) : atomic_t<T> (set_default_value)
  {
  }

  atomic_or_t &
  operator|= (T other)
  {
    atomic_t<T>::update ([=] (T now) { return now || other; });
    return *this;
  }

  T
  get ()
  {
    return atomic_t<T>::gather ([] (T a, T b) { return a || b; });
  }
};

}

#endif
