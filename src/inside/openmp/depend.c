#include "inside/openmp/depend.h"

#include "base/panic.h"

#include <stdlib.h>

/* Tasks that do not wait for each other. A later task joins them, or waits for all of them. */
typedef struct generation
{
  rp_omp_depend_kind kind;
  rp_omp_task_list tasks;
} generation;

typedef struct location
{
  generation last, before;
} location;

struct rp_omp_depends
{
  rp_map by_address; /* address -> its place in LOCATIONS, plus 1 */
  RP_VEC (location) locations;
  uint64_t name;         /* identifies this set of siblings */
  rp_omp_depends *earlier; /* dependences of earlier siblings, for addresses that BY_ADDRESS lacks; or NULL */
};

static rp_omp_depends *
depends_of (rp_omp_task *parent)
{
  if (!parent->depends)
    {
      parent->depends = rp_calloc (1, sizeof *parent->depends);
      parent->depends->name = rp_fresh_object ().base;
    }
  return parent->depends;
}

static const location *
find_location (const rp_omp_depends *all, uintptr_t address)
{
  for (; all; all = all->earlier)
    {
      const uint64_t *place = rp_map_find (&all->by_address, address);
      if (place)
        return &all->locations.items[*place - 1];
    }
  return NULL;
}

static location *
location_of (rp_omp_task *parent, uintptr_t address)
{
  rp_omp_depends *all = depends_of (parent);
  uint64_t *place = rp_map_insert (&all->by_address, address, NULL);
  if (!*place)
    {
      RP_VEC_PUSH (&all->locations, (location) { 0 });
      *place = all->locations.count;
    }
  return &all->locations.items[*place - 1];
}

/* Returns whether a new task with a dependence of KIND joins the tasks of LAST. If not, it waits for these tasks. */
static bool
joins (const generation *last, rp_omp_depend_kind kind)
{
  return last->tasks.count && kind != RP_OMP_OUT && last->kind == kind;
}

static void
keep (rp_omp_task_list *list, rp_task *task)
{
  rp_sibling_keep (task);
  RP_VEC_PUSH (list, task);
}

/* Empties LIST, and no longer keeps its tasks. The memory of LIST stays allocated. */
static void
forget_tasks (rp_omp_task_list *list)
{
  for (size_t i = 0; i < list->count; i++)
    rp_sibling_forget (list->items[i]);
  list->count = 0;
}

void
rp_omp_task_list_clear (rp_omp_task_list *list)
{
  forget_tasks (list);
  RP_VEC_CLEAR (list);
}

/* Adds TASK to LIST unless HAS, the set of the tasks of LIST, has it already. If HAS is NULL, adds TASK in any case:
 * for a single dependence no task is found twice. */
static void
add_once (rp_omp_task_list *list, rp_map *has, rp_task *task)
{
  bool is_new = true;
  if (has)
    rp_map_insert (has, (uintptr_t) task, &is_new);
  if (is_new)
    keep (list, task);
}

/* Adds to LIST the tasks of ALL that a new task with DEPEND has to wait for. HAS is as in add_once. */
static void
find_in (const rp_omp_depends *all, rp_omp_depend depend, rp_omp_task_list *list, rp_map *has)
{
  const location *own = find_location (all, depend.address);
  if (!own)
    return;
  const generation *awaited = joins (&own->last, depend.kind) ? &own->before : &own->last;
  for (size_t i = 0; i < awaited->tasks.count; i++)
    add_once (list, has, awaited->tasks.items[i]);
}

/* Let PARENT be the implicit task of a thread, A a child from before the thread began a guest, and B a new child,
 * created in the guest. In this run A and B are siblings, and B may have to wait for A. In another schedule another
 * thread executes the guest, and A and B are no siblings. So the engine takes A and B to be in order only for the
 * thread's own memory (rp_live_host_between in core/detect). */
void
rp_omp_depends_find (rp_omp_task *parent, const rp_omp_depend *depends, size_t count,
                     rp_omp_task_list *list)
{
  const rp_omp_depends *before
    = parent == &parent->thread->task ? parent->thread->depends_before : NULL;
  rp_map has = { 0 };
  for (size_t i = 0; i < count; i++)
    {
      find_in (parent->depends, depends[i], list, count > 1 ? &has : NULL);
      find_in (before, depends[i], list, count > 1 ? &has : NULL);
    }
  rp_map_clear (&has);
}

/* Adds TASK to LIST unless it is there already. Tasks are added one after the other, each for all its addresses. So if
 * TASK is in LIST, it is the last one. */
static void
add_last (rp_omp_task_list *list, rp_task *task)
{
  if (!list->count || list->items[list->count - 1] != task)
    keep (list, task);
}

void
rp_omp_depends_add (rp_omp_task *parent, const rp_omp_depend *depends, size_t count, rp_task *task)
{
  for (size_t i = 0; i < count; i++)
    {
      location *own = location_of (parent, depends[i].address);
      if (!joins (&own->last, depends[i].kind))
        {
          rp_omp_task_list old = own->before.tasks;
          forget_tasks (&old);
          own->before = own->last;
          own->last = (generation) { .kind = depends[i].kind, .tasks = old };
        }
      add_last (&own->last.tasks, task);
    }
}

rp_range
rp_omp_depends_object (rp_omp_task *parent, uintptr_t address)
{
  return rp_object_named (rp_hash64 (depends_of (parent)->name + address));
}

static void
free_depends (rp_omp_depends *all)
{
  for (size_t i = 0; i < all->locations.count; i++)
    {
      rp_omp_task_list_clear (&all->locations.items[i].last.tasks);
      rp_omp_task_list_clear (&all->locations.items[i].before.tasks);
    }
  RP_VEC_CLEAR (&all->locations);
  rp_map_clear (&all->by_address);
  free (all);
}

void
rp_omp_depends_free (rp_omp_task *parent)
{
  for (rp_omp_depends *all = parent->depends, *earlier; all; all = earlier)
    {
      earlier = all->earlier;
      free_depends (all);
    }
  parent->depends = NULL;
}

rp_omp_depends *
rp_omp_depends_part (rp_omp_task *parent)
{
  rp_omp_depends *earlier = parent->depends;
  parent->depends = NULL;
  return earlier;
}

void
rp_omp_depends_join (rp_omp_task *parent, rp_omp_depends *earlier)
{
  rp_omp_depends **last = &parent->depends;
  while (*last)
    last = &(*last)->earlier;
  *last = earlier;
}
