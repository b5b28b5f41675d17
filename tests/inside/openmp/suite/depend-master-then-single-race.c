// A task of thread 0 and one of a single have a dependence for the same shared variable. They are siblings only if thread 0
// executes the single.
// expect: race x
// at: 15 20
int x;

int
main (void)
{
#pragma omp parallel num_threads(2)
  {
#pragma omp master
    {
#pragma omp task depend(out : x)
      x = 1;
    }
#pragma omp single
    {
#pragma omp task depend(inout : x)
      x++;
    }
  }
  return 0;
}
