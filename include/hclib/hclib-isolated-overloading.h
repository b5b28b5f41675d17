/* HClib's isolated sections with closures. Part of hclib_cpp.h. */
#ifndef HCLIB_ISOLATED_OVERLOADED_H_
#define HCLIB_ISOLATED_OVERLOADED_H_

#include "hclib-isolated.h"
#include "hclib_cpp.h"

namespace hclib
{

namespace own
{

template <typename F>
void
call_section (void *closure)
{
  (*static_cast<F *> (closure)) ();
}

template <typename F>
void
isolate (void **objects, int total, F &lambda)
{
  isolated_execution (objects, total, call_section<F>, &lambda);
}

}

/* Excludes all other isolated sections. */
template <typename F>
inline void
isolated (F &&lambda)
{
  own::isolate (nullptr, 0, lambda);
}

template <typename T, typename F>
inline void
isolated (T *object, F &&lambda)
{
  void *objects[] = { object };
  own::isolate (objects, 1, lambda);
}

template <typename T1, typename T2, typename F>
inline void
isolated (T1 *object1, T2 *object2, F &&lambda)
{
  void *objects[] = { object1, object2 };
  own::isolate (objects, 2, lambda);
}

template <typename T1, typename T2, typename T3, typename F>
inline void
isolated (T1 *object1, T2 *object2, T3 *object3, F &&lambda)
{
  void *objects[] = { object1, object2, object3 };
  own::isolate (objects, 3, lambda);
}

}

#endif
