// The only iteration reads scale. Thread 0, which writes scale, executes this iteration here, but another could.
// expect: race scale
// at: 14 18
double scale = 1, a[64];
int n = 1;

int
main (void)
{
#pragma omp parallel num_threads(4)
  {
#pragma omp master
    {
      scale = 2;
    }
#pragma omp for nowait
    for (int i = 0; i < n; i++)
      a[i] = i * scale;
  }
  return 0;
}
