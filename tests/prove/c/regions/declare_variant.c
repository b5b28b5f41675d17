// Within parallel constructs another function is called.
// expect: 18 undecided
double a[1000];
static void
everywhere (int i)
{
  a[0] = i;
}

#pragma omp declare variant(everywhere) match(construct = { parallel })
static void own (int i)
{
  a[i] = i;
}

void f (int n)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    own (i);
}
