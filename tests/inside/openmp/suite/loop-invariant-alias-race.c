// The array that the iterations write overlaps the factor that they read.
// expect: race a[7]
// at: 11
static double a[64];

static void
fill (double *to, const double *factor)
{
#pragma omp parallel for num_threads(4)
  for (int i = 0; i < 64; i++)
    to[i] = i * *factor;
}

int
main (void)
{
  a[7] = 1;
  fill (a, &a[7]);
  return 0;
}
