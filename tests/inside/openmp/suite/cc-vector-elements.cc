// Iterations write different elements of a vector whose size does not change.
// expect: clean
#include <vector>

int
main ()
{
  std::vector<int> v (40);
#pragma omp parallel for
  for (int i = 0; i < 40; i++)
    v[i] = i;
  return v[39] != 39;
}
