// The operator stands far from its operand.
// expect: 5 race a 7
void f (int n, int *a)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    a[0]
#if 0



#else




#endif
      = i;
}
