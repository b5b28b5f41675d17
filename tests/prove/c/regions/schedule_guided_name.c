// A guided schedule, whatever the chunk is called.
// expect: 9 race a 12
enum
{
  dynamic_n = 4
};
void f (int n, int *a)
{
#pragma omp parallel for schedule(guided, dynamic_n)
  for (int i = 0; i < n - 1; i++)
    if (i % 4 != 3)
      a[i] = a[i + 1];
}
