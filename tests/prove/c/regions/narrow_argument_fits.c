// Of all iterations one writes a[0]; what is returned fits.
// expect: 15 proved
// expect: 18 proved
static void g (int *a, short k)
{
  if (k == 5)
    a[0] = k;
}
static unsigned char h (int k)
{
  return k;
}
void f (int *a)
{
#pragma omp parallel for
  for (int i = 0; i < 32768; i++)
    g (a, i);
#pragma omp parallel for
  for (int i = 0; i < 256; i++)
    a[h (i)] = i;
}
