// The function changes the variable itself, not the copy.
// expect: 10 race g 6
int g;
static void count (void)
{
  g++;
}
void f (void)
{
#pragma omp parallel private (g)
  {
    g = 0;
    count ();
  }
}
