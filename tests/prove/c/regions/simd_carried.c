// What an iteration uses of another one is a race of lanes, also outside parallel regions.
// expect: 8 race a 10
// expect: 15 race b 18
// expect: 25 race a 28
// expect: 34 race t 38
void f (int n, double *a)
{
#pragma omp simd
  for (int i = 1; i < n; i++)
    a[i] = a[i - 1] + 1;
}

void backwards (int n, double *a, double *b)
{
#pragma omp parallel for
  for (int k = 0; k < 4; k++)
#pragma omp simd
    for (int i = 0; i < n; i++) b[k] = b[k] + a[i];
}


void in_team_of_one (int n, double *a)
{

#pragma omp parallel num_threads(1)
#pragma omp for simd
  for (int i = 0; i < n - 4; i++)
    a[i] = a[i + 4];
}

void temporary (int n, double *a)
{
  double t;
#pragma omp simd
  for (int i = 0; i < n; i++)
    {
      /* not private */
      t = a[i];
    }
  (void) t;
}
