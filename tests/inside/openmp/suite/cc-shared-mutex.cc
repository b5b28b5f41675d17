// A map under a std::shared_mutex, looked into by many at once.
// expect: clean
// also: undecided
// flags: -std=c++17
#include <iostream>
#include <map>
#include <mutex>
#include <shared_mutex>
std::shared_mutex m;
std::map<int, int> t;
int
main ()
{
  int hits = 0;
#pragma omp parallel for reduction(+ : hits)
  for (int i = 0; i < 30; i++)
    {
      if (i % 3)
        {
          std::shared_lock<std::shared_mutex> g (m);
          hits += t.count (i - 1);
        }
      else
        {
          std::unique_lock<std::shared_mutex> g (m);
          t[i] = i;
        }
    }
  std::cout << t.size () << "\n";
  return t.size () != 10;
}
