// What one function stores behind its parameter, another one finds behind its own.
// expect: 24 undecided
// expect: 31 undecided
// expect: 38 undecided
struct pair
{
  double *x, *y;
  int n;
};

void make_same (struct pair *p)
{
  p->y = p->x;
}

void make_rows (double **rows, double *row, int n)
{
  for (int i = 0; i < n; i++)
    rows[i] = row;
}

void use_same (struct pair *p)
{
#pragma omp parallel for
  for (int i = 0; i < p->n; i++)
    p->x[i] = p->y[i + 1];
}

void use_rows (double **rows, int n)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    rows[i][0] = i;
}

void use_two (struct pair *p, struct pair *q)
{
#pragma omp parallel for
  for (int i = 0; i < p->n; i++)
    p->x[i] = q->y[i + 1];
}
