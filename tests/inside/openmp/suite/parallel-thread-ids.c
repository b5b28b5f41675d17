// Thread 0 writes what thread 1 reads, with no synchronisation between them.
// expect: race message
// at: 16 18
#include <omp.h>
#include <stdio.h>

int message, got;

int
main (void)
{
#pragma omp parallel num_threads(2)
  {
    int me = omp_get_thread_num ();
    if (me == 0)
      message = 5;
    if (me == 1)
      got = message;
  }
  printf ("%d\n", got);
  return 0;
}
