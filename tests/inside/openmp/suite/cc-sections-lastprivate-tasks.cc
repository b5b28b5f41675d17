// Objects that are copied for each thread that executes sections, and tasks and exceptions in these. The last section
// gives the value.
// expect: clean
struct number
{
  int value = 0;
  number () = default;
  number (const number &other) : value (other.value) {}
  number &operator= (const number &other)
  {
    value = other.value;
    return *this;
  }
  ~number () { value = -1; }
};

int caught, done[3];

static int
thrown (int value)
{
  try
    {
      throw value;
    }
  catch (int got)
    {
      return got;
    }
}

int
main ()
{
  number first, last;
  first.value = 5;
#pragma omp parallel sections firstprivate(first) lastprivate(last)
  {
#pragma omp section
    {
      last.value = first.value;
#pragma omp task
      done[0] = thrown (1);
    }
#pragma omp section
    {
      last.value = first.value + 1;
      caught = thrown (7);
#pragma omp task
      done[1] = thrown (2);
    }
#pragma omp section
    {
      last.value = first.value + 2;
#pragma omp task
      done[2] = thrown (3);
    }
  }
  return last.value != 7 || caught != 7 || done[0] + done[1] + done[2] != 6;
}
