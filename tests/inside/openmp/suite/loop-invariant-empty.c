// The loop has no iterations, so nothing reads scale.
// expect: clean
double scale = 1, a[64];
int count;

int
main (void)
{
#pragma omp parallel num_threads(4)
  {
#pragma omp single nowait
    scale = 2;
#pragma omp for
    for (int i = 0; i < count; i++)
      a[i] = i * scale;
  }
  return 0;
}
