/* RayTracer (Java Grande Forum, section 3): an n by n picture of 64 shining spheres, with shadows
 * and reflections; the result is the sum of all colour values.
 *
 * Parallelism: a task for each row. The tasks add their rows' sums to the total in isolated
 * sections: their order varies, but integer additions commute.
 *
 * RACE 1: the tasks add to the total without isolated.
 * RACE 2: the first row adds to the total outside of isolated, all others inside. */
#include "bench.h"

enum
{
  SPHERES = 64,
  DEPTH = 6 /* reflections of reflections */
};

typedef struct vec
{
  double x, y, z;
} vec;

typedef struct sphere
{
  vec centre;
  double radius, shine, mirror;
  vec colour;
} sphere;

typedef struct hit
{
  const sphere *sphere; /* NULL: none */
  double distance;
} hit;

static long n;
static sphere spheres[SPHERES];
static const vec light = { 100, 100, -50 }, eye = { 0, 0, -30 };
static unsigned *picture; /* 0xRRGGBB */
static long total;

static inline vec
plus (vec a, double scale, vec b)
{
  return (vec) { a.x + scale * b.x, a.y + scale * b.y, a.z + scale * b.z };
}

static inline double
dot (vec a, vec b)
{
  return a.x * b.x + a.y * b.y + a.z * b.z;
}

static inline vec
unit (vec a)
{
  return plus ((vec) { 0, 0, 0 }, 1 / sqrt (dot (a, a)), a);
}

/* The distance to the sphere's surface from FROM in the direction of unit vector ALONG, or 0. */
static inline double
distance_to (const sphere *ball, vec from, vec along)
{
  vec offset = plus (ball->centre, -1, from);
  double nearest = dot (offset, along);
  double square = ball->radius * ball->radius - dot (offset, offset) + nearest * nearest;
  if (square < 0)
    return 0;
  double distance = nearest - sqrt (square);
  return distance > 1e-6 ? distance : 0;
}

static hit
first_hit (vec from, vec along)
{
  hit best = { NULL, 1e9 };
  for (int i = 0; i < SPHERES; i++)
    {
      double distance = distance_to (&spheres[i], from, along);
      if (distance > 0 && distance < best.distance)
        best = (hit) { &spheres[i], distance };
    }
  return best;
}

static vec
trace (vec from, vec along, int depth)
{
  hit seen = first_hit (from, along);
  if (!seen.sphere)
    return (vec) { 0.1, 0.1, 0.2 };
  vec point = plus (from, seen.distance, along);
  vec normal = unit (plus (point, -1, seen.sphere->centre));
  vec to_light = unit (plus (light, -1, point));
  vec mirrored = plus (along, -2 * dot (along, normal), normal);
  vec colour = plus ((vec) { 0, 0, 0 }, 0.15, seen.sphere->colour);
  double slope = dot (normal, to_light);
  if (slope > 0 && !first_hit (point, to_light).sphere)
    {
      double gleam = dot (mirrored, to_light);
      colour = plus (colour, slope, seen.sphere->colour);
      if (gleam > 0)
        colour = plus (colour, pow (gleam, seen.sphere->shine), (vec) { 1, 1, 1 });
    }
  if (depth < DEPTH)
    colour = plus (colour, seen.sphere->mirror, trace (point, mirrored, depth + 1));
  return colour;
}

static unsigned
byte (double x)
{
  return x >= 1 ? 255 : (unsigned) (255 * x);
}

static unsigned
pixel (long row, long column)
{
  double scale = 24.0 / (double) n;
  vec through = { scale * (double) (column - n / 2), scale * (double) (n / 2 - row), 0 };
  vec colour = trace (eye, unit (plus (through, -1, eye)), 0);
  return byte (colour.x) << 16 | byte (colour.y) << 8 | byte (colour.z);
}

static long
brightness (unsigned colour)
{
  return (colour >> 16) + (colour >> 8 & 255) + (colour & 255);
}

static void
trace_row (void *argument)
{
  long row = ((bench_range *) argument)->low, sum = 0;
  for (long column = 0; column < n; column++)
    {
      unsigned colour = pixel (row, column);
      picture[row * n + column] = colour;
      sum += brightness (colour);
    }
  if (RACE == 1)
    total += sum; // RACE 1: ab
  else if (RACE == 2 && row == 0)
    total += sum; // RACE 2: a
  else
    rp_isolated
    {
      total += sum; // RACE 2: b
    }
}

/* Four by four by four, a little irregular. */
static void
place_spheres (void)
{
  for (int i = 0; i < SPHERES; i++)
    {
      int x = i % 4, y = i / 4 % 4, z = i / 16;
      spheres[i].centre = (vec) { 5.0 * x - 7.5 + 0.3 * z, 5.0 * y - 7.5 + 0.2 * x, 5.0 * z };
      spheres[i].radius = 1.4 + 0.2 * ((x + y + z) % 3);
      spheres[i].shine = 15;
      spheres[i].mirror = 0.3 + 0.1 * (i % 3);
      spheres[i].colour = (vec) { 0.2 + 0.2 * x, 0.2 + 0.2 * y, 0.8 - 0.2 * z };
    }
}

/* Does the picture show these pixels? From the last to the first, without tasks. */
static bool
is_right (void)
{
  long sum = 0;
  for (long i = n * n - 1; i >= 0; i--)
    {
      if (bench.is_large ? i % 997 == 0 : true)
        if (picture[i] != pixel (i / n, i % n))
          return false;
      sum += brightness (picture[i]);
    }
  return sum == total && sum > 0;
}

int
main (int count, char **arguments)
{
  n = bench_open (count, arguments, "raytracer", 48, 1000);
  picture = bench_alloc (n * n, sizeof *picture);
  place_spheres ();

  bench_start ();
  rp_finish
  {
    bench_async_blocks (trace_row, 0, n, 1);
  }
  bench_stop ();

  int status = bench_close ((double) total, is_right ());
  free (picture);
  return status;
}
