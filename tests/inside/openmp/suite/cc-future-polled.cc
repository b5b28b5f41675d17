// A thread asks a std::future again and again whether its value is there, without waiting.
// expect: clean
// seconds: 10
// prints: 6
#include <chrono>
#include <cstdio>
#include <future>
#include <omp.h>
int
main ()
{
  std::promise<int> promise;
  auto future = promise.get_future ();
  int data = 0, sum = 0;
#pragma omp parallel num_threads(2)
  if (omp_get_thread_num () == 0)
    {
      while (future.wait_for (std::chrono::seconds (0)) != std::future_status::ready)
        ;
      sum = future.get () + data;
    }
  else
    {
      data = 2;
      promise.set_value (4);
    }
  printf ("%d\n", sum);
  return 0;
}
