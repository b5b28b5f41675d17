// A static local that is threadprivate belongs to each thread.
// expect: clean
static int
next (void)
{
  static int calls;
#pragma omp threadprivate(calls)
  return ++calls;
}

int
main (void)
{
  int wrong = 0;
#pragma omp parallel reduction(+ : wrong)
  {
    int first = next ();
    wrong += next () != first + 1;
  }
  return wrong != 0;
}
