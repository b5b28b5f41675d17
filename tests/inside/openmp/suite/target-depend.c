// Two target tasks in order by their dependences.
// expect: clean
int x, seen;

int
main (void)
{
#pragma omp parallel num_threads(2)
#pragma omp single
  {
#pragma omp target nowait map(tofrom : x) depend(out : x)
    x = 1;
#pragma omp target nowait map(tofrom : x, seen) depend(in : x)
    seen = x + 1;
#pragma omp taskwait
  }
  return seen != 2;
}
