// One update is atomic, the other is not.
// expect: 6 race c 9 10
int c;
void f (void)
{
#pragma omp parallel
  {
#pragma omp atomic
    c++;
    c++;
  }
}
