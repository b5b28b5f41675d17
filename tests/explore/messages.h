/* Random models of actors: a few senders and messages, what a handler does depends on those before,
 * and handlers send, wait, and leave tasks behind. */
#ifndef RP_TESTS_EXPLORE_MESSAGES_H
#define RP_TESTS_EXPLORE_MESSAGES_H

#include "base/strbuf.h"

#include <stdint.h>

void rp_generate_messages (uint64_t seed, rp_strbuf *out);

#endif
