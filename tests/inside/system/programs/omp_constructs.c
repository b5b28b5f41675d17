/* Most constructs, in main and in a thread of the program's own at the same time; locks and critical sections are
 * between both. */
#include <omp.h>
#include <pthread.h>
#include <stdio.h>
static long in_critical, in_named, in_lock, in_nest, in_atomic;
static omp_lock_t lock;
static omp_nest_lock_t nest;
static int own;
#pragma omp threadprivate(own)

typedef struct result
{
  int singles, sections, ordered, last, tasks, loop, level, copied, dynamic;
} result;

static int
fib (int n)
{
  int x, y;
  if (n < 2)
    return n;
#pragma omp task shared(x) firstprivate(n)
  x = fib (n - 1);
#pragma omp task shared(y) firstprivate(n)
  y = fib (n - 2);
#pragma omp taskwait
  return x + y;
}

static void
exclude (void)
{
  for (int i = 0; i < 500; i++)
    {
#pragma omp critical
      in_critical++;
#pragma omp critical(name)
      in_named++;
      omp_set_lock (&lock);
      in_lock++;
      omp_unset_lock (&lock);
      omp_set_nest_lock (&nest);
      while (!omp_test_nest_lock (&nest))
        continue;
      in_nest++;
      omp_unset_nest_lock (&nest);
      omp_unset_nest_lock (&nest);
#pragma omp atomic
      in_atomic++;
    }
}

static void
work (result *r)
{
  int last = 0, value = 0, dynamic = 0;
#pragma omp parallel num_threads(2)
  {
#pragma omp single nowait
    {
#pragma omp atomic
      r->singles++;
    }
#pragma omp sections
    {
#pragma omp section
#pragma omp atomic
      r->sections++;
#pragma omp section
#pragma omp atomic
      r->sections++;
#pragma omp section
#pragma omp atomic
      r->sections++;
    }
#pragma omp for ordered
    for (int i = 0; i < 10; i++)
#pragma omp ordered
      r->ordered = r->ordered * 2 + i;
#pragma omp for lastprivate(last) schedule(static)
    for (int i = 0; i < 17; i++)
      last = i;
#pragma omp for schedule(dynamic, 3) reduction(+ : dynamic)
    for (int i = 0; i < 17; i++)
      dynamic += i;
#pragma omp for reduction(+ : dynamic) schedule(static)
    for (unsigned i = 40960; i > 0; i -= 4096)
      dynamic += i == 4096;
#pragma omp for simd reduction(+ : dynamic)
    for (int i = 0; i < 9; i++)
      dynamic += i == 8;
    own = omp_get_thread_num () + 1;
#pragma omp single copyprivate(own)
    own = 9;
#pragma omp atomic
    r->copied += own;
#pragma omp barrier
#pragma omp master
    {
#pragma omp taskloop grainsize(4)
      for (int i = 0; i < 16; i++)
        {
#pragma omp atomic
          r->loop += i;
        }
      r->tasks = fib (10);
#pragma omp task depend(out : value)
      value = 1;
#pragma omp task depend(inout : value)
      value = value * 10 + 2;
#pragma omp taskwait
      r->level = omp_get_level () * 100 + omp_get_num_threads () * 10 + omp_in_parallel ();
    }
    exclude ();
  }
  r->last = last;
  r->dynamic = dynamic + value;
}

static void
show (const char *who, const result *r)
{
  printf ("%s %d %d %d %d %d %d %d %d %d\n", who, r->singles, r->sections, r->ordered, r->last, r->tasks, r->loop, r->level,
          r->copied, r->dynamic);
}

static void *
thread_work (void *argument)
{
  work (argument);
  return NULL;
}

int
main (void)
{
  pthread_t threads[2];
  static result results[3];
  omp_init_lock (&lock);
  omp_init_nest_lock (&nest);
  for (int i = 0; i < 2; i++)
    pthread_create (&threads[i], NULL, thread_work, &results[i]);
  work (&results[2]);
  for (int i = 0; i < 2; i++)
    pthread_join (threads[i], NULL);
  for (int i = 0; i < 3; i++)
    show (i < 2 ? "thread" : "main", &results[i]);
  printf ("%ld %ld %ld %ld %ld\n", in_critical, in_named, in_lock, in_nest, in_atomic);
  return 0;
}
