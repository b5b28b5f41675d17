// What all threads do behind the barrier comes behind the wait of one of them.
// expect: 7 undecided
int omp_get_thread_num (void);
int x, flag, go;
void f (void)
{
#pragma omp parallel
  {
    if (omp_get_thread_num () == 0)
      {
        int seen = 0;
        while (!seen)
          {
#pragma omp atomic read
            seen = flag;
          }
      }
    if (omp_get_thread_num () == 1)
      {
#pragma omp atomic write
        flag = 1;
      }
#pragma omp barrier
    x = omp_get_thread_num ();
  }
}
