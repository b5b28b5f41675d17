// The dependence names the first element as a stand-in for the block; all tasks agree on that.
// expect: clean
int block[10], sum;

int
main (void)
{
#pragma omp parallel
#pragma omp single
  {
#pragma omp task depend(out : block[0])
    for (int i = 0; i < 10; i++)
      block[i] = i;
#pragma omp task depend(in : block[0])
    for (int i = 0; i < 10; i++)
      sum += block[i];
  }
  return sum != 45;
}
