// Who holds a critical section may wait in it for tasks, or for a team: whether the section protects what they do is not
// known. No race is certain then.
// expect: 9 undecided
// expect: 24 undecided
// expect: 33 undecided
int s, h;
void tasks (void)
{
#pragma omp parallel
#pragma omp critical
  {
#pragma omp task
    s++;
#pragma omp taskwait
#pragma omp taskgroup
    {
#pragma omp task
      s++;
    }
  }
}
void team (void)
{
#pragma omp parallel
#pragma omp critical
  {
#pragma omp parallel num_threads (1)
    h++;
  }
}
void loop (int n, int *a)
{
#pragma omp parallel
#pragma omp critical
#pragma omp taskloop
  for (int i = 0; i < n; i++)
    a[i]++;
}
