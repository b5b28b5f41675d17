// A static temporary that every iteration writes before it reads it; an optimizer would make it a local variable.
// expect: race half
// at: 12
// flags: -O2
static double half;
static double a[100], b[100];

static void
halve (int i)
{
  /* both the statement that writes and who reads are in one function */
  half = a[i] * 0.5;
  b[i] = half + half * half;
}

int
main (void)
{
#pragma omp parallel for
  for (int i = 0; i < 100; i++)
    halve (i);
  return b[7] != 0;
}
