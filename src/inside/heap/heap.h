/* By this variable other hooks that allocate tell heap.c where the program called them. */
#ifndef RP_INSIDE_HEAP_HEAP_H
#define RP_INSIDE_HEAP_HEAP_H

#include <stdint.h>

/* If not 0: the place in the program for which malloc or free is called now. 0: that place is the caller of
 * malloc or free. */
extern __thread uintptr_t rp_heap_caller;

#endif
