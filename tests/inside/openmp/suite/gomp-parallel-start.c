// Regions in two calls, as gcc compiled them before 4.9: barriers, a region inside, a team of one.
// expect: clean
// environment: OMP_MAX_ACTIVE_LEVELS=2
// prints: 0 1 2 10 6 1
#include <omp.h>
#include <stdio.h>

void GOMP_parallel_start (void (*run) (void *), void *data, unsigned threads);
void GOMP_parallel_end (void);
void GOMP_barrier (void);

static int first[3], second[3], inner[3][2];

static void
inside (void *data)
{
  int *own = data;
  own[omp_get_thread_num ()] = 1;
}

static void
body (void *data)
{
  int me = omp_get_thread_num ();
  (void) data;
  first[me] = me;
  GOMP_barrier ();
  second[me] = first[(me + 1) % 3] + 1;
  GOMP_parallel_start (inside, inner[me], 2);
  inside (inner[me]);
  GOMP_parallel_end ();
  GOMP_barrier ();
  second[me] += second[me] > 100;
}

static void
alone (void *data)
{
  *(int *) data = omp_get_num_threads ();
}

int
main (void)
{
  int threads = 0, sum = 0, all = 0;
  GOMP_parallel_start (body, NULL, 3);
  body (NULL);
  GOMP_parallel_end ();
  for (int i = 0; i < 3; i++)
    {
      sum += second[i];
      all += inner[i][0] + inner[i][1];
    }
  GOMP_parallel_start (alone, &threads, 1);
  alone (&threads);
  GOMP_parallel_end ();
  printf ("%d %d %d %d %d %d\n", first[0], first[1], first[2], sum + 4, all, threads);
  return 0;
}
