// ordered simd orders the lanes of a thread, not the threads.
// expect: 6 race b 11
// expect: 18 proved
void f (int n, double *b)
{
#pragma omp parallel for simd
  for (int i = 1; i < n; i++)
    {
#pragma omp ordered simd
      /* by several threads */
      b[i] = b[i - 1] + 1;
    }
}

void in_critical (int n, double *a)
{

#pragma omp parallel for
  for (int i = 0; i < n; i++)
    {
      double t = 0;
#pragma omp simd reduction(+ : t)
      for (int j = 0; j < 8; j++)
        t += j;
      a[i] = t;
    }
}
