// The handlers of several iterations store into one variable.
// expect: race failed
// at: 21
#include <cstdio>

int failed = -1;

int
main ()
{
#pragma omp parallel for
  for (int i = 0; i < 12; i++)
    {
      try
        {
          if (i % 3 == 0)
            throw i;
        }
      catch (int which)
        {
          failed = which;
        }
    }
  std::printf ("%d\n", failed >= 0);
  return 0;
}
