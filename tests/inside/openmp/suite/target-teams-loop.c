// The combined construct on the host: teams, distribute and a parallel loop over different
// elements.
// expect: clean
int a[48];

int
main (void)
{
#pragma omp target teams distribute parallel for map(tofrom : a) num_teams(2) thread_limit(2)
  for (int i = 0; i < 48; i++)
    a[i] = i;
  return a[47] != 47;
}
