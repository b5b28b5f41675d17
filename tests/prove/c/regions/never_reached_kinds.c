// Regions of each kind behind a condition that never holds: each is listed, none is passed over.
// expect: 14 undecided
// expect: 20 undecided
// expect: 26 undecided
static int a[100];

void
f (int n)
{
  if (n > 0)
    return;
  if (n > 0)
    {
#pragma omp parallel for
      for (int i = 0; i < 100; i++)
        a[i] = i;
    }
  if (n > 0)
    {
#pragma omp target teams distribute parallel for
      for (int i = 0; i < 100; i++)
        a[i] = i;
    }
  if (n > 0)
    {
#pragma omp simd
      for (int i = 0; i < 100; i++)
        a[i] = i;
    }
}
