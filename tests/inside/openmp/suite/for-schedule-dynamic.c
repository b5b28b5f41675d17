// schedule(dynamic, 4): iterations write two separate elements each.
// expect: clean
int a[60];

int
main (void)
{
#pragma omp parallel for schedule(dynamic, 4)
  for (int i = 0; i < 60; i += 2)
    {
      a[i] = i;
      a[i + 1] = a[i];
    }
  return a[59] != 58;
}
