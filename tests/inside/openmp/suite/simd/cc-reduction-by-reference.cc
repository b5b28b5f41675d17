// The body hands its own copy of a reduction variable to a function, by its address.
// expect: clean
// prints: 12 4950
// compilers: gcc
// flags: -O0
#include <algorithm>
#include <cstdio>

static int a[100];

static void
add (int *sum, int value)
{
  *sum += value;
}

int
main ()
{
  int most = 0, sum = 0;
  for (int i = 0; i < 100; i++)
    a[i] = i * 7 % 13;
#pragma omp simd reduction(max : most)
  for (int i = 0; i < 100; i++)
    most = std::max (most, a[i]);
#pragma omp simd reduction(+ : sum)
  for (int i = 0; i < 100; i++)
    add (&sum, i);
  std::printf ("%d %d\n", most, sum);
}
