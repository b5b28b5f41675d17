// defaultmap: which variables of a target region are the host's, and which are copies.
// expect: 14 proved
// expect: 26 race t 30
// expect: 38 proved
// expect: 50 race t 54
// expect: 62 proved
// expect: 74 undecided
// expect: 86 proved
// expect: 98 race t 102
// expect: 110 race t 113 115
void aggregates (int n, double *x)
{
  double t = 0;
#pragma omp parallel for
  for (int i = 0; i < n; i++)
#pragma omp target defaultmap(tofrom : aggregate) map(x[0 : n])
    {
      t = x[i];
      x[i] = t * t;
    }
}

void scalars (int n, double *x)
{
  double t = 0;
#pragma omp parallel for
  for (int i = 0; i < n; i++)
#pragma omp target defaultmap(tofrom : scalar) map(x[0 : n])
    {
      t = x[i];
      x[i] = t * t;
    }
}

void pointers (int n, double *x)
{
  double t = 0;
#pragma omp parallel for
  for (int i = 0; i < n; i++)
#pragma omp target defaultmap(tofrom : pointer) map(x[0 : n])
    {
      t = x[i];
      x[i] = t * t;
    }
}

void everything (int n, double *x)
{
  double t = 0;
#pragma omp parallel for
  for (int i = 0; i < n; i++)
#pragma omp target defaultmap(tofrom) map(x[0 : n])
    {
      t = x[i];
      x[i] = t * t;
    }
}

void nothing (int n, double *x)
{
  double t = 0;
#pragma omp parallel for
  for (int i = 0; i < n; i++)
#pragma omp target defaultmap(none) map(x[0 : n]) firstprivate(i, t)
    {
      t = x[i];
      x[i] = t * t;
    }
}

void uploads (int n, double *x)
{
  double t = 0;
#pragma omp parallel for
  for (int i = 0; i < n; i++)
#pragma omp target defaultmap(to : scalar) map(x[0 : n])
    {
      t = x[i];
      x[i] = t * t;
    }
}

void with_private (int n, double *x)
{
  double t = 0;
#pragma omp parallel for
  for (int i = 0; i < n; i++)
#pragma omp target private(t) map(x[0 : n])
    {
      t = x[i];
      x[i] = t * t;
    }
}

void with_map (int n, double *x)
{
  double t = 0;
#pragma omp parallel for
  for (int i = 0; i < n; i++)
#pragma omp target map(t, x[0 : n])
    {
      t = x[i];
      x[i] = t * t;
    }
}

void read_at_entry (int n, double *x)
{
  double t = 0;
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    if (i == 0)
      t = 1;
    else
#pragma omp target map(x[0 : n])
      {
        t = x[i];
        x[i] = t * t;
      }
}
