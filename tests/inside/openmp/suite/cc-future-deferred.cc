// The thread that asks for the value of a deferred std::async computes it.
// expect: clean
// seconds: 10
// prints: 9
#include <cstdio>
#include <future>
int
main ()
{
  int sum = 0;
#pragma omp parallel for num_threads(2) reduction(+ : sum)
  for (int i = 0; i < 2; i++)
    {
      auto future = std::async (std::launch::deferred, [i] { return 4 + i; });
      sum += future.get ();
    }
  printf ("%d\n", sum);
  return 0;
}
