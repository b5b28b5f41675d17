// A thread gets a value from a std::promise that a thread of its team puts; what was written before comes with it.
// expect: clean
// seconds: 10
// prints: 42 7
#include <cstdio>
#include <future>
#include <omp.h>
int
main ()
{
  std::promise<int> promise;
  auto future = promise.get_future ();
  int data = 0, seen = 0, got = 0;
#pragma omp parallel num_threads(2)
  if (omp_get_thread_num () == 0)
    {
      got = future.get ();
      seen = data;
    }
  else
    {
      data = 7;
      promise.set_value (42);
    }
  printf ("%d %d\n", got, seen);
  return 0;
}
