// An iterator names all elements: the sum comes after every one of the writers.
// expect: clean
int a[8], sum;

int
main (void)
{
#pragma omp parallel
#pragma omp single
  {
    for (int i = 0; i < 8; i++)
      {
#pragma omp task depend(out : a[i])
        a[i] = i;
      }
#pragma omp task depend(iterator(int k = 0 : 8), in : a[k])
    for (int i = 0; i < 8; i++)
      sum += a[i];
  }
  return sum != 28;
}
