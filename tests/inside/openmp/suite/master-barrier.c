// A barrier after master makes its write known to the team.
// expect: clean
int x;

int
main (void)
{
  int wrong = 0;
#pragma omp parallel reduction(+ : wrong)
  {
#pragma omp master
    x = 7;
#pragma omp barrier
    wrong += x != 7;
  }
  return wrong != 0;
}
