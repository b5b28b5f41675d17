// expect: 5 proved
int x;
void f (void)
{
#pragma omp parallel
  {
#pragma omp critical(one)
    x++;
#pragma omp critical(one)
    x++;
  }
}
