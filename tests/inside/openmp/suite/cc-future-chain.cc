// Each thread waits for the thread before it, through futures, and adds to one sum.
// expect: clean
// seconds: 10
// prints: 6
#include <cstdio>
#include <future>
#include <omp.h>
#include <vector>
int
main ()
{
  int sum = 0;
  std::vector<std::promise<void>> done (4);
  std::vector<std::future<void>> before;
  for (auto &promise : done)
    before.push_back (promise.get_future ());
#pragma omp parallel num_threads(4)
  {
    int me = 3 - omp_get_thread_num ();
    if (me > 0)
      before[me - 1].get ();
    sum += me;
    done[me].set_value ();
  }
  printf ("%d\n", sum);
  return 0;
}
