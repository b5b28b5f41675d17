// The same sum without the reduction.
// expect: race sum
// at: 12
#include <cstdio>

struct money
{
  long cents = 0;
  __attribute__ ((noinline)) money &
  operator+= (const money &other)
  {
    cents += other.cents;
    return *this;
  }
};

money sum;

int
main ()
{
#pragma omp parallel for
  for (int i = 0; i < 20; i++)
    {
      money one;
      one.cents = i;
      sum += one;
    }
  std::printf ("%ld\n", sum.cents);
  return 0;
}
