/* What the OpenMP task programs share: the size argument, random numbers, and the last line.
 *
 * Compiled with -DRACY a program has one classic mistake, named at its head; it may then compute
 * nonsense, but stays within its memory and ends. */
#ifndef PROGRAM_H
#define PROGRAM_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

/* The first argument, LEAST to MOST, or the usual size without one. */
static inline long
read_size (int count, char **arguments, long usual, long least, long most)
{
  if (count < 2)
    return usual;
  char *end;
  long size = strtol (arguments[1], &end, 10);
  if (*end || end == arguments[1] || size < least || size > most)
    {
      fprintf (stderr, "usage: %s [SIZE]   from %ld to %ld (%ld)\n", arguments[0], least, most,
               usual);
      exit (2);
    }
  return size;
}

static inline void *
allocate (size_t count, size_t size)
{
  void *memory = calloc (count, size);
  if (!memory)
    {
      fprintf (stderr, "out of memory\n");
      exit (2);
    }
  return memory;
}

/* A mixing function that is a bijection, with the multipliers of SplitMix64. */
static inline uint64_t
mix (uint64_t value)
{
  value ^= value >> 30;
  value *= 0xbf58476d1ce4e5b9u;
  value ^= value >> 27;
  value *= 0x94d049bb133111ebu;
  return value ^ value >> 31;
}

/* The next number of a sequence, which STATE stands for. */
static inline uint64_t
next_random (uint64_t *state)
{
  *state += 0x9e3779b97f4a7c15u;
  return mix (*state);
}

/* From 0 to LIMIT - 1. */
static inline long
random_below (uint64_t *state, long limit)
{
  return (long) (next_random (state) % (uint64_t) limit);
}

/* From 0 to 1. */
static inline double
random_unit (uint64_t *state)
{
  return (double) (next_random (state) >> 11) * 0x1p-53;
}

/* Whether A and B are the same up to rounding. */
static inline bool
is_near (double a, double b, double tolerance)
{
  double difference = a > b ? a - b : b - a, size = b < 0 ? -b : b;
  return difference <= tolerance * (1 + size); /* not for NaN */
}

/* Prints the last line; returns the exit status. */
static inline int
end_program (const char *name, bool is_right)
{
  printf ("%s: %s\n", name, is_right ? "right" : "WRONG");
  return is_right ? 0 : 1;
}

#endif
