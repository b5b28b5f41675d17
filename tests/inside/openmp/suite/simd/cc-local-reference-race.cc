// A sum by a reference that has no reduction clause, beside one that has.
// expect: race number
// compilers: clang
#include <cstdio>

__attribute__ ((noinline)) static int
add (int &other)
{
  int number = 0, &by_name = number;
#pragma omp simd reduction(+ : other)
  for (int i = 0; i < 8; i++)
    {
      by_name += i;
      other += i;
    }
  return number;
}

int
main ()
{
  int other = 0, number = add (other);
  std::printf ("%d %d\n", number, other);
  return 0;
}
