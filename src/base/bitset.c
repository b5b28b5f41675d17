#include "base/bitset.h"

#include "base/panic.h"

#include <stdlib.h>
#include <string.h>

static void
grow (rp_bitset *set, size_t words)
{
  if (words <= set->count)
    return;
  set->words = rp_realloc (set->words, words * sizeof *set->words);
  memset (set->words + set->count, 0, (words - set->count) * sizeof *set->words);
  set->count = words;
}

bool
rp_bitset_add (rp_bitset *set, size_t number)
{
  if (rp_bitset_has (set, number))
    return false;
  size_t needed = number / 64 + 1;
  if (needed > set->count)
    grow (set, needed < 2 * set->count ? 2 * set->count : needed);
  set->words[number / 64] |= UINT64_C (1) << number % 64;
  return true;
}

bool
rp_bitset_remove (rp_bitset *set, size_t number)
{
  if (!rp_bitset_has (set, number))
    return false;
  set->words[number / 64] &= ~(UINT64_C (1) << number % 64);
  return true;
}

/* Grows SET to the size of OTHER and no further: sets that are joined with each other again and again would otherwise
 * grow for ever. */
bool
rp_bitset_join (rp_bitset *set, const rp_bitset *other)
{
  uint64_t added = 0;
  grow (set, other->count);
  for (size_t i = 0; i < other->count; i++)
    {
      added |= other->words[i] & ~set->words[i];
      set->words[i] |= other->words[i];
    }
  return added != 0;
}

bool
rp_bitset_meets (const rp_bitset *a, const rp_bitset *b)
{
  size_t shorter = a->count < b->count ? a->count : b->count;
  for (size_t i = 0; i < shorter; i++)
    if (a->words[i] & b->words[i])
      return true;
  return false;
}

size_t
rp_bitset_size (const rp_bitset *set)
{
  size_t size = 0;
  for (size_t i = 0; i < set->count; i++)
    size += (size_t) __builtin_popcountll (set->words[i]);
  return size;
}

size_t
rp_bitset_next (const rp_bitset *set, size_t from)
{
  uint64_t mask = ~UINT64_C (0) << from % 64;
  for (size_t i = from / 64; i < set->count; i++, mask = ~UINT64_C (0))
    if (set->words[i] & mask)
      return i * 64 + (size_t) __builtin_ctzll (set->words[i] & mask);
  return SIZE_MAX;
}

void
rp_bitset_clear (rp_bitset *set)
{
  free (set->words);
  *set = (rp_bitset) { 0 };
}
