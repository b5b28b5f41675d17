// A thread executes a std::packaged_task, another one gets its result or its exception.
// expect: clean
// seconds: 10
// prints: 12 thrown
#include <cstdio>
#include <future>
#include <omp.h>
#include <stdexcept>
int
main ()
{
  int data = 0, got = 0;
  const char *message = "nothing";
  std::packaged_task<int (int)> task ([&] (int x) { data = 5; return x + data; });
  std::packaged_task<void ()> failing ([] { throw std::runtime_error ("thrown"); });
  auto future = task.get_future ();
  auto failed = failing.get_future ();
#pragma omp parallel num_threads(2)
  if (omp_get_thread_num () == 0)
    {
      got = future.get () + data;
      try
        {
          failed.get ();
        }
      catch (const std::runtime_error &)
        {
          message = "thrown";
        }
    }
  else
    {
      task (2);
      failing ();
    }
  printf ("%d %s\n", got, message);
  return 0;
}
