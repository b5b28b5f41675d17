// Each thread has its own pointer, and they may point into one array.
// expect: 9 proved
// expect: 14 undecided
int omp_get_thread_num (void);
static int *mine, all[1000];
#pragma omp threadprivate(mine)
void begin (void)
{
#pragma omp parallel
  mine = all + omp_get_thread_num ();
}
void f (int n)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    mine[i] = i;
}
