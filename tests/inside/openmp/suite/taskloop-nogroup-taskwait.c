// nogroup with a taskwait: the tasks of the loop are children of the creator.
// expect: clean
int a[30], seen;

int
main (void)
{
#pragma omp parallel
#pragma omp single
  {
#pragma omp taskloop nogroup num_tasks(6)
    for (int i = 0; i < 30; i++)
      a[i] = i;
#pragma omp taskwait
    seen = a[29];
  }
  return seen != 29;
}
