// x and y are the same array.
// expect: 7 undecided
int x[10];
extern int y[10] __attribute__ ((alias ("x")));
void f (void)
{
#pragma omp parallel for
  for (int i = 0; i < 9; i++)
    x[i] = y[i + 1];
}
