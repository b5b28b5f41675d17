// A private variable of the creator is firstprivate in the task: each task has its own value.
// expect: clean
int seen[10];

int
main (void)
{
#pragma omp parallel
#pragma omp single
  {
    int i;
    for (i = 0; i < 10; i++)
      {
#pragma omp task
        seen[i] = i;
      }
  }
  return seen[9] != 9;
}
