// Two threads take turns by an atomic variable, each working on the data in its turn only.
// expect: clean
#include <omp.h>

int turn, data;

int
main (void)
{
#pragma omp parallel num_threads(2)
  {
    int me = omp_get_thread_num (), team = omp_get_num_threads ();
    for (int round = 0; round < 3; round++)
      {
        int now = -1;
        while (now != me)
          {
#pragma omp atomic read acquire
            now = turn;
          }
        data += me + 1;
#pragma omp atomic write release
        turn = (me + 1) % team;
      }
  }
  return data != 9 && data != 3;
}
