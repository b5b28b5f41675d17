// Pointers to parts of a local by way of its address: tasks share it.
// expect: 11 race s 17 18
// expect: 23 race x 29 30
struct pair
{
  int list[4];
  int x;
};
void f (int n)
{
#pragma omp parallel
#pragma omp single
  {
    struct pair s;
    int *p = (&s)->list;
#pragma omp task
    p[0] = n;
    p[0] = 1;
  }
}
void g (int n)
{
#pragma omp parallel
#pragma omp single
  {
    int x;
    int *p = &(&x)[0];
#pragma omp task
    *p = n;
    *p = 1;
  }
}
