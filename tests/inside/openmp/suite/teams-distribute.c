// distribute shares the iterations out to the teams, parallel for inside them to their threads.
// expect: clean
int a[64];

int
main (void)
{
#pragma omp teams num_teams(2) thread_limit(2)
#pragma omp distribute parallel for
  for (int i = 0; i < 64; i++)
    a[i] = i;
  return a[63] != 63;
}
