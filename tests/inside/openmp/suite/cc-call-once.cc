// The first thread that comes makes the table, by std::call_once.
// expect: clean
// also: undecided
#include <iostream>
#include <mutex>
#include <vector>
std::once_flag f;
std::vector<int> *t;
static int
get (int i)
{
  std::call_once (f, [] { t = new std::vector<int> (10, 4); });
  return (*t)[i];
}
int
main ()
{
  int s = 0;
#pragma omp parallel for reduction(+ : s)
  for (int i = 0; i < 10; i++)
    s += get (i);
  std::cout << s << "\n";
  delete t;
  return s != 40;
}
