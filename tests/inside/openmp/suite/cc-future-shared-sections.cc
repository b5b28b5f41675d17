// Two sections wait for one std::shared_future, whose std::promise<void> the third one keeps.
// expect: clean
// seconds: 10
// prints: 15
#include <cstdio>
#include <future>
int
main ()
{
  std::promise<void> promise;
  std::shared_future<void> future = promise.get_future ().share ();
  int data = 0, first = 0, second = 0;
#pragma omp parallel sections num_threads(3)
  {
#pragma omp section
    {
      std::shared_future<void> own = future;
      own.wait ();
      first = data;
    }
#pragma omp section
    {
      std::shared_future<void> own = future;
      own.get ();
      second = 2 * data;
    }
#pragma omp section
    {
      data = 5;
      promise.set_value ();
    }
  }
  printf ("%d\n", first + second);
  return 0;
}
