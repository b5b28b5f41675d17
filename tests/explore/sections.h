/* Random models that are nearly all isolated sections: what a section touches depends on what other
 * sections wrote, sections nest, tasks are made and joined in between. */
#ifndef RP_TESTS_EXPLORE_SECTIONS_H
#define RP_TESTS_EXPLORE_SECTIONS_H

#include "base/strbuf.h"

#include <stdbool.h>
#include <stdint.h>

/* Whether the model of SEED does the same things in any order. */
bool rp_sections_are_quiet (uint64_t seed);
void rp_generate_sections (uint64_t seed, rp_strbuf *out);

#endif
