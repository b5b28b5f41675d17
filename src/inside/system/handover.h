/* For another thread that ends the program: the main thread stops where it is and reports, because only the main thread
 * knows the findings. */
#ifndef RP_INSIDE_SYSTEM_HANDOVER_H
#define RP_INSIDE_SYSTEM_HANDOVER_H

#include <stdbool.h>

/* Called by another thread. The main thread calls OPERATION as soon as it is neither inside the verifier nor inside a
 * library. STAYS: the main thread does nothing more after that. Returns false if this did not happen within some
 * seconds, or if the process has no main thread because another thread has forked it. */
bool rp_handover (void (*operation) (void *context), void *context, bool stays);

/* Called on the main thread wherever it waits for others inside the verifier: executes an operation that another thread
 * has handed over. */
void rp_handover_look (void);

#endif
