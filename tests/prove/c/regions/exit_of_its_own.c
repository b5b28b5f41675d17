// A function that is called as the library's is not it.
// expect: 12 race a 14
void
abort (void)
{
}
void f (int n, int m, int *a)
{
  if (m < n)
    abort ();
  /* so M may be anything */
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    a[i + m] = a[i];
}
