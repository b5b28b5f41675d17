// A thread that begins an inner region reads what another writes.
// expect: 6 race x 9 10
void f (int n)
{
  int x = 0;
#pragma omp parallel
  {
#pragma omp single nowait
    x = 1;
#pragma omp parallel for firstprivate(x)
    for (int i = 0; i < n; i++)
      x += i;
  }
}
