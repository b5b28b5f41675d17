// schedule(guided): the loop reads only the half of the array that it does not write.
// expect: clean
int a[80];

int
main (void)
{
  for (int i = 0; i < 40; i++)
    a[i] = i;
#pragma omp parallel for schedule(guided)
  for (int i = 40; i < 80; i++)
    a[i] = a[i - 40];
  return a[79] != 39;
}
