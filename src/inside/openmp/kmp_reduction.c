/* clang's ABI: reductions that tasks take part in [OpenMP 5.2, 5.5]. The reductions belong to a group: a taskgroup,
 * or a construct with reductions. Each thread has a copy of each variable. The copy is initialised when a task of the
 * thread first asks for it. When the group has ended, the copies are combined with the variable.
 *
 * The tasks of a thread share the thread's copies, and never run at the same time. So the copies are exempt from
 * checks. */
#include "base/panic.h"
#include "inside/openmp/kmp.h"

#include <stdlib.h>

/* One variable, as the program describes it. */
typedef struct description
{
  void *variable, *original; /* VARIABLE gets the result; copies are initialised from ORIGINAL */
  size_t size;
  void (*make) (void *copy, void *original);
  void (*end) (void *copy); /* destroys COPY; NULL: nothing to do */
  void (*combine) (void *variable, void *copy);
  uint32_t flags;
} description;

typedef struct reduction
{
  description given;
  size_t stride;
  char *copies; /* one for each thread */
  bool *is_made; /* whether the copy of each thread is initialised */
} reduction;

typedef struct rp_kmp_reductions
{
  size_t count;
  unsigned threads;
  reduction items[];
} rp_kmp_reductions;

enum
{
  ALIGNMENT = 64
};

static void
add_copies (reduction *own, unsigned threads)
{
  own->stride = (own->given.size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
  size_t size = own->stride * threads;
  own->copies = rp_aligned_alloc (ALIGNMENT, size ? size : ALIGNMENT);
  own->is_made = rp_calloc (threads, sizeof *own->is_made);
  rp_monitor_exempt ((uintptr_t) own->copies, size);
}

static void
attach (rp_omp_group *group, int count, const description *given, unsigned threads)
{
  rp_kmp_reductions *all = rp_calloc (1, sizeof *all + (size_t) count * sizeof *all->items);
  all->count = (size_t) count;
  all->threads = threads;
  for (int i = 0; i < count; i++)
    {
      all->items[i].given = given[i];
      add_copies (&all->items[i], threads);
    }
  group->own = all;
}

/* Combines the copy of THREAD with the variable, and destroys the copy. The functions for this are code of the program,
 * so they are called outside of the library. */
static void
combine_copy (const reduction *own, unsigned thread)
{
  char *copy = own->copies + thread * own->stride;
  rp_omp_leave ();
  own->given.combine (own->given.variable, copy);
  if (own->given.end)
    own->given.end (copy);
  rp_inside_begin ();
}

void
rp_kmp_reductions_combine (rp_kmp_reductions *all)
{
  for (size_t i = 0; i < all->count; i++)
    {
      reduction *own = &all->items[i];
      for (unsigned thread = 0; thread < all->threads; thread++)
        if (own->is_made[thread])
          combine_copy (own, thread);
      rp_monitor_unexempt ((uintptr_t) own->copies);
      free (own->copies);
      free (own->is_made);
    }
  free (all);
}

/* The taskgroup that has just begun has COUNT reductions, which GIVEN describes. Returns the group; the code that
 * clang generates passes it to __kmpc_task_reduction_get_th_data. */
void *
__kmpc_taskred_init (int number, int count, const description *given)
{
  uint32_t site = RP_OMP_ENTER ();
  (void) number;
  const rp_omp_task *task = rp_omp_current ();
  if (!task->group)
    rp_stop_misuse (site, "OpenMP: task_reduction without a taskgroup");
  attach (task->group, count, given, task->team->size);
  rp_omp_leave ();
  return task->group;
}

/* A parallel or worksharing construct has COUNT reductions for tasks. Begins and returns a group for them. This group
 * is no taskgroup, because there may be barriers inside. */
void *
__kmpc_taskred_modifier_init (rp_kmp_place *place, int number, int is_worksharing, int count,
                              const description *given)
{
  RP_OMP_ENTER ();
  (void) place;
  (void) number;
  (void) is_worksharing;
  rp_omp_task *task = rp_omp_current ();
  rp_omp_group *group = rp_calloc (1, sizeof *group);
  group->outer = task->group;
  attach (group, count, given, task->team->size);
  task->group = group;
  rp_omp_leave ();
  return group;
}

/* The construct of __kmpc_taskred_modifier_init ends. Waits at a barrier, and combines the copies. The program calls
 * another barrier afterwards. Between the two barriers, the program's code only combines the threads' results. */
void
__kmpc_task_reduction_modifier_fini (rp_kmp_place *place, int number, int is_worksharing)
{
  uint32_t site = RP_OMP_ENTER ();
  (void) place;
  (void) number;
  (void) is_worksharing;
  rp_omp_task *task = rp_omp_current ();
  rp_omp_group *group = task->group;
  rp_omp_barrier (site);
  rp_kmp_reductions_combine (group->own);
  task->group = group->outer;
  free (group);
  rp_omp_leave ();
}

/* Returns whether DATA is the address of OWN's variable or original, or is inside a copy of one of the THREADS
 * threads. */
static bool
is_of (const reduction *own, unsigned threads, const char *data)
{
  return data == own->given.variable || data == own->given.original
         || (uintptr_t) data - (uintptr_t) own->copies < own->stride * threads;
}

static reduction *
find (const rp_omp_group *group, const void *data, uint32_t site)
{
  for (; group; group = group->outer)
    for (size_t i = 0; group->own && i < group->own->count; i++)
      if (is_of (&group->own->items[i], group->own->threads, data))
        return &group->own->items[i];
  rp_stop_misuse (site, "OpenMP: in_reduction of a variable that no reduction around is of");
}

/* Returns the running thread's copy of the variable at DATA. Looks for a reduction of this variable in GROUP, then in
 * the groups around GROUP. If GROUP is NULL, begins with the innermost group of the running task. */
void *
__kmpc_task_reduction_get_th_data (int number, const rp_omp_group *group, void *data)
{
  uint32_t site = RP_OMP_ENTER ();
  (void) number;
  const rp_omp_task *task = rp_omp_current ();
  unsigned thread = task->thread->number;
  reduction *own = find (group ? group : task->group, data, site);
  char *copy = own->copies + thread * own->stride;
  bool is_new = !own->is_made[thread];
  own->is_made[thread] = true;
  rp_omp_leave ();
  if (is_new)
    own->given.make (copy, own->given.original);
  return copy;
}
