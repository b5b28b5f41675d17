/* The constructs that the benchmarks use, on threads: for ThreadSanitizer, which judges nothing in
 * a program with one thread. With BENCH_THREADS defined bench.h includes this, to replace what
 * RP_SEQUENTIAL brings. The tasks of a finish are collected, then BENCH_THREADS threads take one
 * after the other. Tasks do not create tasks in these programs. */
#ifndef BENCH_THREADS_H
#define BENCH_THREADS_H

#include <pthread.h>
#include <raceproof/task.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

typedef struct threads_task
{
  rp_function *function;
  void *argument;
} threads_task;

static struct
{
  threads_task *tasks;
  size_t count, capacity;
  _Atomic size_t next;
  pthread_mutex_t isolated;
} threads = { .isolated = PTHREAD_MUTEX_INITIALIZER };

static inline void *
threads_work (void *nothing)
{
  for (size_t i; (i = atomic_fetch_add (&threads.next, 1)) < threads.count;)
    threads.tasks[i].function (threads.tasks[i].argument);
  return nothing;
}

static inline void
threads_async_copy (rp_function *function, const void *argument, size_t size)
{
  if (threads.count == threads.capacity)
    {
      threads.capacity = 2 * threads.capacity + 64;
      threads.tasks = realloc (threads.tasks, threads.capacity * sizeof *threads.tasks);
    }
  void *copy = malloc (size);
  if (!threads.tasks || !copy)
    abort ();
  threads.tasks[threads.count++] = (threads_task) { function, memcpy (copy, argument, size) };
}

static inline int
threads_finish_end (void)
{
  pthread_t helpers[BENCH_THREADS];
  atomic_store (&threads.next, 0);
  for (int i = 1; i < BENCH_THREADS; i++)
    if (pthread_create (&helpers[i], NULL, threads_work, NULL))
      abort ();
  threads_work (NULL);
  for (int i = 1; i < BENCH_THREADS; i++)
    pthread_join (helpers[i], NULL);
  while (threads.count)
    free (threads.tasks[--threads.count].argument);
  return 0;
}

#undef rp_async_copy
#undef rp_finish
#undef rp_isolated
#define rp_async_copy threads_async_copy
#define rp_finish for (int threads_once = 1; threads_once; threads_once = threads_finish_end ())
#define rp_isolated \
  for (int threads_once = !pthread_mutex_lock (&threads.isolated); threads_once; \
       threads_once = pthread_mutex_unlock (&threads.isolated))

#endif
