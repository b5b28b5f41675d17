// firstprivate copies the object by its copy constructor for each task.
// expect: clean
#include <vector>

int out[6];

int
main ()
{
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < 6; i++)
    {
      std::vector<int> own (4, i);
#pragma omp task firstprivate(own)
      {
        own[0] += 1;
        out[i] = own[0];
      }
    }
  return out[5] != 6;
}
