// expect: 9 race g 5
int g;
static void count (int i)
{
  g += i;
}
void f (int n)
{
#pragma omp parallel for reduction (+ : g)
  for (int i = 0; i < n; i++)
    count (i);
}
