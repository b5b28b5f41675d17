// The teams of a league, on the host and in a target region, where nothing else is OpenMP's.
int shared, mapped;

int
main (void)
{
#pragma omp target teams num_teams(2) map(tofrom : mapped)
  mapped++;
#pragma omp teams num_teams(2)
  shared++;
  return 0;
}
