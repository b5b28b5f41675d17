// The join at the end of the first region orders its writes before those of the second.
// expect: clean
int a[32];

int
main (void)
{
#pragma omp parallel for
  for (int i = 0; i < 32; i++)
    a[i] = i;
#pragma omp parallel for
  for (int i = 0; i < 32; i++)
    a[31 - i] += 1;
  int sum = 0;
  for (int i = 0; i < 32; i++)
    sum += a[i];
  return sum != 528;
}
