// One iteration writes what all others read.
// expect: race scale
// at: 13 14
double scale = 1, a[64];

int
main (void)
{
#pragma omp parallel for num_threads(4)
  for (int i = 0; i < 64; i++)
    {
      if (i == 40)
        scale = 2;
      a[i] = i * scale;
    }
  return 0;
}
