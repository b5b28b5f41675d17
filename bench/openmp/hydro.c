/* A gas on an unstructured mesh of quadrilaterals: elements and nodes are numbered at random, so
 * subscripts go through tables. In each step
 *
 *   elements gather the places of their nodes, and compute how they push their corners;
 *   nodes gather the pushes at their corners, and move;
 *   elements scatter a part of their energy to their nodes, by atomic operations.
 *
 * RACY: the scatter has no atomic operations. */
#include "program.h"

enum
{
  CORNERS = 4,
  STEPS = 10
};

typedef struct vector
{
  double x, y;
} vector;

typedef struct element
{
  int nodes[CORNERS]; /* counter-clockwise */
  double energy, volume;
  vector pushes[CORNERS];
} element;

typedef struct node
{
  vector place, speed;
  double energy; /* scattered by the elements */
  int corners;
  int at[CORNERS]; /* CORNERS * element + corner */
} node;

static const double step = 1e-4, gamma_less_one = 0.4, share = 0.01;

static long side, element_count, node_count;
static element *elements;
static node *nodes;

/* A random order of the numbers below COUNT. */
static int *
make_order (long count, uint64_t *state)
{
  int *order = allocate ((size_t) count, sizeof *order);
  for (long i = 0; i < count; i++)
    {
      long j = random_below (state, i + 1);
      order[i] = order[j];
      order[j] = (int) i;
    }
  return order;
}

static void
make_mesh (void)
{
  uint64_t state = 1;
  int *place_of = make_order (node_count, &state), *number_of = make_order (element_count, &state);
  for (long i = 0; i < node_count; i++)
    nodes[place_of[i]].place = (vector) { (double) (i / (side + 1)) / (double) side,
                                          (double) (i % (side + 1)) / (double) side };
  for (long i = 0; i < element_count; i++)
    {
      long row = i / side, column = i % side, first = row * (side + 1) + column;
      long around[CORNERS] = { first, first + side + 1, first + side + 2, first + 1 };
      element *one = &elements[number_of[i]];
      one->energy = (1 + random_unit (&state)) / (double) element_count;
      for (int k = 0; k < CORNERS; k++)
        {
          one->nodes[k] = place_of[around[k]];
          node *corner = &nodes[one->nodes[k]];
          corner->at[corner->corners++] = CORNERS * number_of[i] + k;
        }
    }
  free (place_of);
  free (number_of);
}

/* The pressure pushes each corner along the normal of its diagonal: the four add up to nothing. */
static void
push_corners (element *one)
{
  vector places[CORNERS];
  for (int k = 0; k < CORNERS; k++)
    places[k] = nodes[one->nodes[k]].place;
  double area = 0;
  for (int k = 0; k < CORNERS; k++)
    {
      vector a = places[k], b = places[(k + 1) % CORNERS];
      area += (a.x * b.y - a.y * b.x) / 2;
    }
  one->volume = area;
  double pressure = gamma_less_one * one->energy / area;
  for (int k = 0; k < CORNERS; k++)
    {
      vector before = places[(k + 3) % CORNERS], after = places[(k + 1) % CORNERS];
      one->pushes[k]
        = (vector) { pressure * (after.y - before.y) / 2, pressure * (before.x - after.x) / 2 };
    }
}

static void
move_node (node *one)
{
  vector push = { 0, 0 };
  for (int k = 0; k < one->corners; k++)
    {
      const vector *corner = &elements[one->at[k] / CORNERS].pushes[one->at[k] % CORNERS];
      push.x += corner->x;
      push.y += corner->y;
    }
  one->speed.x += step * push.x;
  one->speed.y += step * push.y;
  one->place.x += step * one->speed.x;
  one->place.y += step * one->speed.y;
}

static void
scatter_energy (element *one)
{
  double part = share * one->energy / CORNERS;
  one->energy -= CORNERS * part;
  for (int k = 0; k < CORNERS; k++)
    {
      double *target = &nodes[one->nodes[k]].energy;
#ifndef RACY
#pragma omp atomic
#endif
      *target += part;
    }
}

static void
simulate (void)
{
#pragma omp parallel
  for (int i = 0; i < STEPS; i++)
    {
#pragma omp for
      for (long k = 0; k < element_count; k++)
        push_corners (&elements[k]);
#pragma omp for
      for (long k = 0; k < node_count; k++)
        move_node (&nodes[k]);
#pragma omp for
      for (long k = 0; k < element_count; k++)
        scatter_energy (&elements[k]);
    }
}

static double
sum_energy (void)
{
  double sum = 0;
  for (long i = 0; i < element_count; i++)
    sum += elements[i].energy;
  for (long i = 0; i < node_count; i++)
    sum += nodes[i].energy;
  return sum;
}

int
main (int count, char **arguments)
{
  side = read_size (count, arguments, 300, 2, 10000);
  element_count = side * side;
  node_count = (side + 1) * (side + 1);
  elements = allocate ((size_t) element_count, sizeof *elements);
  nodes = allocate ((size_t) node_count, sizeof *nodes);
  make_mesh ();
  double before = sum_energy ();
  simulate ();

  /* Nothing is outside, so momentum and energy stay; the gas spreads. */
  vector momentum = { 0, 0 };
  double volume = 0;
  for (long i = 0; i < node_count; i++)
    {
      momentum.x += nodes[i].speed.x;
      momentum.y += nodes[i].speed.y;
    }
  for (long i = 0; i < element_count; i++)
    volume += elements[i].volume;
  bool is_right = is_near (momentum.x, 0, 1e-9) && is_near (momentum.y, 0, 1e-9)
                  && is_near (sum_energy (), before, 1e-9) && volume > 1 && volume < 2;
  free (elements);
  free (nodes);
  return end_program ("hydro", is_right);
}
