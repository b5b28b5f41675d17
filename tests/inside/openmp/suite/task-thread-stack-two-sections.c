// Tasks of two sections write a variable of the thread, if one thread gets both.
// expect: race first
// at: 17 22
int out;

int
main (void)
{
#pragma omp parallel num_threads(4)
  {
    int first = 1;
#pragma omp sections nowait
    {
#pragma omp section
      {
#pragma omp task shared(first)
        first = 0;
      }
#pragma omp section
      {
#pragma omp task shared(first)
        first = 0;
      }
    }
#pragma omp taskwait
    if (first)
      {
#pragma omp atomic
        out++;
      }
  }
  return 0;
}
