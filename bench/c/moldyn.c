/* MolDyn (Java Grande Forum, section 3): particles under a Lennard-Jones potential in a periodic
 * box, started on a face-centred cubic lattice; 50 steps of velocity Verlet integration.
 *
 * Parallelism: in each step a task for every 8 particles, first to move them, then to compute the
 * forces on them, from all other particles.
 *
 * RACE 1: every force task adds its potential energy to one global.
 * RACE 2: the force tasks put their particles back into the box, which others read. */
#include "bench.h"

enum
{
  BLOCK = 8,
  STEPS = 50
};

static const double time_step = 0.001, density = 0.83134, temperature = 0.722;

typedef struct vec
{
  double x, y, z;
} vec;

static long n;
static double side, cutoff;
static vec *position, *velocity, *force;
static double *energy;   /* twice the potential energy of each particle */
static double potential; /* RACE 1 */

static inline vec
add_scaled (vec a, double scale, vec b)
{
  return (vec) { a.x + scale * b.x, a.y + scale * b.y, a.z + scale * b.z };
}

static inline double
dot (vec a, vec b)
{
  return a.x * b.x + a.y * b.y + a.z * b.z;
}

/* To the nearest image: coordinates differ by less than SIDE. */
static inline double
wrap (double distance)
{
  if (distance < -0.5 * side)
    return distance + side;
  return distance > 0.5 * side ? distance - side : distance;
}

static inline vec
difference (vec a, vec b)
{
  return (vec) { wrap (a.x - b.x), wrap (a.y - b.y), wrap (a.z - b.z) };
}

static inline double
into_box (double x)
{
  return x < 0 ? x + side : x >= side ? x - side : x;
}

static inline vec
moved (vec from, vec speed)
{
  vec to = add_scaled (from, time_step, speed);
  return (vec) { into_box (to.x), into_box (to.y), into_box (to.z) };
}

static void
move_particles (void *argument)
{
  bench_range range = *(bench_range *) argument;
  for (long i = range.low; i < range.high; i++)
    {
      velocity[i] = add_scaled (velocity[i], time_step / 2, force[i]);
      position[i] = moved (position[i], velocity[i]);
    }
}

/* Lennard-Jones at SQUARE, the squared distance: adds the energy; returns force over distance. */
static inline double
attract (double square, double *sum)
{
  double r2 = 1 / square, r6 = r2 * r2 * r2;
  *sum += 4 * (r6 * r6 - r6);
  return 48 * r2 * (r6 * r6 - 0.5 * r6);
}

static void
compute_forces (void *argument)
{
  bench_range range = *(bench_range *) argument;
  double block_energy = 0;
  for (long i = range.low; i < range.high; i++)
    {
      if (RACE == 2)
        position[i].x = into_box (position[i].x); // RACE 2: a
      vec here = position[i], total = { 0, 0, 0 };
      double sum = 0, limit = cutoff * cutoff;
      for (long j = 0; j < n; j++)
        {
          vec there = { position[j].x, position[j].y, position[j].z }; // RACE 2: b
          vec d = difference (here, there);
          double square = dot (d, d);
          if (square < limit && j != i)
            total = add_scaled (total, attract (square, &sum), d);
        }
      force[i] = total;
      energy[i] = sum;
      velocity[i] = add_scaled (velocity[i], time_step / 2, total);
      block_energy += sum / 2;
    }
  if (RACE == 1)
    potential += block_energy; // RACE 1: ab
}

static void
simulate (void)
{
  for (int step = 0; step < STEPS; step++)
    {
      rp_finish
      {
        bench_async_blocks (move_particles, 0, n, BLOCK);
      }
      rp_finish
      {
        bench_async_blocks (compute_forces, 0, n, BLOCK);
      }
    }
}

/* Each pair once, by Newton's third law; as the last half of a step does. */
static double
compute_forces_plainly (void)
{
  double sum = 0;
  memset (force, 0, (size_t) n * sizeof *force);
  for (long i = 0; i < n; i++)
    for (long j = i + 1; j < n; j++)
      {
        vec d = difference (position[i], position[j]);
        double square = dot (d, d);
        if (square >= cutoff * cutoff)
          continue;
        double pull = attract (square, &sum);
        force[i] = add_scaled (force[i], pull, d);
        force[j] = add_scaled (force[j], -pull, d);
      }
  return sum;
}

static void
simulate_plainly (void)
{
  for (int step = 0; step < STEPS; step++)
    {
      for (long i = 0; i < n; i++)
        {
          velocity[i] = add_scaled (velocity[i], time_step / 2, force[i]);
          position[i] = moved (position[i], velocity[i]);
        }
      compute_forces_plainly ();
      for (long i = 0; i < n; i++)
        velocity[i] = add_scaled (velocity[i], time_step / 2, force[i]);
    }
}

static double
kinetic_energy (void)
{
  double sum = 0;
  for (long i = 0; i < n; i++)
    sum += dot (velocity[i], velocity[i]) / 2;
  return sum;
}

/* CELLS cubed lattice cells of four particles; random velocities without total momentum, scaled
 * to the temperature. */
static void
place_particles (long cells)
{
  static const vec corners[4] = { { 0, 0, 0 }, { 0.5, 0.5, 0 }, { 0.5, 0, 0.5 }, { 0, 0.5, 0.5 } };
  uint64_t state = 4711;
  double cell = side / (double) cells;
  vec momentum = { 0, 0, 0 };
  for (long i = 0; i < n; i++)
    {
      long k = i / 4;
      vec base
        = { (double) (k % cells), (double) (k / cells % cells), (double) (k / cells / cells) };
      position[i] = add_scaled ((vec) { 0, 0, 0 }, cell, add_scaled (base, 1, corners[i % 4]));
      velocity[i].x = bench_random_normal (&state);
      velocity[i].y = bench_random_normal (&state);
      velocity[i].z = bench_random_normal (&state);
      momentum = add_scaled (momentum, 1, velocity[i]);
    }
  for (long i = 0; i < n; i++)
    velocity[i] = add_scaled (velocity[i], -1 / (double) n, momentum);
  double scale = sqrt (1.5 * (double) n * temperature / kinetic_energy ());
  for (long i = 0; i < n; i++)
    velocity[i] = add_scaled ((vec) { 0, 0, 0 }, scale, velocity[i]);
}

static bool
is_as_simulated_plainly (long cells)
{
  vec *result = bench_alloc (n, sizeof *result);
  memcpy (result, position, (size_t) n * sizeof *result);
  place_particles (cells);
  compute_forces_plainly ();
  simulate_plainly ();
  bool is_right = true;
  for (long i = 0; i < n; i++)
    {
      vec d = difference (result[i], position[i]);
      is_right = is_right && dot (d, d) < 1e-18;
    }
  free (result);
  return is_right;
}

int
main (int count, char **arguments)
{
  long cells = bench_open (count, arguments, "moldyn", 3, 7);
  n = 4 * cells * cells * cells;
  side = cbrt ((double) n / density);
  cutoff = fmin (side / 2, 2.5);
  position = bench_alloc (n, sizeof *position);
  velocity = bench_alloc (n, sizeof *velocity);
  force = bench_alloc (n, sizeof *force);
  energy = bench_alloc (n, sizeof *energy);
  place_particles (cells);
  double before = compute_forces_plainly () + kinetic_energy ();

  bench_start ();
  simulate ();
  bench_stop ();

  double after = kinetic_energy ();
  for (long i = 0; i < n; i++)
    after += energy[i] / 2;
  bool is_right = fabs (after - before) < 0.01 * fabs (before) && isfinite (potential);
  if (!bench.is_large)
    is_right = is_right && is_as_simulated_plainly (cells);
  int status = bench_close (after, is_right);
  free (position);
  free (velocity);
  free (force);
  free (energy);
  return status;
}
