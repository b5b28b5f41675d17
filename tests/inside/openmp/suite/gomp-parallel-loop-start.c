// A combined loop in two calls: each iteration is executed once, and writes its own element.
// expect: clean
// prints: 100
#include <stdbool.h>
#include <stdio.h>

void GOMP_parallel_loop_dynamic_start (void (*run) (void *), void *data, unsigned threads, long start, long end,
                                       long step, long chunk);
bool GOMP_loop_dynamic_next (long *first, long *last);
void GOMP_loop_end_nowait (void);
void GOMP_parallel_end (void);

static int a[100];

static void
body (void *data)
{
  long first, last;
  (void) data;
  while (GOMP_loop_dynamic_next (&first, &last))
    for (long i = first; i < last; i++)
      a[i] += 1;
  GOMP_loop_end_nowait ();
}

int
main (void)
{
  int sum = 0;
  GOMP_parallel_loop_dynamic_start (body, NULL, 4, 0, 100, 1, 3);
  body (NULL);
  GOMP_parallel_end ();
  for (int i = 0; i < 100; i++)
    sum += a[i] == 1;
  printf ("%d\n", sum);
  return 0;
}
