// Two threads wait for futures whose values each of them puts only after its own wait.
// expect: deadlock
// seconds: 20
#include <future>
#include <omp.h>
int
main ()
{
  std::promise<int> first, second;
  auto one = first.get_future (), two = second.get_future ();
#pragma omp parallel num_threads(2)
  if (omp_get_thread_num () == 0)
    {
      one.get ();
      second.set_value (1);
    }
  else
    {
      two.get ();
      first.set_value (1);
    }
  return 0;
}
