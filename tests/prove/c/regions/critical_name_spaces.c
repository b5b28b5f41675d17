// Spaces are no part of a name.
// expect: 6 proved
int x;
void f (void)
{
#pragma omp parallel
  {
#pragma omp critical ( lock )
    x++;
#pragma omp critical(lock)
    x++;
  }
}
