// Tasks in a loop, each of which depends on the one before; by elements, by sections, by blocks.
// expect: 7 proved
// expect: 19 proved
// expect: 32 proved
void chain (int n, int *a)
{
#pragma omp parallel
#pragma omp single
  for (int i = 1; i < n; i++)
    {
#pragma omp task depend(in : a[i - 1]) depend(out : a[i])
      a[i] = a[i - 1] + 1;
    }
}

void one_place (int n, int *sum, const int *a)
{
  int token;
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < n; i++)
    {
#pragma omp task depend(inout : token)
      *sum += a[i];
    }
}

void produce (int n, double *a, double *b)
{
  double x = 0;

#pragma omp parallel
#pragma omp master
  {
#pragma omp task depend(out : a[0 : n])
    for (int i = 0; i < n; i++)
      a[i] = i;
#pragma omp task depend(in : a[0 : n]) depend(out : b[:n])
    for (int i = 0; i < n; i++)
      b[i] = a[i];
#pragma omp task depend(in : a[0 : n], b[:n]) shared(x)
    x = a[0] + b[0];
#pragma omp taskwait
    x = 0;
  }
}
