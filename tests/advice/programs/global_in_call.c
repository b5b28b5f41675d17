/* The called functions update it, too, and an optimizer makes one update of all: a reduction would not cover them. */
/* hints: none */
/* output: - */
#include <stdio.h>

int x;

static void
f (int i)
{
  x += i;
}

static void
g (int i)
{
  f (i);
}

int
main (void)
{
#pragma omp parallel for
  for (int i = 0; i < 20; i++)
    {
      f (i);
      g (i);
      x++;
    }
  printf ("%d\n", x);
  return 0;
}
