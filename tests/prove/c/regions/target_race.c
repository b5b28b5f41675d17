// Races between teams, between threads of teams, on a copy that all threads of the target share.
// expect: 9 race x 11
// expect: 17 race c 20
// expect: 26 race t 29
// expect: 35 race x 38
// expect: 44 race x 48
void carried (int n, float *x)
{
#pragma omp target teams distribute parallel for map(tofrom : x[0 : n])
  for (int i = 0; i < n - 1; i++)
    x[i] = x[i + 1];
}

int counted (int n)
{
  int c = 0;
#pragma omp target teams distribute map(tofrom : c)
  for (int i = 0; i < n; i++)
    /* by all teams */
    c++;
  return c;
}
void temporary (int n, double *x)
{
  double t;
#pragma omp target parallel for map(tofrom : x[0 : n])
  for (int i = 0; i < n; i++)
    {
      t = x[i];
      x[i] = t * t;
    }
}
void no_distribute (double *x)
{
#pragma omp teams
  {
    /* each team */
    x[0] = 1;
  }
}
void between_teams (int n, double *x)
{

#pragma omp teams
#pragma omp distribute parallel for
  for (int i = 0; i < n; i++)
    /* one element for two iterations */
    x[i / 2] = i;
}
