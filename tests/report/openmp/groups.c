// Where tasks of taskloops come together: a taskgroup, or the end of the taskloop that has no nogroup.
int x, y;
int main (void)
{
#pragma omp parallel num_threads(2)
#pragma omp single
#pragma omp taskgroup
  {
#pragma omp task
    x = 5;
#pragma omp taskloop nogroup num_tasks(1)
    for (int i = 0; i < 2; i++)
      x = i;
#pragma omp taskloop nogroup \
    num_tasks(2)
    for (int i = 0; i < 2; i++)
      y = i;
  }
#pragma omp parallel num_threads(2)
#pragma omp single
#pragma omp taskloop num_tasks(2)
    for (int i = 0; i < 2; i++)
      y = i;
  return 0;
}
