// A method creates tasks that work on different members of its object.
// expect: clean
class box
{
public:
  void
  fill ()
  {
#pragma omp task
    width = 3;
#pragma omp task
    height = 4;
#pragma omp taskwait
    area = width * height;
  }
  int area = 0;

private:
  int width = 0, height = 0;
};

int
main ()
{
  box b;
#pragma omp parallel
#pragma omp single
  b.fill ();
  return b.area != 12;
}
