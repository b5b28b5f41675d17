/* What other hooks that allocate tell heap.c. */
#ifndef RP_HOOKS_HEAP_H
#define RP_HOOKS_HEAP_H

#include <stdint.h>

/* If not 0: where the program asked for what malloc, or free, is called for now. */
extern __thread uintptr_t rp_heap_caller;

#endif
