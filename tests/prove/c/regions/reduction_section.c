// Sections of arrays: each thread has a copy; the original is written at the end.
// expect: 8 proved
// expect: 14 proved
// expect: 26 race h 30
// expect: 35 undecided
void counts (int n, const unsigned char *d, int *h)
{
#pragma omp parallel for reduction(+ : h[ : 256])
  for (int i = 0; i < n; i++)
    h[d[i]]++;
}
void array (int n, const unsigned char *d, int h[256])
{
#pragma omp parallel
  {
#pragma omp for reduction(+ : h[0 : 256])
    for (int i = 0; i < n; i++)
      h[d[i]] += 2;
#pragma omp single
    h[0] = 0;
  }
}
int g;
void other (int n, int *h, int *k)
{
#pragma omp parallel for reduction(+ : k[0 : 4])
  for (int i = 0; i < n; i++)
    {
      k[0] += i;
      h[0] += i;
    }
}
void too_early (int n, int *h)
{
#pragma omp parallel
  {
#pragma omp for reduction(+ : h[0 : 4]) nowait
    for (int i = 0; i < n; i++)
      h[0] += i;
#pragma omp single
    h[0] = 0;
  }
}
