// The task shares the object with its creator, which changes it meanwhile.
// expect: race state
// at: 21 22
#include <cstdio>

struct pair
{
  int a = 0, b = 0;
};

pair state;
int seen;

int
main ()
{
#pragma omp parallel
#pragma omp single
  {
#pragma omp task
    seen = state.b;
    state.b = 9;
  }
  std::printf ("%d\n", seen);
  return 0;
}
