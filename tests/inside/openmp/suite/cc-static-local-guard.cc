// The initialisation of a static local is guarded by the language; afterwards it is only read.
// expect: clean
static int
slow ()
{
  return 17;
}

static int
table ()
{
  static const int value = slow ();
  return value;
}

int
main ()
{
  int wrong = 0;
#pragma omp parallel reduction(+ : wrong)
  wrong += table () != 17;
  return wrong != 0;
}
