/* Small random models with permission regions, in sections, around them and beside them. */
#ifndef RP_TESTS_EXPLORE_PERMISSIONS_H
#define RP_TESTS_EXPLORE_PERMISSIONS_H

#include "base/strbuf.h"

#include <stdint.h>

void rp_generate_permissions (uint64_t seed, rp_strbuf *out);

#endif
