// A scalar without a map clause is firstprivate in the target region: the threads of two regions
// have own copies.
// expect: clean
int
main (void)
{
  int scale = 3, out[4] = { 0 };
#pragma omp parallel for
  for (int i = 0; i < 4; i++)
    {
#pragma omp target map(from : out [i:1])
      {
        scale += 1;
        out[i] = scale;
      }
    }
  return out[0] != 4 || out[3] != 4 || scale != 3;
}
