// Two threads, chunks of one: even iterations in one, odd ones in the other; if only one thread
// comes, it has all.
// expect: 6 proved
void f (int n, double *a)
{
#pragma omp parallel for schedule(static, 1) num_threads(2)
  for (int i = 0; i < n; i++)
    a[i + 2] = a[i];
}
