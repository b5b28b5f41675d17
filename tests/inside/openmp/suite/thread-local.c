// _Thread_local variables belong to each thread, too.
// expect: clean
static _Thread_local int scratch[4];

static int
work (int n)
{
  for (int i = 0; i < 4; i++)
    scratch[i] = n;
  return scratch[0] + scratch[3];
}

int
main (void)
{
  int wrong = 0;
#pragma omp parallel for reduction(+ : wrong)
  for (int i = 0; i < 20; i++)
    wrong += work (i) != 2 * i;
  return wrong != 0;
}
