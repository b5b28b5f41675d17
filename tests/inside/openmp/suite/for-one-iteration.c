// One iteration is one thread's: nobody else touches the variable.
// expect: clean
int total, n = 1;

int
main (void)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    total += 7;
  return total != 7;
}
