/* HClib: reductions. HClib has a value for each worker. Here there is one for each task, as if each task ran on a
 * worker of its own. So updates by unordered tasks do not conflict. Accesses of the update functions to other data may
 * conflict.
 *
 * A gather reads all values, so it races with updates that are not ordered before it. If a task updates for the first
 * time after the gather, the task's value did not exist at the gather. So each task that gathers has a cell: its
 * gathers write the cell, and later updates read it.
 *
 * In HClib the program's function initialises the value of each worker. Here it initialises two values at first.
 * If they are equal, the values of tasks are copies; otherwise that function initialises the value of each task
 * that needs one. */
#include "base/map.h"
#include "base/panic.h"
#include "base/vec.h"
#include "hclib/hclib_atomic.h"
#include "inside/hclib/task.h"

#include <stdlib.h>
#include <string.h>

typedef struct values
{
  atomic_init_func init;
  void *user_data;
  bool is_copied;
  char *first;           /* the first value, as initialised; no task updates it */
  RP_VEC (char *) list;  /* the values of tasks */
  rp_map by_task;        /* number of the task -> 1 + place of its value in list */
  RP_VEC (char *) cells; /* the cells of tasks that gathered */
  rp_map by_gatherer;    /* number of the task -> 1 + place of its cell in cells */
} values;

static rp_map atomics; /* address of the program's hclib_atomic_t -> values */

static values *
find (const hclib_atomic_t *atomic, uint32_t site)
{
  const uint64_t *place = rp_map_find (&atomics, (uintptr_t) atomic);
  if (!place)
    rp_stop_misuse (site, "an atomic of HClib that was not initialised");
  return (values *) (uintptr_t) *place;
}

static char *
new_value (const values *all, size_t size, uintptr_t pc)
{
  char *value = rp_hclib_allocate (size, pc);
  rp_inside_begin ();
  memset (value, 0, size);
  rp_inside_end ();
  all->init (value, all->user_data);
  return value;
}

static void
init (hclib_atomic_t *atomic, size_t size, atomic_init_func function, void *user_data, uintptr_t pc)
{
  enum
  {
    LINE = 32
  };
  size_t padded = size + LINE - size % LINE;
  rp_monitor_write ((uintptr_t) atomic, sizeof *atomic, pc);
  rp_api_enter (RP_TASK_ASYNC, pc);
  values *all = rp_calloc (1, sizeof *all);
  all->init = function;
  all->user_data = user_data;
  RP_HCLIB_LEAVE ();
  all->first = new_value (all, padded, pc);
  char *second = new_value (all, padded, pc);
  rp_inside_begin ();
  all->is_copied = !memcmp (all->first, second, size);
  *atomic = (hclib_atomic_t) {
    .vals = all->first, .nthreads = 1, .val_size = size, .padded_val_size = padded
  };
  *rp_map_insert (&atomics, (uintptr_t) atomic, NULL) = (uintptr_t) all;
  RP_HCLIB_LEAVE ();
  free (second);
}

void
hclib_atomic_init (hclib_atomic_t *atomic, const size_t ele_size_in_bytes,
                   atomic_init_func function, void *user_data)
{
  init (atomic, ele_size_in_bytes, function, user_data, (uintptr_t) __builtin_return_address (0));
}

hclib_atomic_t *
hclib_atomic_create (const size_t ele_size_in_bytes, atomic_init_func function, void *user_data)
{
  uintptr_t pc = (uintptr_t) __builtin_return_address (0);
  hclib_atomic_t *atomic = rp_hclib_allocate (sizeof *atomic, pc);
  init (atomic, ele_size_in_bytes, function, user_data, pc);
  return atomic;
}

static char *
value_for_task (values *all, size_t size, uintptr_t pc)
{
  if (!all->is_copied)
    return new_value (all, size, pc);
  char *value = rp_hclib_allocate (size, pc);
  rp_inside_begin ();
  memcpy (value, all->first, size);
  rp_inside_end ();
  return value;
}

static void
come_after_gathers (const values *all, uintptr_t pc)
{
  for (size_t i = 0; i < all->cells.count; i++)
    rp_monitor_read ((uintptr_t) all->cells.items[i], 1, pc);
}

static void
note_gather (values *all, uintptr_t pc)
{
  rp_inside_begin ();
  uint64_t *place = rp_map_insert (&all->by_gatherer, rp_monitor_task (), NULL);
  RP_HCLIB_LEAVE ();
  if (!*place)
    {
      char *cell = rp_hclib_allocate (1, pc);
      rp_inside_begin ();
      RP_VEC_PUSH (&all->cells, cell);
      *place = all->cells.count;
      RP_HCLIB_LEAVE ();
    }
  rp_monitor_write ((uintptr_t) all->cells.items[*place - 1], 1, pc);
}

void
hclib_atomic_update (hclib_atomic_t *atomic, atomic_update_func f, void *user_data)
{
  uintptr_t pc = (uintptr_t) __builtin_return_address (0);
  rp_monitor_read ((uintptr_t) atomic, sizeof *atomic, pc);
  values *all = find (atomic, rp_api_enter (RP_TASK_ASYNC, pc).site);
  uint32_t task = rp_monitor_task ();
  const uint64_t *place = rp_map_find (&all->by_task, task);
  size_t at = place ? *place - 1 : all->list.count;
  RP_HCLIB_LEAVE ();
  if (!place)
    {
      char *value = value_for_task (all, atomic->padded_val_size, pc);
      rp_inside_begin ();
      at = all->list.count;
      RP_VEC_PUSH (&all->list, value);
      *rp_map_insert (&all->by_task, task, NULL) = at + 1;
      RP_HCLIB_LEAVE ();
    }
  come_after_gathers (all, pc);
  f (all->list.items[at], user_data);
}

void *
hclib_atomic_gather (hclib_atomic_t *atomic, atomic_gather_func f, void *user_data)
{
  uintptr_t pc = (uintptr_t) __builtin_return_address (0);
  rp_monitor_read ((uintptr_t) atomic, sizeof *atomic, pc);
  values *all = find (atomic, rp_api_enter (RP_TASK_ASYNC, pc).site);
  RP_HCLIB_LEAVE ();
  note_gather (all, pc);
  char *result = rp_hclib_allocate (atomic->padded_val_size, pc);
  rp_monitor_read ((uintptr_t) all->first, atomic->val_size, pc);
  rp_inside_begin ();
  memcpy (result, all->first, atomic->padded_val_size);
  RP_HCLIB_LEAVE ();
  for (size_t i = 0; i < all->list.count; i++)
    f (result, all->list.items[i], user_data);
  return result;
}
