/* A growable array. RP_VEC (T) is the type. The operations are macros that take the address of the array. They may
 * evaluate their arguments more than once, except the item of RP_VEC_PUSH.
 *
 *   RP_VEC (int) numbers = { 0 };
 *   RP_VEC_PUSH (&numbers, 42);
 *   for (size_t i = 0; i < numbers.count; i++) use (numbers.items[i]);
 *   RP_VEC_CLEAR (&numbers); */
#ifndef RP_BASE_VEC_H
#define RP_BASE_VEC_H

#include <stddef.h>
#include <stdlib.h>

#define RP_VEC(TYPE) \
  struct \
  { \
    TYPE *items; \
    size_t count, capacity; \
  }

/* Returns ITEMS with room for COUNT items of BYTES each. Sets *CAPACITY, which at least doubles. */
void *rp_vec_grow (void *items, size_t count, size_t *capacity, size_t bytes);

#define RP_VEC_RESERVE(VEC, COUNT) \
  ((VEC)->capacity < (size_t) (COUNT) \
     ? (void) ((VEC)->items \
               = rp_vec_grow ((VEC)->items, (COUNT), &(VEC)->capacity, sizeof *(VEC)->items)) \
     : (void) 0)

#define RP_VEC_PUSH(VEC, ...) \
  (RP_VEC_RESERVE (VEC, (VEC)->count + 1), (void) ((VEC)->items[(VEC)->count++] = (__VA_ARGS__)))

#define RP_VEC_POP(VEC) ((VEC)->items[--(VEC)->count])
#define RP_VEC_LAST(VEC) ((VEC)->items[(VEC)->count - 1])

/* Frees the storage. The vector is then empty and can be used again. */
#define RP_VEC_CLEAR(VEC) \
  (free ((VEC)->items), (VEC)->items = NULL, (VEC)->count = 0, (VEC)->capacity = 0)

#endif
