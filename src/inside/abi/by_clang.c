/* Linked into programs that clang has compiled: `raceproof cc` asks the linker for this object. */
#include "inside/front/front.h"

void rp_by_clang (void);

void RP_FRONT_CONSTRUCTOR
rp_by_clang (void)
{
  rp_front_is_by_clang = true;
}
