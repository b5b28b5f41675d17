// As loop-invariant-read-race.c, with chunks that threads ask for, and a pointer that is read as well.
// expect: race scale
// at: 13 16
double row[64], scale = 1;
double *a = row;

int
main (void)
{
#pragma omp parallel num_threads(4)
  {
#pragma omp single nowait
    scale = 2;
#pragma omp for schedule(dynamic, 4)
    for (int i = 0; i < 64; i++)
      a[i] = i * scale;
  }
  return 0;
}
