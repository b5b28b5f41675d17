// The thread of a team of one executes all tasks of the team, so they do not race with each other. Tasks of different
// teams, threads of a team in a task, and lanes of simd constructs may.
// expect: 11 proved
// expect: 21 race s 25 27
// expect: 32 race h 36
// expect: 41 race m 45
// expect: 50 race a 55
int s, h, m;
void alone (void)
{
#pragma omp parallel num_threads (1)
  {
#pragma omp task
    s++;
#pragma omp task
    s++;
  }
}
void alone_if_small (int n)
{
#pragma omp parallel if (n > 5)
#pragma omp master
  {
#pragma omp task
    s++;
#pragma omp task
    s = 0;
  }
}
void team_in_task (void)
{
#pragma omp parallel num_threads (1)
  {
#pragma omp task
#pragma omp parallel num_threads (4)
    h++;
  }
}
void teams_of_one (void)
{
#pragma omp parallel num_threads (2)
#pragma omp parallel num_threads (1)
  {
#pragma omp task
    m++;
  }
}
void lanes (int n, float *a)
{
#pragma omp parallel num_threads (1)
  {
#pragma omp task
#pragma omp simd
    for (int i = 1; i < n; i++)
      a[i] = a[i - 1];
  }
}
