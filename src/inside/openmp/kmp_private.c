/* clang's ABI: threadprivate variables, where clang does not make them thread-local variables of the system.
 *
 * A thread is identified by the thread that opened its team, and by its number in the team. The first thread of a team
 * counts as the thread that opened the team. So each thread of a team finds in the next region the values that it left
 * in the last region [OpenMP 5.2, 5.2].
 *
 * Iterations and tasks that one thread executes share the thread's copies, and never run at the same time. So the
 * copies are exempt from checks, as the system's thread-local variables are. */
#include "base/panic.h"
#include "inside/openmp/kmp.h"

#include <stdlib.h>
#include <string.h>

typedef struct variable
{
  void *(*make) (void *copy); /* constructor of a C++ class; NULL: the initial bytes are copied */
  size_t size;
  char *initial; /* the bytes of the variable at its first use */
  rp_map copies; /* thread -> the thread's copy */
} variable;

static rp_map variables; /* address -> variable */
static rp_map threads;   /* opener's thread and number in the team -> thread */
static uint64_t thread_count;

enum
{
  ALIGNMENT = 64,
  ARENA = 1 << 20
};

/* Memory for copies. All copies are in few arenas, so that few ranges are exempt from checks. */
static char *arena;
static size_t arena_left;

static void *
new_copy (size_t size)
{
  size_t bytes = (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
  if (bytes > arena_left)
    {
      arena_left = bytes > ARENA ? bytes : ARENA;
      arena = rp_aligned_alloc (ALIGNMENT, arena_left);
      rp_monitor_exempt ((uintptr_t) arena, arena_left);
    }
  void *copy = arena;
  arena += bytes;
  arena_left -= bytes;
  return copy;
}

static variable *
variable_at (void *address)
{
  uint64_t *place = rp_map_insert (&variables, (uintptr_t) address, NULL);
  if (!*place)
    *place = (uintptr_t) rp_calloc (1, sizeof (variable));
  return (variable *) (uintptr_t) *place;
}

/* Returns the number that identifies the thread of TASK; 0: the initial thread. A team of a league has level 0 and a
 * single initial thread, so this thread is identified by the team's number in the league. */
static uint64_t
thread_of (const rp_omp_task *task)
{
  const rp_omp_team *team = task->team;
  if (!team->opener_task)
    return 0;
  uint64_t opener = thread_of (team->opener_task);
  uint64_t number = team->level ? task->thread->number : team->team_number;
  if (!number)
    return opener;
  uint64_t *place = rp_map_insert (&threads, opener << 32 | number, NULL);
  if (!*place)
    *place = ++thread_count;
  return *place;
}

static void
make_copy (const variable *own, void *copy)
{
  if (!own->make)
    {
      memcpy (copy, own->initial, own->size);
      return;
    }
  rp_omp_leave ();
  own->make (copy);
  rp_inside_begin ();
}

static void *
copy_for (variable *own, void *address, size_t size, uint64_t thread)
{
  if (!own->initial)
    {
      own->size = size;
      own->initial = rp_malloc (size);
      memcpy (own->initial, address, size);
      rp_monitor_exempt ((uintptr_t) address, size);
    }
  if (!thread)
    return address;
  uint64_t *place = rp_map_insert (&own->copies, thread, NULL);
  if (*place)
    return (void *) (uintptr_t) *place;
  void *copy = new_copy (size);
  *place = (uintptr_t) copy;
  make_copy (own, copy);
  return copy;
}

/* Returns the address of the running thread's copy of the variable at ADDRESS; for the initial thread, ADDRESS
 * itself. CACHE, the compiler's own cache, is not used. */
void *
__kmpc_threadprivate_cached (rp_kmp_place *place, int number, void *address, size_t size,
                             void ***cache)
{
  int outer = rp_inside_begin_nested ();
  (void) place;
  (void) number;
  (void) cache;
  void *copy = copy_for (variable_at (address), address, size, thread_of (rp_omp_current ()));
  rp_inside_end_nested (outer);
  return copy;
}

void
__kmpc_threadprivate_register (rp_kmp_place *place, void *address, void *(*make) (void *),
                               void *(*copy) (void *, void *), void (*end) (void *))
{
  RP_OMP_ENTER ();
  (void) place;
  (void) copy;
  (void) end;
  variable_at (address)->make = make;
  rp_omp_leave ();
}
