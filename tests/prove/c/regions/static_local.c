// A static local variable is one for all threads.
// expect: 5 race calls 9
void f (int n, int *a)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    {
      static int calls;
      calls++;
      a[i] = i;
    }
}
