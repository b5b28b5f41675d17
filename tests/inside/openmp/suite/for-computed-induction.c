// The second index is computed from the first: no shared induction variable is left.
// expect: clean
int out[60];

int
main (void)
{
#pragma omp parallel for
  for (int i = 0; i < 30; i++)
    {
      int k = 2 * i;
      out[k] = i;
      out[k + 1] = -i;
    }
  return out[59] != -29;
}
