// The target region is a task that its creator waits for; on the host it works on the same memory.
// expect: clean
int a[16], sum;

int
main (void)
{
  for (int i = 0; i < 16; i++)
    a[i] = i;
#pragma omp target map(to : a) map(tofrom : sum)
  for (int i = 0; i < 16; i++)
    sum += a[i];
  return sum != 120;
}
