// Sections of different names do not exclude each other.
// expect: 6 race x 9 11
int x;
void f (void)
{
#pragma omp parallel
  {
#pragma omp critical(one)
    x++;
#pragma omp critical(two)
    x++;
  }
}
