/* Programs whose numbers of traces are known: `traces NAME N [M]`. */
#include <raceproof/task.h>

#include <assert.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int n, m;
int x, y, z, a[64]; /* not static: what nobody reads must stay */
atomic_int counter;

/* ---- n tasks add to one variable ---- */

static void
add (void *argument)
{
  (void) argument;
  for (int k = 0; k < m; k++)
    rp_isolated x++;
}

static void
run_counter (void)
{
  rp_finish for (int i = 0; i < n; i++) rp_async (add, NULL);
  assert (x == n * m);
}

static void
add_atomically (void *argument)
{
  (void) argument;
  atomic_fetch_add (&counter, 1);
}

static void
run_atomic (void)
{
  rp_finish for (int i = 0; i < n; i++) rp_async (add_atomically, NULL);
  assert (counter == n);
}

/* ---- nothing conflicts ---- */

static void
add_own (long i, void *argument)
{
  (void) argument;
  rp_isolated a[i]++;
}

static void
run_own (void)
{
  rp_forall (0, n, add_own, NULL);
}

static void
add_own_atomically (long i, void *argument)
{
  (void) argument;
  static _Atomic long own[64];
  own[i] += i;
}

static void
run_own_atomics (void)
{
  rp_forall (0, n, add_own_atomically, NULL);
}

/* ---- writers and readers of one variable ---- */

static void
store (long i, void *argument)
{
  (void) argument;
  rp_isolated x = (int) i;
}

static void
load (long i, void *argument)
{
  (void) argument;
  rp_isolated a[i] = x;
}

static void
run_readers (void)
{
  rp_finish
  {
    rp_forasync (0, n, store, NULL);
    rp_forasync (0, m, load, NULL);
  }
}

/* ---- two sections, two variables ---- */

static void
add_both (void *argument)
{
  (void) argument;
  rp_isolated x++;
  rp_isolated y++;
}

static void
run_both (void)
{
  rp_finish for (int i = 0; i < n; i++) rp_async (add_both, NULL);
}

/* ---- compare and swap in turn ---- */

static void
rotate (long i, void *argument)
{
  (void) argument;
  rp_isolated if (x == i - 1) x = (int) i;
}

static void
run_rotation (void)
{
  rp_forall (1, n + 1, rotate, NULL);
}

static void
rotate_atomically (long i, void *argument)
{
  (void) argument;
  int expected = (int) i - 1;
  atomic_compare_exchange_strong (&counter, &expected, (int) i);
}

static void
run_atomic_rotation (void)
{
  rp_forall (1, n + 1, rotate_atomically, NULL);
}

/* ---- a condition that looks at the second variable only after the first ---- */

static void
set_x (void *argument)
{
  (void) argument;
  rp_isolated x = 42;
}

static void
set_y (void *argument)
{
  (void) argument;
  rp_isolated y = 42;
}

static void
look (void *argument)
{
  (void) argument;
  rp_isolated z = x == 42 && y == 42;
}

static void
run_short_circuit (void)
{
  rp_finish
  {
    rp_async (set_x, NULL);
    rp_async (set_y, NULL);
    rp_async (look, NULL);
  }
}

/* ---- which of n tasks an ewait joins ---- */

static void *
nothing (void *argument)
{
  return argument;
}

static void
run_ewait (void)
{
  rp_region region = rp_region_new ();
  for (int i = 0; i < n; i++)
    rp_post (region, nothing, NULL, NULL, NULL);
  rp_ewait (region);
}

static void
run_choice (void)
{
  a[rp_choose ((unsigned) n)] = (int) rp_choose ((unsigned) m);
}

/* ---- the last zero of an array that others fill ---- */

static void
find_zero (void *argument)
{
  (void) argument;
  int i = n, value = 1;
  while (value)
    {
      rp_isolated value = a[i];
      i--;
    }
}

static void
fill (long j, void *argument)
{
  (void) argument;
  int value;
  rp_isolated value = a[j - 1];
  rp_isolated a[j] = value + 1;
}

static void
run_last_zero (void)
{
  rp_finish
  {
    rp_async (find_zero, NULL);
    rp_forasync (1, n + 1, fill, NULL);
  }
}

/* ---- philosophers ---- */

static void
dine (long i, void *argument)
{
  (void) argument;
  rp_isolated_on (&a[i], sizeof *a)
    rp_isolated_on (&a[(i + 1) % n], sizeof *a)
      ;
}

static void
run_philosophers (void)
{
  rp_forall (0, n, dine, NULL);
}

/* ---- memory that comes and goes: blocks are not shared, whatever their addresses ---- */

static void
use_block (void *argument)
{
  (void) argument;
  for (int i = 0; i < 3; i++)
    {
      int *block = malloc (40);
      memset (block, i, 40);
      rp_isolated x += block[9];
      free (block);
    }
}

static void
run_blocks (void)
{
  rp_finish for (int i = 0; i < n; i++) rp_async (use_block, NULL);
}

static const struct
{
  const char *name;
  void (*run) (void);
} programs[] = { { "counter", run_counter },
                 { "atomic", run_atomic },
                 { "own", run_own },
                 { "own-atomics", run_own_atomics },
                 { "readers", run_readers },
                 { "both", run_both },
                 { "rotation", run_rotation },
                 { "atomic-rotation", run_atomic_rotation },
                 { "short-circuit", run_short_circuit },
                 { "ewait", run_ewait },
                 { "choice", run_choice },
                 { "last-zero", run_last_zero },
                 { "philosophers", run_philosophers },
                 { "blocks", run_blocks } };

int
main (int count, char **words)
{
  n = count > 2 ? atoi (words[2]) : 1;
  m = count > 3 ? atoi (words[3]) : 1;
  for (size_t i = 0; i < sizeof programs / sizeof *programs; i++)
    if (count > 1 && !strcmp (programs[i].name, words[1]))
      {
        programs[i].run ();
        return 0;
      }
  return 1;
}
