// The iterations of a loop construct may run in any order and at once; these do not touch each
// other.
// expect: clean
// compilers: gcc
int a[40];

int
main (void)
{
#pragma omp parallel
#pragma omp loop
  for (int i = 0; i < 40; i++)
    a[i] = i;
  return a[39] != 39;
}
