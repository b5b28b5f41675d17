/* Bodies that attract each other: in each step one loop computes what pulls at each body, a second
 * one moves all of them.
 *
 * RACY: no barrier between the loops, so bodies move while others look where they are. */
#include "program.h"

#include <math.h>

enum
{
  STEPS = 4
};

typedef struct vector
{
  double x, y, z;
} vector;

typedef struct body
{
  vector place, speed;
  double mass;
} body;

static long n;
static body *bodies;
static vector *pulls;

static const double step = 1e-3, softening = 1e-2;

static vector
pull_at (vector place)
{
  vector sum = { 0, 0, 0 };
  for (long j = 0; j < n; j++)
    {
      double x = bodies[j].place.x - place.x, y = bodies[j].place.y - place.y;
      double z = bodies[j].place.z - place.z;
      double square = x * x + y * y + z * z + softening;
      double factor = bodies[j].mass / (square * sqrt (square));
      sum.x += factor * x;
      sum.y += factor * y;
      sum.z += factor * z;
    }
  return sum;
}

static void
move (body *one, vector pull)
{
  one->speed.x += step * pull.x;
  one->speed.y += step * pull.y;
  one->speed.z += step * pull.z;
  one->place.x += step * one->speed.x;
  one->place.y += step * one->speed.y;
  one->place.z += step * one->speed.z;
}

static void
move_all (void)
{
#pragma omp parallel
  for (int i = 0; i < STEPS; i++)
    {
#ifdef RACY
#pragma omp for nowait
#else
#pragma omp for
#endif
      for (long k = 0; k < n; k++)
        pulls[k] = pull_at (bodies[k].place);
#pragma omp for
      for (long k = 0; k < n; k++)
        move (&bodies[k], pulls[k]);
    }
}

/* What one pulls at another, the other pulls at it: the momentum stays, and it was zero. */
static bool
is_momentum_zero (void)
{
  vector sum = { 0, 0, 0 };
  for (long i = 0; i < n; i++)
    {
      sum.x += bodies[i].mass * bodies[i].speed.x;
      sum.y += bodies[i].mass * bodies[i].speed.y;
      sum.z += bodies[i].mass * bodies[i].speed.z;
    }
  return is_near (sum.x, 0, 1e-9) && is_near (sum.y, 0, 1e-9) && is_near (sum.z, 0, 1e-9);
}

int
main (int count, char **arguments)
{
  n = read_size (count, arguments, 4000, 1, 100000);
  bodies = allocate ((size_t) n, sizeof *bodies);
  pulls = allocate ((size_t) n, sizeof *pulls);
  uint64_t state = 1;
  for (long i = 0; i < n; i++)
    {
      bodies[i].place
        = (vector) { random_unit (&state), random_unit (&state), random_unit (&state) };
      bodies[i].mass = (1 + random_unit (&state)) / (double) n;
    }
  move_all ();

  bool is_right = is_momentum_zero () && (n == 1 || bodies[0].speed.x != 0);
  free (bodies);
  free (pulls);
  return end_program ("nbody", is_right);
}
