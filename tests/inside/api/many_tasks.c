/* As many tasks as the second argument says, in the shape that the first names; built with
 * `raceproof cc`. No races. Prints how many there were. */
#include <raceproof/task.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum
{
  CELLS = 1 << 12
};

static long cells[CELLS];

static void
count (void *cell)
{
  ++*(long *) cell;
}

/* Blocks of CELLS tasks, each in a finish of its own. */
static long
blocks (long tasks)
{
  long left;
  for (left = tasks; left > 0; left -= CELLS)
    rp_finish for (long i = 0; i < left && i < CELLS; i++) rp_async (count, &cells[i]);
  return tasks;
}

static void
look_at (long i, void *sum)
{
  *(long *) sum += cells[i % CELLS] * 0;
}

static void
look (long i, void *unused)
{
  long sum = i;
  (void) unused;
  look_at (i, &sum);
}

/* Iterations of one loop, which nothing forces to be tasks. */
static long
loop (long tasks)
{
  rp_forall (0, tasks, look, NULL);
  return tasks;
}

static void
nothing (void *unused)
{
  (void) unused;
}

/* All in one finish: none is joined before all have ended. */
static long
flat (long tasks)
{
  rp_finish for (long i = 0; i < tasks; i++) rp_async (nothing, NULL);
  return tasks;
}

typedef struct tree
{
  long size, made;
} tree;

/* SIZE tasks below this one: two children, each with half of the rest below it. */
static void
grow (void *argument)
{
  tree *own = argument, children[2] = { { 0, 0 }, { 0, 0 } };
  long below = own->size - 2;
  if (own->size < 1)
    return;
  children[0].size = below / 2;
  children[1].size = below - below / 2;
  rp_finish
  {
    rp_async (grow, &children[0]);
    if (own->size > 1)
      rp_async (grow, &children[1]);
  }
  own->made = (own->size > 1 ? 2 : 1) + children[0].made + children[1].made;
}

static long
recursive (long tasks)
{
  tree root = { tasks, 0 };
  grow (&root);
  return root.made;
}

static void
descend (void *argument)
{
  tree *own = argument, below = { own->size - 1, 0 };
  if (own->size > 1)
    rp_finish rp_async (descend, &below);
  own->made = 1 + below.made;
}

/* Each task waits for the next, so all have a stack at once. */
static long
nested (long tasks)
{
  tree first = { tasks, 0 };
  rp_finish rp_async (descend, &first);
  return first.made;
}

int
main (int argc, char **argv)
{
  long tasks = argc > 2 ? atol (argv[2]) : 0, made = 0;
  if (tasks && !strcmp (argv[1], "blocks"))
    made = blocks (tasks);
  else if (tasks && !strcmp (argv[1], "loop"))
    made = loop (tasks);
  else if (tasks && !strcmp (argv[1], "flat"))
    made = flat (tasks);
  else if (tasks && !strcmp (argv[1], "recursive"))
    made = recursive (tasks);
  else if (tasks && !strcmp (argv[1], "nested"))
    made = nested (tasks);
  printf ("%ld tasks\n", made);
  return made == tasks ? 0 : 1;
}
