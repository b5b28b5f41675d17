// Two tasks that wait for one std::shared_future are not ordered with each other.
// expect: race data
// seconds: 10
#include <cstdio>
#include <future>
int
main ()
{
  std::promise<void> promise;
  std::shared_future<void> future = promise.get_future ().share ();
  int data = 0;
#pragma omp parallel num_threads(2)
#pragma omp single
  {
#pragma omp task shared(data) firstprivate(future)
    {
      future.wait ();
      data++;
    }
#pragma omp task shared(data) firstprivate(future)
    {
      future.wait ();
      data++;
    }
    data = 1;
    promise.set_value ();
  }
  printf ("%d\n", data);
  return 0;
}
