/* The classic: a sum that all iterations add to. */
int
main (void)
{
  int sum = 0, a[100];
  for (int i = 0; i < 100; i++)
    a[i] = i;
#pragma omp parallel for
  for (int i = 0; i < 100; i++)
    sum += a[i];
  return sum != 4950;
}
