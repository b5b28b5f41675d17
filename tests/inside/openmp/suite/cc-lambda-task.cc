// A task calls a lambda that captured a local by reference; the creator waits before it reads.
// expect: clean
int
main ()
{
  int result = 0;
#pragma omp parallel
#pragma omp single
  {
    int local = 1;
    auto add = [&local] { local += 4; };
#pragma omp task
    add ();
#pragma omp taskwait
    result = local;
  }
  return result != 5;
}
