#include "base/vec.h"

#include "base/panic.h"

void *
rp_vec_grow (void *items, size_t count, size_t *capacity, size_t bytes)
{
  size_t larger = *capacity * 2;
  if (larger < 4)
    larger = 4;
  if (larger < count)
    larger = count;
  *capacity = larger;
  return rp_realloc (items, larger * bytes);
}
