/* <raceproof/task.h>: permission regions. */
#include "inside/api/api.h"
#include "inside/engine/engine.h"
#include "raceproof/task.h"

#define ENTER() rp_api_enter (RP_TASK_ASYNC, (uintptr_t) __builtin_return_address (0)).site
#define LEAVE() rp_inside_end ()

static rp_range
range_of (const void *object, size_t size)
{
  return (rp_range) { (uint64_t) (uintptr_t) object, size };
}

/* Acquires a permission. Reports the conflicts of this acquire at once, while the object at the address is known; in
 * exploration, the graph reports them later. Other tasks may run during the acquire and find conflicts, too. Those are
 * skipped here, because the calls of the other tasks report them. */
static void
acquire (rp_range object, bool writes, uint32_t site)
{
  size_t before, count;
  rp_runtime *runtime = rp_engine_now.runtime;
  rp_runtime_violations (runtime, &before);
  rp_acquire_at (object, writes, site);
  const rp_violation *violations = rp_runtime_violations (runtime, &count);
  for (size_t i = before; i < count && !rp_engine_is_explored (); i++)
    if (violations[i].task == rp_current_strand ()->task)
      rp_race_found_by_runtime (&violations[i]);
}

static void
release (rp_range object, bool writes, uint32_t site)
{
  if (!rp_release_at (object, writes, site))
    rp_stop_misuse (site, "release %s without acquire: this task does not hold it",
                    writes ? "write" : "read");
}

void
rp_acquire_read (const void *object, size_t size)
{
  acquire (range_of (object, size), false, ENTER ());
  LEAVE ();
}

void
rp_acquire_write (const void *object, size_t size)
{
  acquire (range_of (object, size), true, ENTER ());
  LEAVE ();
}

void
rp_release_read (const void *object, size_t size)
{
  release (range_of (object, size), false, ENTER ());
  LEAVE ();
}

void
rp_release_write (const void *object, size_t size)
{
  release (range_of (object, size), true, ENTER ());
  LEAVE ();
}
