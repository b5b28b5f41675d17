// expect: race-free
#include "hclib_cpp.h"

static int cells[4][6][8];

int
main ()
{
  hclib::launch ([] {
    hclib::loop_domain_3d domain (0, 4, 2, 0, 6, 4, 1, 8, 3);
    hclib::finish ([&] {
      hclib::forasync3D (&domain, [] (int i, int j, int k) { cells[i][j][k] += i + j + k; });
    });
    hclib::finish ([&] {
      hclib::forasync3D (&domain, [] (int i, int j, int k) { cells[i][j][k]++; }, false, FORASYNC_MODE_FLAT);
    });
  });
  for (int i = 0; i < 4; i++)
    for (int j = 0; j < 6; j++)
      for (int k = 0; k < 8; k++)
        if (cells[i][j][k] != (k ? i + j + k + 1 : 0))
          return 1;
  return 0;
}
