// The index array is a permutation: no element has two iterations.
// expect: clean
int at[32], a[32];

int
main (void)
{
  for (int i = 0; i < 32; i++)
    at[i] = i * 5 % 32;
#pragma omp parallel for
  for (int i = 0; i < 32; i++)
    a[at[i]] += i;
  return a[5] != 1;
}
