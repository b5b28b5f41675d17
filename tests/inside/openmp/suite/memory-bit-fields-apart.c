// A bit-field of width zero separates its neighbours into two memory locations.
// expect: clean
struct
{
  unsigned left : 4;
  unsigned : 0;
  unsigned right : 4;
} flags;

int
main (void)
{
#pragma omp parallel
#pragma omp single
  {
#pragma omp task
    flags.left = 1;
#pragma omp task
    flags.right = 2;
  }
  return flags.left + flags.right != 3;
}
