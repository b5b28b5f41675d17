// Not only names are compared. That they differ, or that one is null, makes nothing the same.
// expect: 16 undecided
// expect: 24 undecided
// expect: 32 undecided
// expect: 42 proved
int a[100];
struct range
{
  int *begin, *end;
};

void with_offset (int *p, int *q)
{
  if (p == q + 1)
    {
#pragma omp parallel for
      for (int i = 0; i < 50; i++)
        q[i] = p[i];
    }
}
void with_element (int *p)
{
  if (p == &a[1])
#pragma omp parallel for
    for (int i = 0; i < 50; i++)
      a[i] = p[i];
}

void of_members (struct range *r)
{
  if (!(r->begin != r->end))
#pragma omp parallel for
    for (int i = 0; i < 50; i++)
      r->begin[i] = r->end[i + 1];
}

void apart (int *p, int *q)
{
  if (p == a || q == 0)
    return;
  if (p != 0)
#pragma omp parallel for
    for (int i = 0; i < 50; i++)
      a[i] = p[i + 1] + q[i + 1];
}
