// What the three kinds of mutexes answer to the thread that holds them, and to one that does not.
// expect: clean
// prints: 16
// prints: 16 35 0 1
// prints: 0 0 0 0 0 1
#include <pthread.h>
#include <stdio.h>

static void
make (pthread_mutex_t *mutex, int type)
{
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init (&attributes);
  pthread_mutexattr_settype (&attributes, type);
  pthread_mutex_init (mutex, &attributes);
}

int
main (void)
{
  pthread_mutex_t plain, checked, nested;
  make (&plain, PTHREAD_MUTEX_NORMAL);
  make (&checked, PTHREAD_MUTEX_ERRORCHECK);
  make (&nested, PTHREAD_MUTEX_RECURSIVE);
#pragma omp parallel num_threads(2)
#pragma omp single
  {
    pthread_mutex_lock (&plain);
    printf ("%d\n", pthread_mutex_trylock (&plain));
    pthread_mutex_unlock (&plain);
    pthread_mutex_lock (&checked);
    int tried = pthread_mutex_trylock (&checked), locked = pthread_mutex_lock (&checked);
    int first = pthread_mutex_unlock (&checked), second = pthread_mutex_unlock (&checked);
    printf ("%d %d %d %d\n", tried, locked, first, second);
    pthread_mutex_lock (&nested);
    tried = pthread_mutex_trylock (&nested), locked = pthread_mutex_lock (&nested);
    printf ("%d %d", tried, locked);
    for (int i = 0; i < 4; i++)
      printf (" %d", pthread_mutex_unlock (&nested));
    puts ("");
  }
  return 0;
}
