// The check before the section is not protected, but whether anybody writes depends on the data.
// expect: 6 undecided
int best;
void f (int n, int *a)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    if (a[i] > best)
#pragma omp critical
      {
        best = a[i];
      }
}
