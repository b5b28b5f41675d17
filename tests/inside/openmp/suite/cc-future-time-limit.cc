// Waits with a time limit: one that ends by the limit, and some until the value is there, by both clocks.
// expect: clean
// seconds: 20
// prints: 1 3
#include <chrono>
#include <cstdio>
#include <future>
#include <omp.h>
int
main ()
{
  using namespace std::chrono_literals;
  std::promise<int> first, second, never;
  auto one = first.get_future (), two = second.get_future (), none = never.get_future ();
  int sum = 0;
  bool is_late = false;
#pragma omp parallel num_threads(2)
  if (omp_get_thread_num () == 0)
    {
      is_late = none.wait_for (5ms) == std::future_status::timeout;
      while (one.wait_for (1ms) != std::future_status::ready)
        ;
      while (two.wait_until (std::chrono::system_clock::now () + 10s) != std::future_status::ready)
        ;
      sum = one.get () + two.get ();
    }
  else
    {
      first.set_value (1);
      second.set_value (2);
    }
  printf ("%d %d\n", is_late, sum);
  return 0;
}
