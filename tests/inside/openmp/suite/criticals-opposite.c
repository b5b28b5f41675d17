// Two named critical sections, each inside the other in another section of the team.
// expect: doubt
int
main (void)
{
#pragma omp parallel sections num_threads(2)
  {
#pragma omp section
#pragma omp critical (one)
    {
#pragma omp critical (two)
      {
      }
    }
#pragma omp section
#pragma omp critical (two)
    {
#pragma omp critical (one)
      {
      }
    }
  }
  return 0;
}
