// A relaxed store to the neighbour of a flag does not undo the release of the flag.
// expect: clean
#include <assert.h>
#include <omp.h>

struct
{
  int flag, other;
} __attribute__ ((aligned (8))) pair;
int data, got = 7;

int
main (void)
{
#pragma omp parallel num_threads(2)
  {
    if (omp_get_thread_num () == omp_get_num_threads () - 1)
      {
        data = 5;
#pragma omp atomic write release
        pair.flag = 1;
#pragma omp atomic write
        pair.other = 1;
      }
    if (omp_get_thread_num () == 0 && omp_get_num_threads () > 1)
      {
        int seen = 0;
        while (!seen)
          {
#pragma omp atomic read acquire
            seen = pair.flag;
          }
        got = data;
      }
  }
  assert (got == 5);
  return 0;
}
