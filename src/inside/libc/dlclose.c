/* Libraries that the program loads stay in memory until its end: the races on record have addresses in them, and the
 * next library could get the same addresses. dlclose states an intent, and need not remove anything (POSIX). The only
 * difference: functions that the library wants called at its removal are called at the program's end. */
#include "inside/hook/hook.h"
#include "inside/hook/libc_real.h"

#include <dlfcn.h>
#include <link.h>

static void
keep (void *handle)
{
  const struct link_map *map;
  if (dlinfo (handle, RTLD_DI_LINKMAP, &map) || !map->l_name || !*map->l_name)
    return;
  void *again = dlopen (map->l_name, RTLD_LAZY | RTLD_NOLOAD | RTLD_NODELETE);
  if (again)
    RP_REAL (dlclose) (again);
}

RP_HOOK (int, dlclose, void *handle)
{
  if (rp_monitor_is_on ())
    {
      int saved = errno, outer = rp_inside_begin_nested ();
      keep (handle);
      rp_inside_end_nested (outer);
      errno = saved;
    }
  return RP_REAL (dlclose) (handle);
}
