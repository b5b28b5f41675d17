// An object with a destructor is handed over by value: each iteration has a copy of it, on the stack.
// expect: clean
// prints: 2144
// compilers: gcc
#include <cstdio>

struct counted
{
  counted () : count (0) {}
  ~counted () {}
  int count;
};

__attribute__ ((noinline)) static int
next (int i, counted from)
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
    {
      int copy = i;
      sum += next (copy, from) + (i % 2 ? 2 : 0);
    }
  std::printf ("%d\n", sum);
  return 0;
}
