/* The same with std::thread and std::async. */
#include <cstdio>
#include <future>
#include <thread>
static int shared;
int
main ()
{
  std::thread first ([] { shared++; });
  auto second = std::async (std::launch::async, [] { return ++shared; });
  shared += second.get () > 0;
  first.join ();
  std::printf ("%d\n", shared > 0);
  return 0;
}
