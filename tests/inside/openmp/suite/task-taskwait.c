// taskwait orders the child's write before the creator's read.
// expect: clean
int result, seen;

int
main (void)
{
#pragma omp parallel
#pragma omp single
  {
#pragma omp task
    result = 42;
#pragma omp taskwait
    seen = result;
  }
  return seen != 42;
}
