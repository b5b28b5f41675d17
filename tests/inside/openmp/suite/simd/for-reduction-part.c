// A part of an array of unknown length, and several sums, are added up in worksharing simd loops. (gcc 12 loses the
// part of the array.)
// expect: clean
// prints: 100 300
// compilers: clang
#include <stdio.h>

static int
add (int count)
{
  int parts[count], sum = 0;
  long a = 0, b = 0, c = 0;
  for (int i = 0; i < count; i++)
    parts[i] = 0;
#pragma omp parallel for simd num_threads(3) schedule(static) reduction(+ : parts[0 : count], a, b, c)
  for (int i = 0; i < 100; i++)
    {
      parts[i % count]++;
      a += 1;
      b += 1;
      c += 1;
    }
  for (int i = 0; i < count; i++)
    sum += parts[i];
  printf ("%d %ld\n", sum, a + b + c);
  return 0;
}

int
main (void)
{
  return add (4);
}
