// Two named critical sections are nested in opposite orders.
// expect: deadlock
// command: explore
int total;

int
main (void)
{
#pragma omp parallel sections num_threads(2)
  {
#pragma omp section
    {
#pragma omp critical(a)
      {
#pragma omp critical(b)
        total++;
  }
}
#pragma omp section
{
#pragma omp critical(b)
  {
#pragma omp critical(a)
    total++;
  }
}
}
return total != 2;
}
