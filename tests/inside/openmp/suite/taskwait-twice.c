// Each taskwait covers the tasks made before it.
// expect: clean
int x;

int
main (void)
{
#pragma omp parallel
#pragma omp single
  {
#pragma omp task
    x = 1;
#pragma omp taskwait
#pragma omp task
    x += 1;
#pragma omp taskwait
    x += 1;
  }
  return x != 3;
}
