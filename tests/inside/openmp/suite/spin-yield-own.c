// A program may have functions of its own by the names of those that wait.
// expect: clean
// seconds: 10
// prints: 7 8
#include <sched.h>
#include <stdio.h>

int select (int x);
int poll (int x);

int
select (int x)
{
  return x + 1;
}

int
poll (int x)
{
  return x + 2;
}

int
main (void)
{
  int a = 0, b = 0;
#pragma omp parallel num_threads(2)
#pragma omp single
  {
    sched_yield ();
    a = select (6);
    b = poll (6);
  }
  printf ("%d %d\n", a, b);
  return 0;
}
