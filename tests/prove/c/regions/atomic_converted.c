// An integer added to a real number is converted: that is no effect of its own.
// expect: 7 proved
double a[100];
float sum;
void f (int n)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    {
#pragma omp atomic
      a[i % 7] += 1;
#pragma omp atomic
      sum += i;
    }
}
