// A range-based loop over a vector, its elements changed in place.
// expect: clean
#include <vector>

int
main ()
{
  std::vector<int> v (30, 2);
#pragma omp parallel for
  for (auto &item : v)
    item *= 3;
  return v[29] != 6;
}
