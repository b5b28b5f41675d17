/* What the twelve benchmark programs share: the size argument, the kernel's time, random numbers,
 * tasks over blocks of a loop, and the last line they print, which bench/programs.py reads.
 *
 * The programs are those of table 2 of [Raman et al. 2010], written anew from the public
 * descriptions of the Java Grande Forum and Computer Language Benchmarks Game kernels.
 *
 * RACE chooses a deliberate race. The lines of its two accesses are marked `RACE k: a` and
 * `RACE k: b`, or `RACE k: ab` when one line races with itself in another task. Run depth-first,
 * a racy program still computes the right result. */
#ifndef BENCH_H
#define BENCH_H

#include <math.h>
#include <raceproof/task.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#ifdef BENCH_THREADS
#include "threads.h"
#endif

#ifndef RACE
#define RACE 0
#endif

static struct
{
  const char *name;
  bool is_large;
  double begin, seconds; /* of the kernel: without set-up and without checking the result */
} bench;

/* Processor time, in seconds: other processes' share of the machine does not count. */
static inline double
bench_clock (void)
{
  return (double) clock () / CLOCKS_PER_SEC;
}

/* Reads the argument, "small" (default) or "large"; returns the size for it. */
static inline long
bench_open (int count, char **arguments, const char *name, long small, long large)
{
  bench.name = name;
  const char *size = count > 1 ? arguments[1] : "small";
  bench.is_large = strcmp (size, "large") == 0;
  if (count > 2 || (!bench.is_large && strcmp (size, "small") != 0))
    {
      fprintf (stderr, "usage: %s [small|large]\n", name);
      exit (2);
    }
  return bench.is_large ? large : small;
}

static inline void
bench_start (void)
{
  bench.begin = bench_clock ();
}

static inline void
bench_stop (void)
{
  bench.seconds = bench_clock () - bench.begin;
}

/* The most memory this process had, in KB; 0 where the system does not say. Not from getrusage,
 * whose maximum begins with that of the process that started this one. */
static inline long
bench_peak_memory (void)
{
  long peak = 0;
  char line[256];
  FILE *status = fopen ("/proc/self/status", "r");
  if (!status)
    return 0;
  while (fgets (line, sizeof line, status))
    if (strncmp (line, "VmHWM:", 6) == 0)
      peak = strtol (line + 6, NULL, 10);
  fclose (status);
  return peak;
}

/* The program's last line, and its exit status. */
static inline int
bench_close (double checksum, bool is_right)
{
  printf ("%s %s: checksum %.10g, %.6f seconds, %ld KB, %s\n", bench.name,
          bench.is_large ? "large" : "small", checksum, bench.seconds, bench_peak_memory (),
          is_right ? "right" : "WRONG");
  return is_right ? 0 : 1;
}

static inline bool
bench_is_close (double x, double y)
{
  return fabs (x - y) <= 1e-9 * fmax (1, fmax (fabs (x), fabs (y)));
}

static inline bool
bench_are_close (const double *x, const double *y, long count)
{
  for (long i = 0; i < count; i++)
    if (!bench_is_close (x[i], y[i]))
      return false;
  return true;
}

static inline void *
bench_alloc (long count, size_t size)
{
  void *memory = calloc ((size_t) count, size);
  if (!memory)
    {
      fprintf (stderr, "%s: out of memory\n", bench.name);
      exit (2);
    }
  return memory;
}

/* splitmix64 (Steele, Lea and Flood 2014). */
static inline uint64_t
bench_random_bits (uint64_t *state)
{
  uint64_t z = (*state += 0x9e3779b97f4a7c15u);
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
  z = (z ^ z >> 27) * 0x94d049bb133111ebu;
  return z ^ z >> 31;
}

/* 0 <= result < 1. */
static inline double
bench_random (uint64_t *state)
{
  return (double) (bench_random_bits (state) >> 11) * 0x1p-53;
}

/* Normally distributed, by the method of Box and Muller. */
static inline double
bench_random_normal (uint64_t *state)
{
  double radius = sqrt (-2 * log (1 - bench_random (state)));
  return radius * cos (2 * 3.14159265358979323846 * bench_random (state));
}

/* A part of a loop, low <= i < high: what most tasks get. */
typedef struct bench_range
{
  long low, high;
} bench_range;

/* A task for each BLOCK consecutive numbers of low <= i < high. */
static inline void
bench_async_blocks (rp_function *function, long low, long high, long block)
{
  for (long i = low; i < high; i += block)
    {
      bench_range range = { i, i + block < high ? i + block : high };
      rp_async_copy (function, &range, sizeof range);
    }
}

#endif
