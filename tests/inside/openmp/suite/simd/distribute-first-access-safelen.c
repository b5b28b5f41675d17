// The second access of a team's first iteration conflicts with its third one, which safelen keeps apart.
// expect: clean
int a[200], t[6] = { 2, 100, 101, 102, 103, 104 };

int
main (void)
{
#pragma omp teams distribute simd num_teams(2) safelen(2)
  for (int i = 0; i < 6; i++)
    {
      a[i] = 1;
      a[t[i]] = 1;
    }
  return 0;
}
