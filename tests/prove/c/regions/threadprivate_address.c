// The copy of one thread, used by all.
// expect: 8 undecided
int c;
#pragma omp threadprivate(c)
void f (int n)
{
  int *p = &c;
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    *p = i;
}
