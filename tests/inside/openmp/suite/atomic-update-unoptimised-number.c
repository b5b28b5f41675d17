// Without optimisation, too, a thread that uses the value of an update knows its number: each writes its own element.
// compilers: clang
// flags: -O0
// expect: clean
#include <stdio.h>

static int next, own[8];

int
main (void)
{
#pragma omp parallel num_threads(4)
  {
    int mine = __c11_atomic_fetch_add ((_Atomic int *) &next, 1, __ATOMIC_RELAXED);
#pragma omp for schedule(dynamic) nowait
    for (int i = 0; i < 8; i++)
      own[mine] += i;
  }
  printf ("%d\n", own[0] + own[1] + own[2] + own[3]);
  return 0;
}
