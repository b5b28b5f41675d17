// mutexinoutset: the two updates exclude each other, in either order, and precede the reader.
// expect: clean
int x, seen;

int
main (void)
{
#pragma omp parallel
#pragma omp single
  {
#pragma omp task depend(out : x)
    x = 1;
#pragma omp task depend(mutexinoutset : x)
    x += 2;
#pragma omp task depend(mutexinoutset : x)
    x += 3;
#pragma omp task depend(in : x)
    seen = x;
  }
  return seen != 6;
}
