// An atomic read of one iteration does not stand for the plain read of the next one, which races with an atomic write.
// expect: race x
// at: 20 24
int x;

int
main (void)
{
  int a = 0, b = 0;
#pragma omp parallel for schedule(dynamic)
  for (int i = 0; i < 3; i++)
    if (i == 0)
      {
        int read;
#pragma omp atomic read
        read = x;
        a = read;
      }
    else if (i == 1)
      b = x;
    else
      {
#pragma omp atomic write
        x = 1;
      }
  return a + b > 2;
}
