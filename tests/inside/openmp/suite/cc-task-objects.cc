// Each task has copies of the objects that it was given, and each copy is destroyed once.
// expect: clean
#include <cassert>
#include <vector>

static int living;

struct counted
{
  int value;
  explicit counted (int start) : value (start)
  {
#pragma omp atomic
    living++;
  }
  counted (const counted &other) : value (other.value)
  {
#pragma omp atomic
    living++;
  }
  ~counted ()
  {
#pragma omp atomic
    living--;
  }
};

int
main ()
{
  int sum = 0;
  {
    counted object (3);
    std::vector<int> numbers (10, 1);
#pragma omp parallel
#pragma omp single
    {
      for (int i = 0; i < 4; i++)
#pragma omp task firstprivate(object, numbers) shared(sum)
        {
          object.value++;
          numbers[0] += object.value;
#pragma omp atomic
          sum += numbers[0];
        }
#pragma omp taskloop firstprivate(object)
      for (int i = 0; i < 6; i++)
        object.value++;
#pragma omp task if (0) firstprivate(object)
      object.value++;
    }
    assert (object.value == 3);
  }
  assert (sum == 20);
  assert (!living);
  return 0;
}
