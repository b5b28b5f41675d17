// Tasks that exclude each other as siblings, but are made in two singles: another thread may execute each.
// expect: race count
// at: 15
int count, lock;

int
main (void)
{
#pragma omp parallel num_threads(2)
  for (int round = 0; round < 2; round++)
    {
#pragma omp single nowait
      {
#pragma omp task depend(mutexinoutset : lock)
        count++;
      }
#pragma omp for nowait
      for (int i = 0; i < 1; i++)
        ;
    }
  return count > 2;
}
