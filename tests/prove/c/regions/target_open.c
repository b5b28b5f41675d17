// What is not known of teams and of devices.
// expect: 8 undecided
// expect: 17 undecided
// expect: 26 undecided
int total;
void critical_in_teams (int n, int *x)
{
#pragma omp teams distribute parallel for
  for (int i = 0; i < n; i++)
#pragma omp critical
    x[0]++;
}

void not_awaited (int n, int *x)
{

#pragma omp target parallel for nowait map(tofrom : x[0 : n])
  for (int i = 0; i < n; i++)
    x[i] = i;
}


void global (int n)
{

#pragma omp target parallel for
  for (int i = 0; i < n; i++)
    total = i;
}
