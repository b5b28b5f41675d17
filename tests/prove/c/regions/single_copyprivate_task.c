// copyprivate writes the copies of the other threads, as their tasks do.
// expect: 5 undecided
void f (void)
{
#pragma omp parallel
  {
    int x = 1;
#pragma omp task shared(x)
    x = 2;
#pragma omp single copyprivate(x)
    {
    }
  }
}
