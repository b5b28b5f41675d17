// Two threads hand a variable over to each other many times, with std::atomic::wait, which ends in the kernel.
// expect: clean
// seconds: 20
// flags: -std=c++20
// prints: 200
#include <atomic>
#include <cstdio>
#include <omp.h>
int
main ()
{
  std::atomic<int> turn{ 0 };
  int data = 0;
#pragma omp parallel num_threads(2)
  {
    int me = omp_get_thread_num ();
    for (int round = 0; round < 100; round++)
      {
        for (int now; (now = turn.load (std::memory_order_acquire)) != me;)
          turn.wait (now, std::memory_order_acquire);
        data++;
        turn.store (1 - me, std::memory_order_release);
        turn.notify_all ();
      }
  }
  printf ("%d\n", data);
  return 0;
}
