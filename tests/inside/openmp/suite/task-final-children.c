// Tasks inside a final task are included: they run at once, one after the other, in its thread.
// expect: clean
int x;

int
main (void)
{
#pragma omp parallel
#pragma omp single
  {
#pragma omp task final(1)
    {
#pragma omp task
      x += 1;
#pragma omp task
      x *= 5;
      x += 2;
    }
  }
  return x != 7;
}
