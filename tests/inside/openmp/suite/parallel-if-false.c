// if(0) makes a team of one thread: the plain increment has no one to race with.
// expect: clean
int total;

int
main (void)
{
  int parallel = 0;
#pragma omp parallel if (parallel)
  total++;
  return total != 1;
}
