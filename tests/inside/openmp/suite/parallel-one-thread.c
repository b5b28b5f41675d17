// num_threads(1) fixes the team to one thread.
// expect: clean
int total;

int
main (void)
{
#pragma omp parallel num_threads(1)
  total++;
  return total != 1;
}
