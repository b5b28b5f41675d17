/* HClib's isolated sections: mutual exclusion on objects, which the program registers before. */
#ifndef HCLIB_ISOLATED_H_
#define HCLIB_ISOLATED_H_

#include "hclib-task.h"

#ifdef __cplusplus
namespace hclib
{
extern "C"
{
#endif

  void apply_isolation (void **array, int n);
  void remove_isolation (void **array, int n);

  /* Calls FUNC (args) in a section on the TOTAL objects. */
  void isolated_execution (void **object, int total, generic_frame_ptr func, void *args);

#ifdef __cplusplus
}

inline void
enable_isolation_n (void **array, int n)
{
  apply_isolation (array, n);
}

inline void
disable_isolation_n (void **array, int n)
{
  remove_isolation (array, n);
}
}
#else
static inline void
enable_isolation (void **array, int n)
{
  apply_isolation (array, n);
}

static inline void
disable_isolation (void **array, int n)
{
  remove_isolation (array, n);
}
#endif

#endif
