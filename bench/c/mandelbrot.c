/* Mandelbrot (Computer Language Benchmarks Game): the Mandelbrot set as a bitmap of n by n points,
 * at most 50 steps for each.
 *
 * Parallelism: a task for each row.
 *
 * RACE 1: rows are no whole number of bytes, so that two tasks write bits of the same byte.
 * RACE 2: the lower half is copied from the upper one, which nothing has joined. */
#include "bench.h"

enum
{
  STEPS = 50
};

static long width, height;
static uint8_t *bitmap; /* bit i, from the highest of each byte on: point (i / width, i % width) */

static inline bool
is_inside (double real, double imaginary)
{
  double x = 0, y = 0, xx = 0, yy = 0;
  for (int step = 0; step < STEPS; step++)
    {
      y = 2 * x * y + imaginary;
      x = xx - yy + real;
      xx = x * x;
      yy = y * y;
      if (xx + yy > 4)
        return false;
    }
  return true;
}

static inline double
real_at (long column)
{
  return 2 * (double) column / (double) width - 1.5;
}

static inline double
imaginary_at (long row)
{
  return 2 * (double) row / (double) height - 1;
}

static void
draw_row (void *argument)
{
  long row = ((bench_range *) argument)->low;
  long begin = row * width, end = begin + width;
  if (RACE == 2 && row > height / 2)
    {
      long bytes = width / 8;
      for (long k = 0; k < bytes; k++)
        bitmap[row * bytes + k] |= bitmap[(height - row) * bytes + k]; // RACE 2: b
      return;
    }
  unsigned bits = 0;
  double imaginary = imaginary_at (row);
  for (long i = begin; i < end; i++)
    {
      if (is_inside (real_at (i - begin), imaginary))
        bits |= 128u >> i % 8;
      if (i % 8 == 7 || i == end - 1)
        {
          bitmap[i / 8] |= (uint8_t) bits; // RACE 1: ab, RACE 2: a
          bits = 0;
        }
    }
}

/* The same points, by the definition z := z^2 + c. */
static bool
is_right_row (long row)
{
  for (long column = 0; column < width; column++)
    {
      double x = 0, y = 0;
      for (int step = 0; step < STEPS && x * x + y * y <= 4; step++)
        {
          double old_x = x;
          x = x * x - y * y + real_at (column);
          y = 2 * old_x * y + imaginary_at (row);
        }
      long i = row * width + column;
      bool is_drawn = bitmap[i / 8] >> (7 - i % 8) & 1;
      if (is_drawn != (x * x + y * y <= 4))
        return false;
    }
  return true;
}

int
main (int count, char **arguments)
{
  height = bench_open (count, arguments, "mandelbrot", 128, 3000);
  width = RACE == 1 ? height + 4 : height;
  long bytes = (width * height + 7) / 8;
  bitmap = bench_alloc (bytes, 1);

  bench_start ();
  rp_finish
  {
    bench_async_blocks (draw_row, 0, height, 1);
  }
  bench_stop ();

  bool is_right = true;
  for (long row = 0; row < height; row += bench.is_large ? 100 : 1)
    is_right = is_right && is_right_row (row);
  double checksum = 0;
  for (long i = 0; i < bytes; i++)
    checksum += bitmap[i] * (double) (i % 251);
  int status = bench_close (checksum, is_right);
  free (bitmap);
  return status;
}
