// A lambda that captures by value and returns its result.
// expect: clean
int out[20];

int
main ()
{
  int offset = 5;
  auto shifted = [offset] (int i) { return i + offset; };
#pragma omp parallel for
  for (int i = 0; i < 20; i++)
    out[i] = shifted (i);
  return out[19] != 24;
}
