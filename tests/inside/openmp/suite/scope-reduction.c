// scope has a reduction and an implied barrier, and each thread adds into its own copy.
// expect: clean
// compilers: gcc
int total, size;

int
main (void)
{
  int wrong = 0;
#pragma omp parallel reduction(+ : wrong)
  {
#pragma omp scope reduction(+ : total)
    total += 1;
#pragma omp atomic
    size++;
#pragma omp barrier
    wrong += total != size;
  }
  return wrong != 0;
}
