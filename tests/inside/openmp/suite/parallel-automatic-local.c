// The same function with an automatic variable: each call has its own.
// expect: clean
static int
next (int seed)
{
  int state[4] = { 0 };
  for (int i = 0; i < 4; i++)
    state[i] = seed + i;
  return state[3] - state[0];
}

int
main (void)
{
  int wrong = 0;
#pragma omp parallel for reduction(+ : wrong)
  for (int i = 0; i < 30; i++)
    wrong += next (i) != 3;
  return wrong != 0;
}
