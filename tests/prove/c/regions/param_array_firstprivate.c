// The copy is one of the pointer.
// expect: 5 race m 6
void f (int m[10])
{
#pragma omp parallel firstprivate (m)
  m[0] = 1;
}
