/* Search in arrays of records that are sorted by a member of 32 bits. O(log n). */
#ifndef RP_BASE_SORTED_H
#define RP_BASE_SORTED_H

#include <stddef.h>
#include <stdint.h>

/* Returns how many of the COUNT records have a key below KEY. RECORD_SIZE bytes lie between two records, and the key is
 * OFFSET bytes behind the beginning of its record. */
static inline size_t
rp_sorted_below (const void *records, size_t count, size_t record_size, size_t offset, uint32_t key)
{
  size_t low = 0, high = count;
  while (low < high)
    {
      size_t middle = (low + high) / 2;
      const char *record = (const char *) records + middle * record_size;
      if (*(const uint32_t *) (record + offset) < key)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

/* Returns how many of the COUNT RECORDS, sorted by MEMBER, have a MEMBER below KEY. */
#define RP_SORTED_BELOW(RECORDS, COUNT, MEMBER, KEY) \
  rp_sorted_below ((RECORDS), (COUNT), sizeof *(RECORDS), \
                   offsetof (__typeof__ (*(RECORDS)), MEMBER), (KEY))

#endif
