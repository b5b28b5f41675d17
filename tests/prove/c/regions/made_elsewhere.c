// A structure that one function makes, or points into itself, is what another one may be given.
// expect: 40 undecided
// expect: 47 undecided
// expect: 54 undecided
#include <stdlib.h>
struct pair
{
  double *x, *y;
  int n;
};

struct buffer
{
  double *current, all[100];
};

struct pair *
make_pair (double *x)
{
  struct pair *made = malloc (sizeof *made);
  made->x = x;
  made->y = x + 1;
  return made;
}

struct pair
pair_of (double *x, int n)
{
  struct pair made = { x, x, n };
  return made;
}

void begin (struct buffer *b)
{
  b->current = b->all;
}

void use_made (struct pair *p)
{
#pragma omp parallel for
  for (int i = 0; i < p->n; i++)
    p->x[i] = p->y[i];
}

void use_value (struct pair p)
{
#pragma omp parallel for
  for (int i = 0; i < p.n; i++)
    p.x[i] = p.y[i + 1];
}

void use_buffer (struct buffer *b)
{
#pragma omp parallel for
  for (int i = 0; i < 99; i++)
    b->current[i] = b->all[i + 1];
}
