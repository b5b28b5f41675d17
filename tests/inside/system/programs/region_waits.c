/* Threads of a team wait for a thread of the program's own, which waits for them. */
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
static sem_t ready[2], go;
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static pthread_spinlock_t spin;
static int value, turns;
static void *
answer (void *argument)
{
  for (int i = 0; i < 2; i++)
    sem_wait (&ready[i]);
  pthread_rwlock_wrlock (&lock);
  value = 3;
  pthread_rwlock_unlock (&lock);
  for (int i = 0; i < 1000; i++)
    {
      pthread_spin_lock (&spin);
      turns++;
      pthread_spin_unlock (&spin);
    }
  sem_post (&go);
  sem_post (&go);
  return argument;
}
int
main (void)
{
  pthread_t thread;
  int sum = 0;
  pthread_spin_init (&spin, PTHREAD_PROCESS_PRIVATE);
  for (int i = 0; i < 2; i++)
    sem_init (&ready[i], 0, 0);
  sem_init (&go, 0, 0);
  pthread_create (&thread, NULL, answer, NULL);
#pragma omp parallel for num_threads(2) schedule(static, 1) reduction(+ : sum)
  for (int i = 0; i < 2; i++)
    {
      sem_post (&ready[i]);
      for (int j = 0; j < 1000; j++)
        {
          pthread_spin_lock (&spin);
          turns++;
          pthread_spin_unlock (&spin);
        }
      sem_wait (&go);
      pthread_rwlock_rdlock (&lock);
      sum += value;
      pthread_rwlock_unlock (&lock);
    }
  pthread_join (thread, NULL);
  printf ("%d %d\n", sum, turns);
  return 0;
}
