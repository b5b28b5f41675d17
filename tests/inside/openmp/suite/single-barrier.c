// The implied barrier of single comes between its write and the others' reads.
// expect: clean
int x;

int
main (void)
{
  int wrong = 0;
#pragma omp parallel reduction(+ : wrong)
  {
#pragma omp single
    x = 7;
    wrong += x != 7;
  }
  return wrong != 0;
}
