#include "inside/openmp/participant.h"

#include "base/panic.h"
#include "inside/engine/engines.h"
#include "inside/hook/monitor.h"

#include <stdlib.h>

enum
{
  MOST_KEPT = 1000, /* as long as there are fewer copies, C3 holds */
  LOOKED_AT = 512,  /* words at the beginning of a copy in which pointers are looked for */
  LOWEST_ADDRESS = 1 << 16
};

typedef struct use
{
  rp_omp_copies *copies;
  unsigned number;
  bool is_shared; /* other tasks use the copy, too */
} use;

/* The copies of one task. Descendants of the task that have no copies themselves refer to this struct, too. */
struct rp_omp_uses
{
  const rp_omp_task *task; /* NULL: the task has ended */
  rp_omp_uses *outer;
  uint64_t users; /* references: tasks that have not ended, and structs whose OUTER this is */
  RP_VEC (use) items;
};

static RP_VEC (rp_omp_copies *) all; /* those whose reductions have begun and not ended */

static rp_omp_uses *
uses_of (rp_omp_task *task)
{
  if (task->uses && task->uses->task == task)
    return task->uses;
  rp_omp_uses *own = rp_calloc (1, sizeof *own);
  *own = (rp_omp_uses) { .task = task, .outer = task->uses, .users = 1 };
  task->uses = own;
  return own;
}

static const use *
find (const rp_omp_task *task, const rp_omp_copies *copies)
{
  const rp_omp_uses *uses = task->uses;
  for (size_t i = 0; uses && uses->task == task && i < uses->items.count; i++)
    if (uses->items.items[i].copies == copies)
      return &uses->items.items[i];
  return NULL;
}

bool
rp_omp_has_copy (const rp_omp_task *task, const rp_omp_copies *copies)
{
  return find (task, copies);
}

int
rp_omp_copy_for (rp_omp_task *task, rp_omp_copies *copies)
{
  const use *known = find (task, copies);
  if (known)
    return (int) known->number;
  if (!copies->free.count && copies->count == copies->most)
    return RP_OMP_NO_COPY;
  unsigned number = copies->free.count ? RP_VEC_POP (&copies->free) : copies->count++;
  if (!task->is_explicit)
    return (int) number;
  rp_omp_uses *uses = uses_of (task);
  RP_VEC_PUSH (&uses->items, (use) { copies, number, false });
  return (int) number;
}

void
rp_omp_copy_share (rp_omp_task *task, rp_omp_copies *copies, unsigned number)
{
  rp_omp_uses *uses = uses_of (task);
  RP_VEC_PUSH (&uses->items, (use) { copies, number, true });
}

void
rp_omp_copies_begin (rp_omp_copies *copies)
{
  RP_VEC_PUSH (&all, copies);
}

void
rp_omp_copies_end (rp_omp_copies *copies)
{
  for (size_t i = all.count; i-- > 0;)
    if (all.items[i] == copies)
      {
        all.items[i] = RP_VEC_LAST (&all);
        all.count--;
        break;
      }
  RP_VEC_CLEAR (&copies->free);
}

/* A variable may itself be a copy, of a reduction around. */
uintptr_t
rp_omp_variable_of_copy (uintptr_t address)
{
  for (size_t i = all.count; i-- > 0;)
    {
      uintptr_t variable = all.items[i]->variable_at (all.items[i], address);
      if (variable)
        return rp_omp_variable_of_copy (variable);
    }
  return address;
}

static const rp_omp_copies *
copies_with (uintptr_t address)
{
  for (size_t i = all.count; i-- > 0;)
    if (all.items[i]->variable_at (all.items[i], address))
      return all.items[i];
  return NULL;
}

static bool
has_shared (const rp_omp_uses *uses, const rp_omp_copies *copies)
{
  for (size_t i = 0; i < uses->items.count; i++)
    if (uses->items.items[i].copies == copies && uses->items.items[i].is_shared)
      return true;
  return false;
}

/* Returns whether TASK or a task around it shares a copy of COPIES. */
static bool
is_under_sharing (const rp_omp_task *task, const rp_omp_copies *copies)
{
  for (; task; task = task->team->opener_task)
    for (const rp_omp_uses *uses = task->uses; uses; uses = uses->outer)
      if (has_shared (uses, copies))
        return true;
  return false;
}

bool
rp_omp_shares_copy (uintptr_t address, bool *is_under)
{
  const rp_omp_task *task = rp_omp_current ();
  const rp_omp_copies *copies = copies_with (address);
  const use *own = copies ? find (task, copies) : NULL;
  bool shares = own && own->is_shared;
  *is_under = copies && !own && is_under_sharing (task, copies);
  return shares;
}

rp_omp_uses *
rp_omp_uses_inherit (const rp_omp_task *parent)
{
  if (parent->uses)
    parent->uses->users++;
  return parent->uses;
}

/* C3: whether the copy that is visited has a pointer to a heap block or to itself. */
static bool leads_on;

/* Sets `leads_on' if one of the first words of the SIZE bytes at ADDRESS is a pointer to a heap block, or into
 * these bytes themselves, as in a short std::string. */
static void
look_for_pointers (uintptr_t address, size_t size)
{
  const uintptr_t *words = (const uintptr_t *) address;
  rp_heap_block block;
  for (size_t i = 0; i < size / sizeof *words && i < LOOKED_AT && !leads_on; i++)
    leads_on = words[i] - address < size
               || (words[i] >= LOWEST_ADDRESS && rp_heap_find (words[i], &block));
}

/* Returns whether the copy of OWN is not used again (C3). */
static bool
is_kept (const use *own)
{
  leads_on = false;
  if (own->copies->count < MOST_KEPT && own->copies->count < own->copies->most)
    own->copies->visit (own->copies, own->number, look_for_pointers);
  return leads_on;
}

/* C2: other tasks may get the copy of OWN from now on, unless the copy is shared or C3 holds for it. If the
 * engine cannot do C1, forgets all accesses to the copy. */
static void
give_back (const use *own)
{
  if (own->is_shared || is_kept (own))
    return;
  if (!rp_engine_kind->forget_earlier)
    own->copies->visit (own->copies, own->number, rp_engine_forget);
  RP_VEC_PUSH (&own->copies->free, own->number);
}

static void
release (rp_omp_uses *uses)
{
  while (uses && !--uses->users)
    {
      rp_omp_uses *outer = uses->outer;
      for (size_t i = uses->items.count; i-- > 0;)
        give_back (&uses->items.items[i]);
      RP_VEC_CLEAR (&uses->items);
      free (uses);
      uses = outer;
    }
}

void
rp_omp_uses_end (rp_omp_task *task)
{
  rp_omp_uses *uses = task->uses;
  task->uses = NULL;
  if (!uses)
    return;
  if (uses->task == task)
    {
      for (size_t i = 0; i < uses->items.count; i++)
        {
          const use *own = &uses->items.items[i];
          if (!own->is_shared)
            own->copies->visit (own->copies, own->number, rp_engine_forget_earlier);
        }
      uses->task = NULL;
    }
  release (uses);
}
