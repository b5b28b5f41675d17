// A variable declared inside the region and one named in private() belong to each thread alone.
// expect: clean
int
main (void)
{
  int scratch = 0, wrong = 0;
#pragma omp parallel private(scratch) reduction(+ : wrong)
  {
    int own = 1;
    scratch = own + 1;
    wrong += scratch != 2;
  }
  return wrong != 0;
}
