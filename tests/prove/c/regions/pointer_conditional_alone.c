// Whichever it is, it is one for all.
// expect: 6 proved
void f (int n, int c, int *a, int *b)
{
  int *p = c ? a : b;
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    p[i] = i;
}
