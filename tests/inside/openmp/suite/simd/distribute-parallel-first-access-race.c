// The second access of a thread's first iteration conflicts with its next iteration, in a team of a league.
// expect: race a[1]
int a[200], t[8] = { 1, 100, 101, 102, 103, 104, 105, 106 };

int
main (void)
{
#pragma omp teams distribute parallel for simd num_teams(2) num_threads(2) schedule(static)
  for (int i = 0; i < 8; i++)
    {
      a[i] = 1;
      a[t[i]] = 1;
    }
  return 0;
}
