// linear(k : 2) gives each iteration its own value of k, as if the loop ran in order.
// expect: clean
int out[60];

int
main (void)
{
  int k = 0;
#pragma omp parallel for linear(k : 2)
  for (int i = 0; i < 30; i++)
    {
      out[k] = i;
      k += 2;
    }
  return out[58] != 29 || k != 60;
}
