// schedule(static): the elements of different iterations are different.
// expect: clean
int a[100];

int
main (void)
{
#pragma omp parallel for schedule(static)
  for (int i = 0; i < 100; i++)
    a[i] = i * i;
  return a[9] != 81;
}
