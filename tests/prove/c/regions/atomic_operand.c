// Only the update is atomic, not what is read for it.
// expect: 6 race d 9 11
int c, d;
void f (void)
{
#pragma omp parallel
  {
#pragma omp atomic
    c += d;
#pragma omp atomic write
    d = 1;
  }
}
