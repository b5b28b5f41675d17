// A range-based loop that adds into a captured variable.
// expect: race sum
// at: 14
#include <cstdio>
#include <vector>

int
main ()
{
  std::vector<int> v (30, 2);
  int sum = 0;
#pragma omp parallel for
  for (auto &item : v)
    sum += item;
  std::printf ("%d\n", sum);
  return 0;
}
