// A thread waits for an atomic variable that another one changes only much later, behind a wait of its own.
// expect: clean
// seconds: 20
// flags: -std=c++20
// prints: 3
#include <atomic>
#include <cstdio>
#include <omp.h>
#include <sched.h>
int
main ()
{
  std::atomic<int> first{ 0 }, second{ 0 };
  int data = 0;
#pragma omp parallel num_threads(3)
  switch (omp_get_thread_num ())
    {
    case 0:
      first.wait (0);
      data++;
      break;
    case 1:
      second.wait (0);
      data++;
      first = 1;
      first.notify_one ();
      break;
    default:
      for (int i = 0; i < 200; i++)
        sched_yield ();
      data = 1;
      second = 1;
      second.notify_one ();
    }
  printf ("%d\n", data);
  return 0;
}
