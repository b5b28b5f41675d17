/* Accesses of OpenMP programs. Words are volatile, so that each access stays one. */
#include "events.h"

#include <omp.h>

enum
{
  FEW = 64,     /* words that are accessed again and again, or the 4 KB blocks of a task */
  TABLE = 4096, /* words of the table that all tasks read */
  RANGE = 4096, /* bytes */
  BLOCKS = 4096 /* of that size */
};

static long room; /* words */
static volatile long *words;
static char *blocks, *copies;

static void *
allocate (size_t size)
{
  void *memory = malloc (size);
  if (!memory)
    exit (2);
  memset (memory, 1, size);
  return memory;
}

static void
prepare (long n)
{
  room = n > TABLE ? n : TABLE;
  words = allocate ((size_t) room * sizeof *words);
  blocks = allocate ((size_t) BLOCKS * RANGE);
  copies = allocate ((size_t) BLOCKS * RANGE);
}

/* Each thread accesses a part of its own: from *LOW to the result. */
static long
part_of (long n, long *low)
{
  long part = n / omp_get_num_threads ();
  *low = part * omp_get_thread_num ();
  return *low + part;
}

static void
run_read_first (long n)
{
#pragma omp parallel
  {
    long low, high = part_of (n, &low);
    for (long i = low; i < high; i++)
      (void) words[i];
  }
}

static void
run_write_first (long n)
{
#pragma omp parallel
  {
    long low, high = part_of (n, &low);
    for (long i = low; i < high; i++)
      words[i] = i;
  }
}

static void
run_read_again (long n)
{
#pragma omp parallel
  {
    long low, high = part_of (n, &low), base = FEW * omp_get_thread_num ();
    for (long i = low; i < high; i++)
      (void) words[base + i % FEW];
  }
}

static void
run_write_again (long n)
{
#pragma omp parallel
  {
    long low, high = part_of (n, &low), base = FEW * omp_get_thread_num ();
    for (long i = low; i < high; i++)
      words[base + i % FEW] = i;
  }
}

/* Parallel tasks read the same table, each all of it. */
static void
run_read_shared (long n)
{
#pragma omp parallel
#pragma omp single
  for (long done = 0; done < n; done += TABLE)
    {
      long count = n - done < TABLE ? n - done : TABLE;
#pragma omp task
      for (long i = 0; i < count; i++)
        (void) words[i];
    }
}

/* Tasks of FEW ranges each, N ranges in all. A taskwait separates tasks that share blocks. */
static void
run_ranges (long n, void (*ranges) (size_t first, size_t count))
{
#pragma omp parallel
#pragma omp single
  for (long done = 0; done < n; done += FEW)
    {
      size_t first = (size_t) done % BLOCKS;
      if (first == 0)
        {
#pragma omp taskwait
        }
      size_t count = (size_t) (n - done < FEW ? n - done : FEW);
#pragma omp task
      ranges (first, count);
    }
}

static void
set_blocks (size_t first, size_t count)
{
  for (size_t i = first; i < first + count; i++)
    memset (blocks + i * RANGE, (int) i, RANGE);
}

static void
copy_blocks (size_t first, size_t count)
{
  for (size_t i = first; i < first + count; i++)
    memcpy (copies + i * RANGE, blocks + i * RANGE, RANGE);
}

static void
run_memset (long n)
{
  run_ranges (n, set_blocks);
}

static void
run_memcpy (long n)
{
  run_ranges (n, copy_blocks);
}

static const event events[]
  = { { "read-first", run_read_first },   { "write-first", run_write_first },
      { "read-again", run_read_again },   { "write-again", run_write_again },
      { "read-shared", run_read_shared }, { "memset-4k", run_memset },
      { "memcpy-4k", run_memcpy },        { NULL, NULL } };

int
main (int count, char **arguments)
{
  return run_event (count, arguments, events, prepare);
}
