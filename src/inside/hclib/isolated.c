/* HClib: sections on objects. isolated_execution calls a function in a section on the objects that it is given. The
 * program must have registered these objects before, by apply_isolation; any other object is a misuse. Two sections
 * exclude each other if they have an object in common. */
#include "base/map.h"
#include "base/panic.h"
#include "base/vec.h"
#include "hclib/hclib-isolated.h"
#include "inside/hclib/task.h"

RP_FRONT_NEEDS_STEP_BAGS

static rp_map registered; /* address of an object -> how often it was registered */

static void
read_objects (void **array, int n, uintptr_t pc)
{
  if (n > 0)
    rp_monitor_read ((uintptr_t) array, (size_t) n * sizeof *array, pc);
}

void
apply_isolation (void **array, int n)
{
  uintptr_t pc = (uintptr_t) __builtin_return_address (0);
  read_objects (array, n, pc);
  rp_api_enter (RP_TASK_ASYNC, pc);
  for (int i = 0; i < n; i++)
    ++*rp_map_insert (&registered, (uintptr_t) array[i], NULL);
  RP_HCLIB_LEAVE ();
}

void
remove_isolation (void **array, int n)
{
  uintptr_t pc = (uintptr_t) __builtin_return_address (0);
  read_objects (array, n, pc);
  uint32_t site = rp_api_enter (RP_TASK_ASYNC, pc).site;
  for (int i = 0; i < n; i++)
    {
      uint64_t *count = rp_map_find (&registered, (uintptr_t) array[i]);
      if (!count)
        rp_stop_misuse (site, "isolation is disabled for an object that it was not enabled for");
      if (--*count == 0)
        rp_map_remove (&registered, (uintptr_t) array[i]);
    }
  RP_HCLIB_LEAVE ();
}

/* Begins a section on OBJECTS. The runtime keeps a copy of the ranges. */
static void
begin (void **objects, int total, uint32_t site)
{
  RP_VEC (rp_range) ranges = { 0 };
  for (int i = 0; i < total; i++)
    {
      if (!rp_map_find (&registered, (uintptr_t) objects[i]))
        rp_stop_misuse (site, "isolated on an object that isolation was not enabled for");
      RP_VEC_PUSH (&ranges, (rp_range) { (uintptr_t) objects[i], 1 });
    }
  rp_isolated_begin_at (ranges.items, ranges.count, site);
  RP_VEC_CLEAR (&ranges);
}

void
isolated_execution (void **object, int total, generic_frame_ptr func, void *args)
{
  uintptr_t pc = (uintptr_t) __builtin_return_address (0);
  read_objects (object, total, pc);
  uint32_t site = rp_api_enter (RP_TASK_ASYNC, pc).site;
  rp_hclib_current ("isolated", site);
  if (!func)
    rp_stop_misuse (site, "isolated without a function: it is NULL");
  begin (object, total, site);
  RP_HCLIB_LEAVE ();
  func (args);
  site = rp_api_enter (RP_TASK_ASYNC, pc).site;
  rp_isolated_end_at (site);
  RP_HCLIB_LEAVE ();
}
