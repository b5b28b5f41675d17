// A function of the file that has the name of one of the library.
// expect: 11 race x 6
int x;
double fabs (double k)
{
  x++;
  return k;
}
void f (void)
{
#pragma omp parallel
  fabs (1);
}
