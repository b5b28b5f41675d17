// schedule(static, 3): the chunk size does not matter for independent iterations.
// expect: clean
int a[50];

int
main (void)
{
#pragma omp parallel for schedule(static, 3)
  for (int i = 49; i >= 0; i--)
    a[i] = i + 1;
  return a[49] != 50;
}
