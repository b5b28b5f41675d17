// push_back in a critical section.
// expect: clean
#include <vector>

int
main ()
{
  std::vector<int> v;
#pragma omp parallel for
  for (int i = 0; i < 40; i++)
    {
#pragma omp critical
      v.push_back (i);
    }
  return v.size () != 40;
}
