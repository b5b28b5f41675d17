// The test and the initialisation are in one critical section.
// expect: clean
int storage[4], *table;

int
main (void)
{
  int sum = 0;
#pragma omp parallel reduction(+ : sum)
  {
    int *mine;
#pragma omp critical
    {
      if (!table)
        table = storage;
      mine = table;
    }
    sum += mine[0];
  }
  return sum != 0;
}
