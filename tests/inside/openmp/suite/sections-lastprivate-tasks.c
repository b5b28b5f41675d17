// Each section leaves a task behind. lastprivate takes the value of the last section, whatever else its thread does.
// expect: clean
int a[4];

int
main (void)
{
  int wrong = 0;
  for (int round = 0; round < 3; round++)
    {
      int last = -1;
#pragma omp parallel
      {
#pragma omp sections lastprivate(last)
        {
#pragma omp section
          {
            last = 0;
#pragma omp task
            a[0] = 1;
          }
#pragma omp section
          {
            last = 1;
#pragma omp task
            a[1] = 1;
          }
#pragma omp section
          {
            last = 2;
#pragma omp task
            a[2] = 1;
          }
#pragma omp section
          {
            last = 3;
#pragma omp task
            a[3] = 1;
          }
        }
#pragma omp barrier
        if (last != 3)
          {
#pragma omp atomic
            wrong++;
          }
      }
    }
  return wrong;
}
