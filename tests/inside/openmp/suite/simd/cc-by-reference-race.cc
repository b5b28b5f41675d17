// The object is handed over by reference: the iterations share it.
// expect: race from
#include <cstdio>

struct counted
{
  counted () : count (0) {}
  ~counted () {}
  int count;
};

__attribute__ ((noinline)) static int
next (int i, counted &from)
{
  from.count++;
  return i + from.count;
}

int
main ()
{
  int sum = 0;
  counted from;
#pragma omp simd reduction(+ : sum)
  for (int i = 0; i < 64; i++)
    sum += next (i, from);
  std::printf ("%d\n", sum);
  return 0;
}
