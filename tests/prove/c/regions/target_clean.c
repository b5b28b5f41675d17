// target and teams, as the host executes them.
// expect: 10 proved
// expect: 17 proved
// expect: 25 proved
// expect: 36 proved
// expect: 46 proved
// expect: 61 proved
void saxpy (int n, float a, const float *x, float *y)
{
#pragma omp target teams distribute parallel for map(to : x[0 : n]) map(tofrom : y[0 : n])
  for (int i = 0; i < n; i++)
    y[i] += a * x[i];
}
double sum (int n, const double *x)
{
  double s = 0;
#pragma omp target teams distribute parallel for simd reduction(+ : s) map(to : x[ : n])
  for (int i = 0; i < n; i++)
    s += x[i];
  return s;
}
void copied (int n, double *x)
{
  double t = 0;
#pragma omp target map(tofrom : x[0 : n])
  {
    t = 1;
    for (int i = 0; i < n; i++)
      x[i] = t;
  }
}

void nested (int n, int m, double *x)
{

#pragma omp target teams map(x[0 : n * m]) num_teams(8)
#pragma omp distribute
  for (int i = 0; i < n; i++)
#pragma omp parallel for
    for (int j = 0; j < m; j++)
      x[i * m + j] = i + j;
}

void inner (int n, double *x)
{
#pragma omp teams
  {
    double scale = 2;
#pragma omp distribute parallel for
    for (int i = 0; i < n; i++)
      x[i] *= scale;
  }
}

void around (int n, double *x)
{
#pragma omp target data map(tofrom : x[0 : n])
  {
#pragma omp target update to(x[0 : n])
    /* this is the region */
#pragma omp target parallel for
    for (int i = 0; i < n; i++)
      x[i] = i;
  }
}
