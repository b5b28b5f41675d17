// A worksharing loop over random access iterators.
// expect: clean
#include <vector>

int
main ()
{
  std::vector<long> v (25, 1);
#pragma omp parallel for schedule(dynamic)
  for (auto it = v.begin (); it < v.end (); ++it)
    *it += it - v.begin ();
  return v[24] != 25;
}
