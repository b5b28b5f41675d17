// A task of thread 0 and one of a single have a dependence for a variable on the stack of thread 0, if that thread executes
// the single. If another thread does, nothing orders what they do to shared memory.
// expect: race x
// at: 19 26
int x;

int
main (void)
{
#pragma omp parallel num_threads(2)
  {
    int own = 0;
#pragma omp single nowait
    own = 0;
#pragma omp master
    {
#pragma omp task shared(own) depend(out : own)
      {
        x = 1;
        own = 1;
      }
    }
#pragma omp single nowait
    {
#pragma omp task shared(own) depend(inout : own)
      x++;
    }
  }
  return 0;
}
