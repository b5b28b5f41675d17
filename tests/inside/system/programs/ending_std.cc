// A race, and then an exception that nobody catches, or exit, in a std::thread.
#include <cstdlib>
#include <stdexcept>
#include <thread>

static int counter;

int
main ()
{
#pragma omp parallel num_threads(2)
  counter++;
  std::thread other ([] { HOW; });
  other.join ();
}
