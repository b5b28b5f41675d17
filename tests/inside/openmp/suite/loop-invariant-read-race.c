// Every iteration reads scale, which a single writes without a barrier behind it. Compilers may read it once for all.
// expect: race scale
// at: 12 15
double scale = 1, a[64];

int
main (void)
{
#pragma omp parallel num_threads(4)
  {
#pragma omp single nowait
    scale = 2;
#pragma omp for
    for (int i = 0; i < 64; i++)
      a[i] = i * scale;
  }
  return 0;
}
