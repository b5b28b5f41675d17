// C++: std::this_thread::yield and sleep_for let the other thread run.
// expect: race flag
// seconds: 10
// prints: done
#include <chrono>
#include <cstdio>
#include <omp.h>
#include <thread>

static volatile int flag;

int
main ()
{
#pragma omp parallel num_threads(3)
  if (omp_get_thread_num () == 0)
    while (flag < 1)
      std::this_thread::yield ();
  else if (omp_get_thread_num () == 1)
    while (flag < 1)
      std::this_thread::sleep_for (std::chrono::microseconds (1));
  else
    flag = 1;
  std::puts ("done");
  return 0;
}
