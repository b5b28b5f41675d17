/* Merge sort: a task for each half, and the merge of two long runs by tasks as well, split at the
 * middle of the longer one.
 *
 * RACY: the merge does not wait for the halves. */
#include "program.h"

#include <string.h>

enum
{
  SORT_CUT_OFF = 256,
  MERGE_CUT_OFF = 2048
};

static void
merge_plainly (const int *a, long a_size, const int *b, long b_size, int *out)
{
  while (a_size > 0 && b_size > 0)
    if (*b < *a)
      {
        *out++ = *b++;
        b_size--;
      }
    else
      {
        *out++ = *a++;
        a_size--;
      }
  for (; a_size > 0; a_size--)
    *out++ = *a++;
  for (; b_size > 0; b_size--)
    *out++ = *b++;
}

/* How many of SORTED are less than VALUE. */
static long
count_less (const int *sorted, long size, int value)
{
  long low = 0, high = size;
  while (low < high)
    {
      long middle = low + (high - low) / 2;
      if (sorted[middle] < value)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

static void
merge (const int *a, long a_size, const int *b, long b_size, int *out)
{
  if (a_size + b_size <= MERGE_CUT_OFF)
    {
      merge_plainly (a, a_size, b, b_size, out);
      return;
    }
  if (a_size < b_size)
    {
      merge (b, b_size, a, a_size, out);
      return;
    }
  long a_low = a_size / 2, b_low = count_less (b, b_size, a[a_low]);
#pragma omp task
  merge (a, a_low, b, b_low, out);
#pragma omp task
  merge (a + a_low, a_size - a_low, b + b_low, b_size - b_low, out + a_low + b_low);
#pragma omp taskwait
}

static void
sort_plainly (int *data, long size)
{
  for (long i = 1; i < size; i++)
    {
      int value = data[i];
      long place = i;
      for (; place > 0 && data[place - 1] > value; place--)
        data[place] = data[place - 1];
      data[place] = value;
    }
}

/* Sorts DATA. COPY has the same content before, and any afterwards. */
static void
sort (int *data, int *copy, long size)
{
  if (size <= SORT_CUT_OFF)
    {
      sort_plainly (data, size);
      return;
    }
  long half = size / 2;
#pragma omp task
  sort (copy, data, half);
#pragma omp task
  sort (copy + half, data + half, size - half);
#ifndef RACY
#pragma omp taskwait
#endif
  merge (copy, half, copy + half, size - half, data);
}

/* The same for all orders of DATA. */
static uint64_t
content (const int *data, long size)
{
  uint64_t sum = 0;
  for (long i = 0; i < size; i++)
    sum += mix ((uint64_t) data[i] + 1);
  return sum;
}

int
main (int count, char **arguments)
{
  long size = read_size (count, arguments, 3000000, 1, 1L << 30);
  int *data = allocate ((size_t) size, sizeof *data),
      *copy = allocate ((size_t) size, sizeof *copy);
  uint64_t state = 1;
  for (long i = 0; i < size; i++)
    data[i] = (int) (next_random (&state) >> 33);
  memcpy (copy, data, (size_t) size * sizeof *data);
  uint64_t before = content (data, size);

#pragma omp parallel
#pragma omp single
  sort (data, copy, size);

  bool is_right = content (data, size) == before;
  for (long i = 1; i < size; i++)
    is_right = is_right && data[i - 1] <= data[i];
  free (data);
  free (copy);
  return end_program ("mergesort", is_right);
}
