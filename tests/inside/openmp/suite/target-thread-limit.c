// thread_limit on target is for the regions inside of it, and for no others.
// expect: clean
// compilers: gcc
#include <omp.h>
#include <stdlib.h>

int
main (void)
{
  int threads = 0, before = omp_get_thread_limit ();
#pragma omp target thread_limit(2) map(tofrom : threads)
  {
    if (omp_get_thread_limit () != 2)
      abort ();
#pragma omp parallel num_threads(8) reduction(+ : threads)
    threads++;
  }
  if (threads < 1 || threads > 2 || omp_get_thread_limit () != before)
    abort ();
  return 0;
}
