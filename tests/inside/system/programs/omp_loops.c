/* Loops of every schedule, in a thread of the program's own and in main: static ones are dealt out as OpenMP says, by
 * blocks or chunks, so that equal loops give the same iterations to the same thread; doacross loops, task reductions. */
#include <omp.h>
#include <pthread.h>
#include <stdio.h>

enum
{
  N = 1000
};

typedef struct result
{
  int wrong;
  long sums[8];
} result;

static void
two_passes (result *r)
{
  int owner[N], wrong = 0;
#pragma omp parallel num_threads(3) reduction(+ : wrong)
  {
#pragma omp for schedule(static) nowait
    for (int i = 0; i < N; i++)
      owner[i] = omp_get_thread_num ();
#pragma omp for schedule(static) nowait
    for (int i = 0; i < N; i++)
      wrong += owner[i] != omp_get_thread_num ();
#pragma omp barrier
#pragma omp for schedule(static, 3)
    for (int i = 0; i < N; i++)
      owner[i] = omp_get_thread_num ();
#pragma omp for schedule(static, 3)
    for (unsigned long long i = 0; i < N; i++)
      wrong += owner[i] != (int) (i / 3 % 3) || owner[i] != omp_get_thread_num ();
#pragma omp for
    for (int i = 0; i < N; i++)
      owner[i] = omp_get_thread_num ();
  }
#pragma omp parallel for num_threads(4) schedule(static, 5) reduction(+ : wrong)
  for (int i = 0; i < N; i++)
    wrong += i / 5 % 4 != omp_get_thread_num ();
  for (int i = 1; i < N; i++)
    wrong += owner[i] < owner[i - 1];
  r->wrong += wrong;
}

static void
schedules (result *r)
{
  long *sums = r->sums;
#pragma omp parallel for num_threads(2) schedule(dynamic, 7) reduction(+ : sums[ : 1])
  for (int i = 0; i < N; i++)
    sums[0] += i;
#pragma omp parallel for num_threads(2) schedule(guided) reduction(+ : sums[ : 2])
  for (unsigned i = 0; i < N; i++)
    sums[1] += i;
#pragma omp parallel for num_threads(2) schedule(runtime) reduction(+ : sums[ : 3])
  for (long i = 0; i < N; i++)
    sums[2] += i;
#pragma omp parallel num_threads(2)
  {
#pragma omp for ordered schedule(static)
    for (int i = 0; i < 20; i++)
#pragma omp ordered
      sums[3] = sums[3] * 2 % 1000 + i;
#pragma omp for ordered schedule(guided, 2)
    for (int i = 0; i < 20; i++)
#pragma omp ordered
      sums[4] = sums[4] * 2 % 1000 + i;
  }
}

static void
doacross (result *r)
{
  long a[N + 1] = { 1 };
#pragma omp parallel num_threads(2)
  {
#pragma omp for ordered(1) schedule(static)
    for (int i = 1; i <= 100; i++)
      {
#pragma omp ordered depend(sink : i - 1)
        a[i] = (a[i - 1] * 3 + i) % 1000;
#pragma omp ordered depend(source)
      }
#pragma omp for ordered(1) schedule(dynamic, 4)
    for (int i = 101; i <= 200; i++)
      {
#pragma omp ordered depend(sink : i - 1)
        a[i] = (a[i - 1] * 3 + i) % 1000;
#pragma omp ordered depend(source)
      }
#pragma omp for ordered(1)
    for (unsigned long long i = 201; i <= 300; i++)
      {
#pragma omp ordered depend(sink : i - 1)
        a[i] = (a[i - 1] * 3 + (long) i) % 1000;
#pragma omp ordered depend(source)
      }
  }
  r->sums[5] = a[300];
}

static void
task_reduction (result *r)
{
  long sum = 0, other = 0;
#pragma omp parallel num_threads(2)
  {
#pragma omp for reduction(task, + : sum) schedule(static)
    for (int i = 0; i < 50; i++)
      {
#pragma omp task in_reduction(+ : sum)
        sum += i;
      }
#pragma omp for reduction(task, + : other) schedule(dynamic, 3)
    for (unsigned long long i = 0; i < 50; i++)
      {
#pragma omp task in_reduction(+ : other)
        other += (long) i;
      }
  }
  r->sums[6] = sum;
  r->sums[7] = other;
}

static void *
work (void *argument)
{
  result *r = argument;
  two_passes (r);
  schedules (r);
  doacross (r);
  task_reduction (r);
  return NULL;
}

int
main (void)
{
  pthread_t thread;
  static result results[2];
  pthread_create (&thread, NULL, work, &results[0]);
  pthread_join (thread, NULL);
  work (&results[1]);
  for (int i = 0; i < 2; i++)
    {
      printf ("%d", results[i].wrong);
      for (int k = 0; k < 8; k++)
        printf (" %ld", results[i].sums[k]);
      puts ("");
    }
  return 0;
}
