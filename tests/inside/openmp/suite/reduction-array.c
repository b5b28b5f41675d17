// A reduction over an array section: each thread has a histogram of its own.
// expect: clean
int
main (void)
{
  int bin[5] = { 0 };
#pragma omp parallel for reduction(+ : bin[:5])
  for (int i = 0; i < 50; i++)
    bin[i % 5] += 1;
  return bin[0] != 10 || bin[4] != 10;
}
