// What the creator did before it made the task comes before the task.
// expect: clean
int input, output;

int
main (void)
{
#pragma omp parallel
#pragma omp single
  {
    input = 20;
#pragma omp task
    output = input + 1;
  }
  return output != 21;
}
