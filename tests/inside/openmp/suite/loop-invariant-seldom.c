// No iteration reads scale, although the loop has a read of it: none may be announced.
// expect: clean
double scale = 1, a[64];
int wanted[64];

int
main (void)
{
#pragma omp parallel num_threads(4)
  {
#pragma omp single nowait
    scale = 2;
#pragma omp for
    for (int i = 0; i < 64; i++)
      if (wanted[i])
        a[i] = i * scale;
  }
  return 0;
}
