// Each element is a dependence of its own: a pipeline of three stages for each of them.
// expect: clean
int a[6], b[6], c[6];

int
main (void)
{
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < 6; i++)
    {
#pragma omp task depend(out : a[i])
      a[i] = i;
#pragma omp task depend(in : a[i]) depend(out : b[i])
      b[i] = a[i] + 1;
#pragma omp task depend(in : b[i]) depend(out : c[i])
      c[i] = b[i] * 2;
    }
  return c[5] != 12;
}
