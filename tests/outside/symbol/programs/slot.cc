/* Two variables of different blocks have one place on the stack. */
/* names: nthreads */
#include <cstdio>
#include <omp.h>
#include <string>

int
main (int argc, char **)
{
  if (argc < 5)
    {
      int nthreads = 0;
#pragma omp parallel
      nthreads = omp_get_num_threads ();
      std::printf ("%d\n", nthreads);
    }
  {
    std::string text ("some words that do not fit into the object itself");
    std::printf ("%s\n", text.c_str ());
  }
}
