// A region in two calls, whose threads write one variable.
// expect: race shared
// at: 13
#include <stdio.h>

void GOMP_parallel_start (void (*run) (void *), void *data, unsigned threads);
void GOMP_parallel_end (void);

static void
body (void *data)
{
  (void) data;
  *(int *) data += 1;
}

int
main (void)
{
  int shared = 0;
  GOMP_parallel_start (body, &shared, 3);
  body (&shared);
  GOMP_parallel_end ();
  printf ("%d\n", shared);
  return 0;
}
