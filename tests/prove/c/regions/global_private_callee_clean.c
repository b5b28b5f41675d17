// expect: 9 proved
int g, a[100];
static void put (int i)
{
  a[i] = i;
}
void f (int n)
{
#pragma omp parallel for private (g)
  for (int i = 0; i < n; i++)
    {
      g = i;
      put (g);
    }
}
