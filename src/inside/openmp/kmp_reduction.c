/* clang's ABI: reductions that tasks take part in [OpenMP 5.2, 5.5]. The reductions belong to a group: a
 * taskgroup, or a construct with reductions. A task gets its copy of a variable (participant.h) when it asks for
 * the copy. The copy is initialised for the first task that gets it. When the group has ended, the copies are
 * combined with the variable. */
#include "base/panic.h"
#include "inside/engine/engines.h"
#include "inside/openmp/kmp.h"
#include "inside/openmp/participant.h"

#include <limits.h>
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
  rp_omp_copies copies;
  description given;
  size_t size;            /* of a copy: a multiple of ALIGNMENT */
  RP_VEC (char *) memory; /* of each copy */
} reduction;

typedef struct rp_kmp_reductions
{
  size_t count;
  reduction items[];
} rp_kmp_reductions;

enum
{
  ALIGNMENT = 64
};

static void
visit (const rp_omp_copies *copies, unsigned number,
       void (*forget) (uintptr_t address, size_t size))
{
  const reduction *own = (const reduction *) ((const char *) copies - offsetof (reduction, copies));
  forget ((uintptr_t) own->memory.items[number], own->size);
}

/* Returns the address in the reduction's variable that ADDRESS, in a copy, stands for; 0 if ADDRESS is in no copy. */
static uintptr_t
variable_at (const rp_omp_copies *copies, uintptr_t address)
{
  const reduction *own = (const reduction *) ((const char *) copies - offsetof (reduction, copies));
  for (size_t i = 0; i < own->memory.count; i++)
    if (address - (uintptr_t) own->memory.items[i] < own->size)
      return (uintptr_t) own->given.variable + (address - (uintptr_t) own->memory.items[i]);
  return 0;
}

static void
attach (rp_omp_group *group, int count, const description *given)
{
  rp_kmp_reductions *all = rp_calloc (1, sizeof *all + (size_t) count * sizeof *all->items);
  all->count = (size_t) count;
  for (int i = 0; i < count; i++)
    all->items[i]
      = (reduction) { .copies = { .most = INT_MAX, .visit = visit, .variable_at = variable_at },
                      .given = given[i],
                      .size = (given[i].size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT };
  for (int i = 0; i < count; i++)
    rp_omp_copies_begin (&all->items[i].copies);
  group->own = all;
}

/* Combines COPY with the variable, destroys COPY, and frees its memory. The functions for this are code of the
 * program, so they are called outside of the library. */
static void
combine_copy (const reduction *own, char *copy)
{
  rp_omp_leave ();
  own->given.combine (own->given.variable, copy);
  if (own->given.end)
    own->given.end (copy);
  rp_inside_begin ();
  rp_engine_forget ((uintptr_t) copy, own->size);
  free (copy);
}

void
rp_kmp_reductions_combine (rp_kmp_reductions *all)
{
  for (size_t i = 0; i < all->count; i++)
    {
      reduction *own = &all->items[i];
      for (size_t copy = 0; copy < own->memory.count; copy++)
        combine_copy (own, own->memory.items[copy]);
      RP_VEC_CLEAR (&own->memory);
      rp_omp_copies_end (&own->copies);
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
  attach (task->group, count, given);
  rp_omp_leave ();
  return task->group;
}

/* A parallel or worksharing construct has COUNT reductions for tasks. Begins and returns a group for them. This group
 * is no taskgroup: only the barriers of the construct wait for its tasks, and `cancel taskgroup` does not find it. */
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
  attach (group, count, given);
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

/* Returns whether DATA is the address of OWN's variable or original, or is inside a copy. */
static bool
is_of (const reduction *own, const char *data)
{
  return data == own->given.variable || data == own->given.original
         || variable_at (&own->copies, (uintptr_t) data);
}

static reduction *
find (const rp_omp_group *group, const void *data, uint32_t site)
{
  for (; group; group = group->outer)
    for (size_t i = 0; group->own && i < group->own->count; i++)
      if (is_of (&group->own->items[i], data))
        return &group->own->items[i];
  rp_stop_misuse (site, "OpenMP: in_reduction of a variable that no reduction around is of");
}

/* Returns the running task's copy of the variable at DATA. Looks for a reduction of this variable in GROUP, then in the
 * groups around GROUP. If GROUP is NULL, begins with the innermost group of the running task. */
void *
__kmpc_task_reduction_get_th_data (int number, const rp_omp_group *group, void *data)
{
  uint32_t site = RP_OMP_ENTER ();
  (void) number;
  rp_omp_task *task = rp_omp_current ();
  reduction *own = find (group ? group : task->group, data, site);
  unsigned copy = (unsigned) rp_omp_copy_for (task, &own->copies);
  bool is_new = copy == own->memory.count;
  if (is_new)
    {
      RP_VEC_PUSH (&own->memory, rp_aligned_alloc (ALIGNMENT, own->size ? own->size : ALIGNMENT));
      rp_engine_forget ((uintptr_t) own->memory.items[copy], own->size);
    }
  char *memory = own->memory.items[copy];
  rp_omp_leave ();
  if (is_new)
    own->given.make (memory, own->given.original);
  return memory;
}
