// Every iteration is executed once, whatever the type of the variable, the direction and the schedule.
// expect: clean
// plain: clang: with libomp of clang 14 the last value is sometimes another one
#include <assert.h>
#include <limits.h>
#include <string.h>

enum
{
  COUNT = 37
};

static int hits[COUNT];

static void
check (int count)
{
  for (int i = 0; i < COUNT; i++)
    assert (hits[i] == (i < count));
  memset (hits, 0, sizeof hits);
}

int
main (void)
{
  int last = -1;
#pragma omp parallel for
  for (int i = 0; i < COUNT; i++)
    hits[i]++;
  check (COUNT);
#pragma omp parallel for schedule(static, 3) lastprivate(last)
  for (int i = 0; i < COUNT; i++)
    {
      hits[i]++;
      last = i;
    }
  check (COUNT);
  assert (last == COUNT - 1);
#pragma omp parallel for schedule(static, 1)
  for (unsigned long i = ULONG_MAX - COUNT; i < ULONG_MAX; i++)
    hits[ULONG_MAX - 1 - i]++;
  check (COUNT);
#pragma omp parallel for schedule(dynamic, 4) lastprivate(last)
  for (int i = 2 * COUNT; i > 0; i -= 2)
    {
      hits[i / 2 - 1]++;
      last = i;
    }
  check (COUNT);
  assert (last == 2);
#pragma omp parallel for
  for (long long i = LLONG_MIN; i < LLONG_MIN + COUNT; i++)
    hits[i - LLONG_MIN]++;
  check (COUNT);
#pragma omp parallel for schedule(guided)
  for (unsigned i = UINT_MAX - COUNT; i < UINT_MAX; i++)
    hits[UINT_MAX - 1 - i]++;
  check (COUNT);
#pragma omp parallel for
  for (int i = 0; i < 1; i++)
    hits[i]++;
  check (1);
#pragma omp parallel for if (last > 2)
  for (int i = 0; i < COUNT; i++)
    hits[i]++;
  check (COUNT);
  return 0;
}
