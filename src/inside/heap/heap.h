/* By this variable other hooks that allocate tell heap.c where the program called them. */
#ifndef RP_INSIDE_HEAP_HEAP_H
#define RP_INSIDE_HEAP_HEAP_H

#include <stdint.h>

/* If not 0: the place in the program for which malloc or free is called now. 0: that place is the caller of
 * malloc or free. It is volatile because compilers know malloc and free, take them to read no variable, and would leave
 * out the assignment before the call. */
extern __thread volatile uintptr_t rp_heap_caller;

#endif
