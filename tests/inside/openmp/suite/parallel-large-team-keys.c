// A large team leaves the program its keys for thread-specific data, of which a process has 1024.
// expect: clean
// prints: 0
#include <pthread.h>
#include <stdio.h>

static int own;
#pragma omp threadprivate(own)

int
main (void)
{
  pthread_key_t key;
#pragma omp parallel num_threads(1100)
  own++;
  printf ("%d\n", pthread_key_create (&key, NULL));
  return 0;
}
