/* Another thread of the program ends it: the main thread, which alone knows what was found, stops where it is and
 * tells. */
#ifndef RP_HOOKS_HANDOVER_H
#define RP_HOOKS_HANDOVER_H

#include <stdbool.h>

/* Called by another thread. The main thread calls DEED as soon as it is neither inside the verifier nor inside a
 * library; STAYS: and then does nothing more. False if that did not come about within some seconds, and for a process
 * that has no main thread, since another thread has forked it. */
bool rp_handover (void (*deed) (void *context), void *context, bool stays);

/* On the main thread, wherever it waits for others inside the verifier. */
void rp_handover_look (void);

#endif
