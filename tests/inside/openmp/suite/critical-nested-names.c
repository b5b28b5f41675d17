// Two nested critical sections of different names, always entered in the same order.
// expect: clean
int a, b;

int
main (void)
{
#pragma omp parallel for
  for (int i = 0; i < 10; i++)
    {
#pragma omp critical(outer)
      {
        a += 1;
#pragma omp critical(inner)
        b += 1;
      }
    }
  return a + b != 20;
}
