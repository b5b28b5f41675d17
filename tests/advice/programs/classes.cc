/* A class has its own operators: no reduction, no atomic construct. */
/* hints: none */
/* output: - */
#include <cstdio>

struct money
{
  long cents;
  void operator+= (long more) { cents = cents + more; }
};

int
main ()
{
  money sum = { 0 };
#pragma omp parallel for
  for (int i = 0; i < 20; i++)
    sum += i;
  std::printf ("%ld\n", sum.cents);
  return 0;
}
