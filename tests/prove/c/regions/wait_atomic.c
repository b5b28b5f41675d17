// The flag is atomic, and the loop is left by a break.
// expect: 7 undecided
int omp_get_thread_num (void);
int x, flag;
void f (void)
{
#pragma omp parallel num_threads(2)
  {
    if (omp_get_thread_num () == 0)
      {
        x = 1;
#pragma omp atomic write
        flag = 1;
      }
    else
      {
        for (;;)
          {
            int seen;
#pragma omp atomic read
            seen = flag;
            if (seen)
              break;
          }
        x = 2;
      }
  }
}
