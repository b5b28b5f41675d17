// A region with a hundred shared variables, each read by all threads and written by one after a barrier.
// expect: clean
#include <assert.h>

#define FIVE(N) int a##N = N, b##N = N, c##N = N, d##N = N, e##N = N;
#define SUM(N) (a##N + b##N + c##N + d##N + e##N)
#define ADD(N) a##N++, b##N++, c##N++, d##N++, e##N++
#define TWENTY(OF, WITH) \
  OF (1) WITH OF (2) WITH OF (3) WITH OF (4) WITH OF (5) WITH OF (6) WITH OF (7) WITH OF (8) WITH OF (9) \
    WITH OF (10) WITH OF (11) WITH OF (12) WITH OF (13) WITH OF (14) WITH OF (15) WITH OF (16) \
      WITH OF (17) WITH OF (18) WITH OF (19) WITH OF (20)
#define NOTHING

int
main (void)
{
  TWENTY (FIVE, NOTHING)
  int wrong = 0;
#pragma omp parallel reduction(+ : wrong)
  {
    int before = TWENTY (SUM, +);
    wrong += before != 5 * 210;
#pragma omp barrier
#pragma omp single
    {
      TWENTY (ADD, ;);
    }
    int after = TWENTY (SUM, +);
    wrong += after != before + 100;
  }
  assert (!wrong);
  return 0;
}
