// The second access of a chunk's first iteration conflicts with the next iteration of the chunk.
// expect: race a[1]
int a[200], t[8] = { 1, 100, 101, 102, 103, 104, 105, 106 };

int
main (void)
{
#pragma omp parallel for simd num_threads(3) schedule(dynamic, 4)
  for (int i = 0; i < 8; i++)
    {
      a[i] = 1;
      a[t[i]] = 1;
    }
  return 0;
}
