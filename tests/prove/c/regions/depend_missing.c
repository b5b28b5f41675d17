// Dependences that order nothing: of tasks that only read, of different places, of tasks of
// different threads.
// expect: 8 race a 12 14
// expect: 21 race a 26
// expect: 33 race a 35
void readers (int *a, int *b)
{
#pragma omp parallel
#pragma omp single
  {
#pragma omp task depend(in : a[0])
    a[0] = 1;
#pragma omp task depend(in : a[0])
    a[0] = 2;
    (void) b;
  }
}

void other_place (int n, int *a, int *b)
{
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < n; i++)
    {
#pragma omp task depend(inout : b[i])
      a[0] = i;
    }
}

void not_siblings (int *a)
{

#pragma omp parallel
#pragma omp task depend(inout : a[0])
  a[0]++;
}
