// A task is to wait for one that another single made: they are siblings only if one thread executes both.
// expect: race data
// at: 15 25
int data, out;

int
main (void)
{
#pragma omp parallel num_threads(2)
  {
#pragma omp single nowait
    {
#pragma omp task depend(out : data)
      {
        data = 1;
      }
    }
#pragma omp for nowait
    for (int i = 0; i < 1; i++)
      ;
#pragma omp single nowait
    {
#pragma omp task depend(in : data)
      {
        out = data;
      }
    }
  }
  return out > 1;
}
