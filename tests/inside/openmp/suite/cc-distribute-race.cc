// An element of the vector belongs to two iterations that one team executes here.
// expect: race heap
// expect-as-scheduled: clean
// at: 15
#include <cstdio>
#include <vector>

int
main ()
{
  std::vector<int> v (32);
  int *all = v.data ();
#pragma omp teams distribute num_teams(2)
  for (long i = 0; i < 64; i += 1)
    all[i / 2] += (int) i;
  std::printf ("%d\n", v[4]);
}
