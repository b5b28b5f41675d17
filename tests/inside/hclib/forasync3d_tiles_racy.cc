// expect: findings RP001
#include "hclib_cpp.h"

static int row[8];

int
main ()
{
  hclib::launch ([] {
    hclib::loop_domain_3d domain (0, 4, 2, 0, 6, 6, 0, 8, 8);
    hclib::finish ([&] {
      hclib::forasync3D (&domain, [] (int, int, int k) { row[k] = k; }); // here
    });
  });
  return row[3] != 3;
}
