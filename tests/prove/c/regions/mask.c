// Masks of low bits are rests modulo powers of two, also of negative numbers; masks of all others are multiples.
// expect: 10 proved
// expect: 16 race a 18
// expect: 22 proved
// expect: 29 race a 32
// expect: 36 proved
// expect: 43 undecided
void eight (int *a)
{
#pragma omp parallel for
  for (int i = -4; i < 4; i++)
    a[i & 7] = i;
}
void nine (int *a)
{
#pragma omp parallel for
  for (int i = -4; i < 5; i++)
    a[7 & i] = i;
}
void odd (int n, int *a)
{
#pragma omp parallel for
  for (int i = 1; i < n; i++)
    if (i & 1)
      a[i] = a[i & ~1] + a[i & -2];
}
void odd_carried (int n, int *a)
{
#pragma omp parallel for
  for (int i = 2; i < n; i++)
    if (i & 1)
      a[i] = a[i - 2];
}
void blocks (int n, int *a)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    a[(i & ~3) + (i & 3)] = ~i;
}
void no_power (int n, int *a)
{
  /* bits 0 and 2 */
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    a[i & 5] = i;
}
