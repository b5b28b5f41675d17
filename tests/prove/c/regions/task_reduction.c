// Each thread's taskgroup writes x at its end.
// expect: 6 undecided
void f (void)
{
  int x = 0;
#pragma omp parallel
  {
#pragma omp taskgroup task_reduction(+ : x)
    {
#pragma omp task in_reduction(+ : x)
      x += 1;
    }
  }
}
