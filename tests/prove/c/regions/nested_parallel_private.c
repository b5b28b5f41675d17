// What is private to a thread is shared by the team that it makes.
// expect: 5 race x 9
void f (int *a)
{
#pragma omp parallel
  {
    int x = 0;
#pragma omp parallel
    x++;
    a[0] = 0;
  }
}
