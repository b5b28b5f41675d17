/* A health system: a tree of villages, each with a hospital, its inhabitants and a staff. In each
 * step inhabitants fall ill, the ill are examined, and are cured here or sent one level up. A task
 * for each village steps its children first, waits for them, and takes over whom they send.
 *
 * RACY: all villages draw from one sequence of random numbers. */
#include "program.h"

enum
{
  LEVELS = 6, /* level 0 has no hospital below it, and no tasks */
  BRANCHES = 4,
  INHABITANTS = 24,
  STAFF = 3
};

typedef struct patient patient;
typedef struct village village;

struct patient
{
  village *home;
  patient *next;
  long days; /* until cured */
  long visits, cures;
};

typedef struct list
{
  patient *first, **end;
} list;

struct village
{
  int level;
  bool is_root;
  long free_staff;
  uint64_t state;
  list healthy, waiting, treated, sent;
  village *children[BRANCHES];
  patient inhabitants[INHABITANTS];
};

#ifdef RACY
static uint64_t state = 1;
#endif

static long
draw (village *here, long limit)
{
#ifdef RACY
  (void) here;
  return random_below (&state, limit);
#else
  return random_below (&here->state, limit);
#endif
}

static void
empty (list *all)
{
  all->first = NULL;
  all->end = &all->first;
}

static void
append (list *all, patient *one)
{
  one->next = NULL;
  *all->end = one;
  all->end = &one->next;
}

/* Takes all out of ALL. */
static patient *
take (list *all)
{
  patient *first = all->first;
  empty (all);
  return first;
}

static void
treat (village *here)
{
  for (patient *one = take (&here->treated), *next; one; one = next)
    {
      next = one->next;
      if (--one->days > 0)
        append (&here->treated, one);
      else
        {
          one->cures++;
          here->free_staff++;
          append (&one->home->healthy, one);
        }
    }
}

/* One in three is too ill for a hospital that is not the topmost. */
static void
examine (village *here)
{
  for (patient *one = take (&here->waiting), *next; one; one = next)
    {
      next = one->next;
      if (here->free_staff == 0)
        append (&here->waiting, one);
      else if (!here->is_root && draw (here, 3) == 0)
        append (&here->sent, one);
      else
        {
          here->free_staff--;
          one->visits++;
          one->days = 1 + draw (here, 4);
          append (&here->treated, one);
        }
    }
}

static void
fall_ill (village *here)
{
  for (patient *one = take (&here->healthy), *next; one; one = next)
    {
      next = one->next;
      append (draw (here, 20) == 0 ? &here->waiting : &here->healthy, one);
    }
}

static void
work (village *here)
{
  for (int i = 0; here->level > 0 && i < BRANCHES; i++)
    for (patient *one = take (&here->children[i]->sent), *next; one; one = next)
      {
        next = one->next;
        append (&here->waiting, one);
      }
  treat (here);
  examine (here);
  fall_ill (here);
}

static void
step_plainly (village *here)
{
  for (int i = 0; here->level > 0 && i < BRANCHES; i++)
    step_plainly (here->children[i]);
  work (here);
}

static void
step (village *here)
{
  for (int i = 0; here->level > 0 && i < BRANCHES; i++)
    {
      village *child = here->children[i];
      if (child->level == 0)
        work (child);
      else
#pragma omp task
        step (child);
    }
#pragma omp taskwait
  work (here);
}

static village *
found (int level, bool is_root, uint64_t *seed)
{
  village *here = allocate (1, sizeof *here);
  here->level = level;
  here->is_root = is_root;
  here->free_staff = STAFF << level;
  here->state = next_random (seed);
  empty (&here->healthy);
  empty (&here->waiting);
  empty (&here->treated);
  empty (&here->sent);
  for (int i = 0; i < INHABITANTS; i++)
    {
      here->inhabitants[i].home = here;
      append (&here->healthy, &here->inhabitants[i]);
    }
  for (int i = 0; level > 0 && i < BRANCHES; i++)
    here->children[i] = found (level - 1, false, seed);
  return here;
}

/* A number that stands for what happened to everybody. */
static uint64_t
history (const village *here)
{
  uint64_t sum = (uint64_t) here->free_staff;
  for (int i = 0; i < INHABITANTS; i++)
    {
      const patient *one = &here->inhabitants[i];
      sum = mix (sum + (uint64_t) (one->visits * 1000 + one->cures * 100 + one->days));
    }
  for (int i = 0; here->level > 0 && i < BRANCHES; i++)
    sum = mix (sum + history (here->children[i]));
  return sum;
}

static void
leave (village *here)
{
  for (int i = 0; here->level > 0 && i < BRANCHES; i++)
    leave (here->children[i]);
  free (here);
}

int
main (int count, char **arguments)
{
  long steps = read_size (count, arguments, 700, 1, 1000000);
  uint64_t seed = 1, same_seed = 1;
  village *top = found (LEVELS - 1, true, &seed), *again = found (LEVELS - 1, true, &same_seed);

#pragma omp parallel
#pragma omp single
  for (long i = 0; i < steps; i++)
    step (top);

  for (long i = 0; i < steps; i++)
    step_plainly (again);
  bool is_right = history (top) == history (again);
  leave (top);
  leave (again);
  return end_program ("health", is_right);
}
