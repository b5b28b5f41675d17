// Loops of unknown length that depend on no other thread: they end, and x is written by all.
// expect: 7 race x 14
// expect: 21 race x 29
int omp_get_thread_num (void);
void f (int n, const int *next, int *x)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    {
      int k = i, steps = 0;
      while (next[k] >= 0 && steps < 99)
        k = next[k];
      /* k is not used */
      x[0] = i;
      (void) k;
    }
}

void g (int n, int *x)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    {
      int k = i;
      do
        k /= 2;
      while (k > 0);
      /* k is 0 */
      x[0] = i;
    }
}
