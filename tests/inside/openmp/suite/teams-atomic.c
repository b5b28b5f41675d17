// An atomic update of an aligned int is atomic for all threads of the device.
// expect: clean
int sum;

int
main (void)
{
#pragma omp teams num_teams(4) thread_limit(2)
#pragma omp parallel
  {
#pragma omp atomic
    sum += 1;
  }
  return sum < 1;
}
