// A lambda that captures by reference is called by all threads and writes what it captured.
// expect: race last
// at: 11
#include <cstdio>

int
main ()
{
  int last = 0;
  auto note = [&last] (int i) {
    last = i;
  };
#pragma omp parallel for
  for (int i = 0; i < 20; i++)
    note (i);
  std::printf ("%d\n", last >= 0);
  return 0;
}
