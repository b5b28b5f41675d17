// A worksharing loop in a function called by the whole team is shared out to that team.
// expect: clean
int a[30];

static void
fill (void)
{
#pragma omp for
  for (int i = 0; i < 30; i++)
    a[i] += i;
}

int
main (void)
{
#pragma omp parallel
  {
    fill ();
    fill ();
  }
  return a[29] != 58;
}
