/* Variables that tasks share with who created them: of the function, of a block, a parameter. */
/* names: x y n */
#include <stdio.h>

static int
work (int n)
{
  int x = 1;
  {
    int y = 2;
#pragma omp task shared(x, y, n)
    {
      x = 2;
      y = 3;
      n = 4;
    }
    y++;
    x++;
    n++;
#pragma omp taskwait
    return x + y + n;
  }
}

int
main (void)
{
#pragma omp parallel num_threads(2)
#pragma omp single
  printf ("%d\n", work (1));
  return 0;
}
