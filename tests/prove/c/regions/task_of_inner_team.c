// What is private to a thread is shared by the team that it makes, and by the tasks of that.
// expect: 5 race x 11
void f (void)
{
#pragma omp parallel
  {
    int x = 0;
#pragma omp parallel
    {
#pragma omp task
      x++;
    }
  }
}
