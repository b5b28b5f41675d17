/* Three blocks, one after the other, each with an array; and one variable that is first used behind them. */
/* names: first second third */
#include <stdio.h>

static void
show (const int *values, int n)
{
  for (int i = 0; i < n; i++)
    printf ("%d%c", values[i], i + 1 < n ? ' ' : '\n');
}

int
main (void)
{
  int late[8];
  {
    int first = 0;
#pragma omp parallel num_threads(2)
    first += 1;
    show (&first, 1);
  }
  {
    long second = 0;
#pragma omp parallel num_threads(2)
    second += 2;
    show (&(int) { (int) second }, 1);
  }
  {
    int third[4] = { 0 };
#pragma omp parallel for
    for (int i = 0; i < 8; i++)
      third[i % 4] += i;
    show (third, 4);
  }
  for (int i = 0; i < 8; i++)
    late[i] = i;
  show (late, 8);
  return 0;
}
