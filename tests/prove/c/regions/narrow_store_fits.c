// The numbers fit the narrow type.
// expect: 5 proved
void f (int *a)
{
#pragma omp parallel for
  for (int i = 0; i < 256; i++)
    {
      unsigned char k = i;
      a[k] = i;
    }
}
