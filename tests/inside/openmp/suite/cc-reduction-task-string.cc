// Tasks with in_reduction of strings, which some fill themselves and others let their children fill.
// expect: clean
// prints: 1200
// compilers: clang
#include <cstdio>
#include <string>

#pragma omp declare reduction(append : std::string : omp_out += omp_in) initializer(omp_priv = std::string ())

int
main ()
{
  std::string text;
#pragma omp parallel
#pragma omp single
#pragma omp taskgroup task_reduction(append : text)
  for (int i = 0; i < 20; i++)
    {
#pragma omp task in_reduction(append : text)
      {
        text += "abcdefghijklmnopqrst";
#pragma omp task shared(text)
        text += "abcdefghijklmnopqrst";
#pragma omp taskwait
#pragma omp task in_reduction(append : text)
        text += "abcdefghijklmnopqrst";
      }
    }
  std::printf ("%zu\n", text.size ());
  return 0;
}
