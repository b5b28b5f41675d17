// Atomic updates of a double, with an operator that no machine instruction has.
// expect: clean
double product = 1.0;

int
main (void)
{
#pragma omp parallel for
  for (int i = 0; i < 10; i++)
    {
#pragma omp atomic
      product *= 2.0;
    }
  return product != 1024.0;
}
