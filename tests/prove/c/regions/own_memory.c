// Memory that a thread allocates for itself, and memory that tasks share.
// expect: 11 proved
// expect: 27 race local 32
// expect: 41 proved
// expect: 53 undecided
#include <stdlib.h>
double *global;
void use (double *);
void buffers (int n, const int *d, int *h)
{
#pragma omp parallel
  {
    int *local = calloc (256, sizeof *local);
#pragma omp for
    for (int i = 0; i < n; i++)
      local[d[i]]++;
#pragma omp critical
    for (int b = 0; b < 256; b++)
      h[b] += local[b];
    free (local);
  }
}

void tasks (int n)
{

#pragma omp parallel
  {
    int *local = malloc (n * sizeof *local);
    for (int i = 0; i < n; i++)
#pragma omp task
      local[0] = i;
#pragma omp taskwait
    free (local);
  }
}

void rows (int n, double *a)
{

#pragma omp parallel for
  for (int i = 0; i < n; i++)
    {
      double *row = malloc (4 * sizeof *row);
      for (int k = 0; k < 4; k++) row[k] = k;
      a[i] = row[0] + row[3];
      free (row);
    }
}
void given_away (int n)
{

#pragma omp parallel
  {
    double *local = malloc (n * sizeof *local);
    global = local;
    local[0] = 1;
  }
}
