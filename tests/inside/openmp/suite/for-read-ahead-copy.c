// The same shift through a second array has no conflicting iterations.
// expect: clean
int a[101], b[101];

int
main (void)
{
  for (int i = 0; i <= 100; i++)
    a[i] = i;
#pragma omp parallel for
  for (int i = 0; i < 100; i++)
    b[i] = a[i + 1];
#pragma omp parallel for
  for (int i = 0; i < 100; i++)
    a[i] = b[i];
  return a[0] != 1 || a[99] != 100;
}
