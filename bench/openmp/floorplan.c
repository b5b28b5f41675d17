/* Floor planning: rectangles, one after the other and each in two directions, are put into the
 * leftmost free place of some row, so that the area around all of them gets as small as possible.
 * Branch and bound: a task for each place, unless the area is not better than the best so far.
 *
 * RACY: the best so far is read without care; it is written atomically. */
#include "program.h"

#include <limits.h>

enum
{
  SIDE = 32, /* of the board */
  MOST = 12,
  DEPTH = 6 /* with more placed, no tasks */
};

typedef struct rectangle
{
  int width, height;
} rectangle;

typedef struct board
{
  uint32_t rows[SIDE]; /* a bit is set where something stands */
  int width, height;   /* of what is placed */
  int placed;
} board;

static const rectangle all[MOST] = { { 6, 3 }, { 4, 4 }, { 5, 2 }, { 3, 2 }, { 4, 1 }, { 2, 2 },
                                     { 5, 1 }, { 3, 1 }, { 7, 2 }, { 2, 1 }, { 3, 3 }, { 6, 1 } };
static int count;
static int best;

static int
read_best (void)
{
  int value;
#ifndef RACY
#pragma omp atomic read
#endif
  value = best;
  return value;
}

static void
improve_best (int value)
{
#pragma omp critical
  {
    int old;
#pragma omp atomic read
    old = best;
    if (value < old)
#pragma omp atomic write
      best = value;
  }
}

static int
area (const board *here)
{
  return here->width * here->height;
}

/* Puts WHAT into row Y as far to the left as it fits; false if it does not. */
static bool
put (board *here, rectangle what, int y)
{
  if (y + what.height > SIDE)
    return false;
  uint32_t taken = 0;
  for (int i = 0; i < what.height; i++)
    taken |= here->rows[y + i];
  uint32_t mask = (1u << what.width) - 1;
  int x = 0;
  while (x + what.width <= SIDE && taken & mask << x)
    x++;
  if (x + what.width > SIDE)
    return false;
  for (int i = 0; i < what.height; i++)
    here->rows[y + i] |= mask << x;
  if (x + what.width > here->width)
    here->width = x + what.width;
  if (y + what.height > here->height)
    here->height = y + what.height;
  here->placed++;
  return true;
}

static rectangle
turn (rectangle what)
{
  return (rectangle) { what.height, what.width };
}

static void
place (const board *here)
{
  if (here->placed == count)
    {
      improve_best (area (here));
      return;
    }
  rectangle what = all[here->placed];
  for (int way = 0; way < (what.width == what.height ? 1 : 2); way++)
    for (int y = 0; y <= here->height; y++)
      {
        board next = *here;
        if (!put (&next, way ? turn (what) : what, y) || area (&next) >= read_best ())
          continue;
        if (next.placed > DEPTH)
          place (&next);
        else
#pragma omp task firstprivate(next)
          place (&next);
      }
#pragma omp taskwait
}

/* The same without tasks, and with a best of its own. */
static void
place_plainly (const board *here, int *least)
{
  if (here->placed == count)
    {
      *least = area (here);
      return;
    }
  rectangle what = all[here->placed];
  for (int way = 0; way < (what.width == what.height ? 1 : 2); way++)
    for (int y = 0; y <= here->height; y++)
      {
        board next = *here;
        if (put (&next, way ? turn (what) : what, y) && area (&next) < *least)
          place_plainly (&next, least);
      }
}

int
main (int argument_count, char **arguments)
{
  count = (int) read_size (argument_count, arguments, 10, 1, MOST);
  const board empty = { .placed = 0 };
  best = INT_MAX;
#pragma omp parallel
#pragma omp single
  place (&empty);

  int least = INT_MAX;
  place_plainly (&empty, &least);
  return end_program ("floorplan", best == least);
}
