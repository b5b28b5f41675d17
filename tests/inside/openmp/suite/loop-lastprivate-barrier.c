// The copy comes before the barrier at the end of the loop, and after the one before it.
// expect: clean
int last, sum;

int
main (void)
{
#pragma omp parallel num_threads(4) reduction(+ : sum)
  {
#pragma omp single
    last = 1;
#pragma omp for schedule(dynamic) lastprivate(last)
    for (int i = 0; i < 5; i++)
      last = i;
    sum += last;
#pragma omp barrier
#pragma omp for lastprivate(last)
    for (int i = 0; i < 3; i++)
      last = i;
    sum += last;
#pragma omp barrier
#pragma omp sections lastprivate(last)
    {
#pragma omp section
      last = 7;
#pragma omp section
      last = 8;
    }
    sum += last;
  }
  return 0;
}
