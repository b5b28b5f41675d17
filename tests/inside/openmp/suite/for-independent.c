// Each iteration writes its own element and reads an array that nobody writes.
// expect: clean
int a[64], b[64];

int
main (void)
{
  for (int i = 0; i < 64; i++)
    b[i] = i;
#pragma omp parallel for
  for (int i = 0; i < 64; i++)
    a[i] = 2 * b[i];
  int wrong = 0;
  for (int i = 0; i < 64; i++)
    wrong += a[i] != 2 * i;
  return wrong != 0;
}
