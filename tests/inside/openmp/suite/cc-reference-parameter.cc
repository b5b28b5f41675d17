// Both tasks get the same variable by reference.
// expect: race x
// at: 9
#include <cstdio>

static void
add (int &to, int n)
{
  to += n;
}

int x;

int
main ()
{
#pragma omp parallel
#pragma omp single
  {
#pragma omp task
    add (x, 1);
#pragma omp task
    add (x, 2);
  }
  std::printf ("%d\n", x);
  return 0;
}
