// for simd: iterations are shared out and each chunk may be vectorised; they are independent.
// expect: clean
float a[64], b[64];

int
main (void)
{
#pragma omp parallel for simd
  for (int i = 0; i < 64; i++)
    a[i] = b[i] + 1.0f;
  return a[63] != 1.0f;
}
