/* What other hooks that allocate tell heap.c. */
#ifndef RP_INSIDE_HEAP_HEAP_H
#define RP_INSIDE_HEAP_HEAP_H

#include <stdint.h>

/* If not 0: the place where the program asked for the block that malloc, or free, is called for now. */
extern __thread uintptr_t rp_heap_caller;

#endif
