// The pointer to an object that is made at first use is released and acquired.
// expect: clean
// also: undecided
#include <atomic>
#include <iostream>
struct Big
{
  int v[10];
  Big ()
  {
    for (int i = 0; i < 10; i++)
      v[i] = i;
  }
};
std::atomic<Big *> inst { nullptr };
static Big *
get ()
{
  Big *p = inst.load (std::memory_order_acquire);
  if (!p)
    {
#pragma omp critical
      {
        p = inst.load (std::memory_order_relaxed);
        if (!p)
          {
            p = new Big;
            inst.store (p, std::memory_order_release);
          }
      }
    }
  return p;
}
int
main ()
{
  int s = 0;
#pragma omp parallel for reduction(+ : s)
  for (int i = 0; i < 10; i++)
    s += get ()->v[i];
  std::cout << s << "\n";
  delete inst.load ();
  return s != 45;
}
