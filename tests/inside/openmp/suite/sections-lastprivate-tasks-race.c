// As many sections as threads. One thread may execute both, the last one after the other, and their tasks meet in its
// variable.
// expect: race used
// at: 20 26
int wrong;

int
main (void)
{
  int x = 0;
#pragma omp parallel num_threads(2)
  {
    int used = 0;
#pragma omp sections lastprivate(x)
    {
#pragma omp section
      {
        x = 1;
#pragma omp task shared(used)
        used = 1;
      }
#pragma omp section
      {
        x = 2;
#pragma omp task shared(used)
        used = 1;
      }
    }
    if (used > 1)
      {
#pragma omp atomic
        wrong++;
      }
  }
  return wrong || x != 2;
}
