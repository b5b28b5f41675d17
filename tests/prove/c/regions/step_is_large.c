// 5 + (2^32 - 1) is 104 and more; 0 + 257 is 1 in 8 bits.
// expect: 6 undecided
// expect: 15 undecided
void f (int n, int *a)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    for (long j = 5; j > 0; j += -1u)
      {
        if (j > 100)
          a[0] = i;
        if (j > 1000)
          break;
      }
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    for (unsigned char j = 0; j < 5; j += 257)
      if (j == 3)
        a[0] = i;
}
