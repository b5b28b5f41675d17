// C++: scalars that tasks only read, a reference, a member through `this`, a captured variable and a template's parameter.
// expect: race x
// expect: race heap
// expect: race captured
// expect: race value
// flags: -O0
#include <cstdio>
#include <memory>

static int sum;

static void
add (int n)
{
#pragma omp atomic
  sum += n;
}

struct counter
{
  int member = 0;
  void count ()
  {
#pragma omp task
    add (member);
    member = 1;
  }
};

template <typename T>
static void
change (T value)
{
#pragma omp task shared(value)
  add (static_cast<int> (value));
  value = T (2);
#pragma omp taskwait
}

int
main ()
{
  int x = 0;
  int &reference = x;
  auto object = std::make_unique<counter> ();
#pragma omp parallel num_threads(2)
#pragma omp single
  {
#pragma omp task shared(reference)
    add (reference);
    x = 1;
    object->count ();
    auto lambda = [] (int captured) {
#pragma omp task shared(captured)
      add (captured);
      captured = 4;
#pragma omp taskwait
    };
    lambda (3);
    change (1.5);
  }
  std::printf ("%d\n", sum > 0);
  return 0;
}
