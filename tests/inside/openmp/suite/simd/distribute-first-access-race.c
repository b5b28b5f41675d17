// The second access of a team's first iteration conflicts with its third one.
// expect: race a[2]
int a[200], t[6] = { 2, 100, 101, 102, 103, 104 };

int
main (void)
{
#pragma omp teams distribute simd num_teams(2)
  for (int i = 0; i < 6; i++)
    {
      a[i] = 1;
      a[t[i]] = 1;
    }
  return 0;
}
