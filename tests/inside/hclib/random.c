/* Random HClib programs: what each task does follows from the seed and from who it is, never from the
 * schedule. Promises belong to one task at a time, which puts them or hands them on; so none is put twice,
 * and none is forgotten. Waits may close a circle. */
#include "hclib.h"

#include <stdint.h>
#include <stdlib.h>

enum
{
  VARIABLES = 8, /* as many as touch has */
  PROMISES = 6,
  DEEPEST = 4,
  DEEPEST_LOOP = 2 /* more would make too many schedules to explore */
};

int variables[VARIABLES];
static hclib_promise_t promises[PROMISES];
static unsigned finishes; /* of every 8 finishes, so many do not wait */

typedef struct task
{
  uint64_t random;
  unsigned depth;
  unsigned owned; /* promises, as bits */
  int has_looped;
} task;

static unsigned
draw (task *t, unsigned below)
{
  t->random = t->random * 6364136223846793005u + 1442695040888963407u;
  return (unsigned) (t->random >> 33) % below;
}

static void work (void *argument);

static void *
work_for (void *argument)
{
  work (argument);
  return NULL;
}

static task *
new_task (task *parent)
{
  task *child = malloc (sizeof *child);
  unsigned given = parent->owned & draw (parent, 1 << PROMISES);
  *child = (task) { parent->random ^ 0x9e3779b97f4a7c15u, parent->depth + 1, given, 0 };
  parent->owned &= ~given;
  return child;
}

/* Loops would do more work, but statements of their own tell the variables apart in reports. */
static void
touch (unsigned variable, unsigned writes)
{
  switch (2 * variable + !!writes)
    {
    case 0: (void) *(volatile int *) &variables[0]; break;
    case 1: variables[0] = 1; break;
    case 2: (void) *(volatile int *) &variables[1]; break;
    case 3: variables[1] = 1; break;
    case 4: (void) *(volatile int *) &variables[2]; break;
    case 5: variables[2] = 1; break;
    case 6: (void) *(volatile int *) &variables[3]; break;
    case 7: variables[3] = 1; break;
    case 8: (void) *(volatile int *) &variables[4]; break;
    case 9: variables[4] = 1; break;
    case 10: (void) *(volatile int *) &variables[5]; break;
    case 11: variables[5] = 1; break;
    case 12: (void) *(volatile int *) &variables[6]; break;
    case 13: variables[6] = 1; break;
    case 14: (void) *(volatile int *) &variables[7]; break;
    default: variables[7] = 1; break;
    }
}

/* Often none, and none that the one who waits would have to put. */
static hclib_future_t *
draw_future (task *t, unsigned owned)
{
  unsigned promise = draw (t, PROMISES);
  return draw (t, 4) || owned & 1u << promise ? NULL : &promises[promise].future;
}

static void
spawn (task *t)
{
  task *child = new_task (t);
  hclib_future_t *before[2] = { draw_future (t, child->owned), draw_future (t, child->owned) };
  if (draw (t, 3))
    hclib_async (work, child, before, 2, ANY_PLACE);
  else if (draw (t, 4))
    hclib_async_future (work_for, child, before, 2, ANY_PLACE);
  else
    hclib_future_wait (hclib_async_future (work_for, child, before, 2, ANY_PLACE));
}

static void
work_at (void *argument, int i)
{
  work (((task **) argument)[i]);
}

static void
work_in_plane (void *argument, int i, int j)
{
  work (((task **) argument)[2 * i + j]);
}

/* A loop with four iterations, each of them like a task of spawn, or two of them together. */
static void
loop (task *t)
{
  task **children = malloc (4 * sizeof *children);
  t->has_looped = 1;
  for (int i = 0; i < 4; i++)
    {
      children[i] = new_task (t);
      children[i]->depth = DEEPEST - draw (t, 2);
    }
  forasync_mode_t mode = draw (t, 2) ? FORASYNC_MODE_FLAT : FORASYNC_MODE_RECURSIVE;
  int tile = draw (t, 4) ? 1 : 2;
  if (draw (t, 3))
    hclib_forasync ((void *) work_at, children, 1, &(hclib_loop_domain_t) { 0, 4, 1, tile }, mode);
  else
    hclib_forasync ((void *) work_in_plane, children, 2,
                    (hclib_loop_domain_t[]) { { 0, 2, 1, 1 }, { 0, 2, 1, tile } }, mode);
}

static void
put_one (task *t)
{
  for (unsigned i = 0; i < PROMISES; i++)
    if (t->owned & 1u << i && draw (t, 2))
      {
        t->owned &= ~(1u << i);
        hclib_promise_put (&promises[i], NULL);
        return;
      }
}

static void
steps (task *t, unsigned count)
{
  while (count-- > 0)
    switch (draw (t, 8))
      {
      case 0:
      case 1:
        if (t->depth < DEEPEST_LOOP && !t->has_looped && draw (t, 2))
          loop (t);
        else if (t->depth < DEEPEST)
          spawn (t);
        break;
      case 2:
        if (t->depth < DEEPEST)
          {
            hclib_start_finish ();
            steps (t, draw (t, 4));
#ifdef NONBLOCKING
            if (draw (t, 8) < finishes)
              hclib_end_finish_nonblocking ();
            else
#endif
              hclib_end_finish ();
          }
        break;
      case 3:
        put_one (t);
        break;
      case 4:
        {
          hclib_future_t *future = draw_future (t, t->owned);
          if (future)
            hclib_future_wait (future);
        }
        break;
      default:
        touch (draw (t, VARIABLES), !draw (t, 6));
        break;
      }
}

static void
work (void *argument)
{
  task *t = argument;
  steps (t, 3 + draw (t, 8));
  for (unsigned i = 0; i < PROMISES; i++)
    if (t->owned & 1u << i)
      hclib_promise_put (&promises[i], NULL);
}

int
main (int argc, char **argv)
{
  task first = { argc > 1 ? strtoull (argv[1], NULL, 10) : 1, 0, (1 << PROMISES) - 1, 0 };
  draw (&first, 1);
  finishes = 4;
  for (int i = 0; i < PROMISES; i++)
    hclib_promise_init (&promises[i]);
  hclib_launch (work, &first, NULL, 0);
  return 0;
}
