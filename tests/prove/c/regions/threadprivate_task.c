// Which thread executes a task, and so which copy it uses, is not known.
// expect: 7 undecided
static int count;
#pragma omp threadprivate(count)
void f (void)
{
#pragma omp parallel
#pragma omp single
  {
#pragma omp task untied
    count++;
#pragma omp task untied
    count++;
  }
}
