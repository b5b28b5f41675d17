// What a thread writes after it has put the value of a std::promise does not come before the get.
// expect: race data
// seconds: 10
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
      promise.set_value (42);
      data = 7;
    }
  printf ("%d %d\n", got, seen);
  return 0;
}
