// All threads get the same pointer.
// expect: 5 undecided
void f (void)
{
#pragma omp parallel
  {
    int own, *p = &own;
#pragma omp single copyprivate(p)
    {
    }
    *p = 1;
  }
}
