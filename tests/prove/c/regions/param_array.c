// A parameter that is declared as an array is a pointer.
// expect: 5 proved
void f (int n, int m[])
{
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    m[i] = i;
}
