// A std::mutex excludes the threads of an OpenMP team, too.
// expect: clean
#include <mutex>

std::mutex guard;
int total;

int
main ()
{
#pragma omp parallel for
  for (int i = 0; i < 20; i++)
    {
      std::lock_guard<std::mutex> hold (guard);
      total += i;
    }
  return total != 190;
}
