// std::atomic counters need no directive.
// expect: clean
#include <atomic>

std::atomic<int> total;

int
main ()
{
#pragma omp parallel for
  for (int i = 0; i < 20; i++)
    total += i;
  return total != 190;
}
