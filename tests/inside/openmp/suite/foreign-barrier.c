// A barrier of POSIX among the threads of a team: what each wrote before it, all read behind it, in every round; one
// thread in each round is told so.
// expect: clean
// prints: 5 60
#include <omp.h>
#include <pthread.h>
#include <stdio.h>

static pthread_barrier_t barrier;
static int slot[4];

int
main (void)
{
  int serial = 0, sum = 0;
  pthread_barrier_init (&barrier, NULL, 4);
#pragma omp parallel num_threads(4) reduction(+ : serial, sum)
  {
    int me = omp_get_thread_num ();
    for (int round = 0; round < 5; round++)
      {
        slot[me] = round + me;
        serial += pthread_barrier_wait (&barrier) == PTHREAD_BARRIER_SERIAL_THREAD;
        int seen = slot[(me + 1) % 4];
        pthread_barrier_wait (&barrier);
        sum += seen - (me + 1) % 4 + 1;
      }
  }
  pthread_barrier_destroy (&barrier);
  printf ("%d %d\n", serial, sum);
  return 0;
}
