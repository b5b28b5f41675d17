// taskwait with depend waits for the tasks that it names, and for no others.
// expect: 6 proved
// expect: 18 race b 23 25
void f (int *a)
{
#pragma omp parallel
#pragma omp single
  {
#pragma omp task depend(out : a[0])
    a[0] = 1;
#pragma omp taskwait depend(in : a[0])
    a[0]++;
  }
}

void g (int *a, int *b)
{
#pragma omp parallel
#pragma omp single
  {
#pragma omp task depend(out : b[0])
    /* not awaited */
    b[0] = 1;
#pragma omp taskwait depend(in : a[0])
    b[0] = 2;
  }
}
