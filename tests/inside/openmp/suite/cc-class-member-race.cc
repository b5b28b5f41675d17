// Two tasks of a method update the same member of the object.
// expect: race counter
// at: 13 15
#include <cstdio>

struct meter
{
  int count = 0;
  void
  run ()
  {
#pragma omp task
    count += 1;
#pragma omp task
    count += 2;
#pragma omp taskwait
  }
};

meter counter;

int
main ()
{
#pragma omp parallel
#pragma omp single
  counter.run ();
  std::printf ("%d\n", counter.count);
  return 0;
}
