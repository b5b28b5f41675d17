/* A set of small numbers that grows on demand. Start with { 0 }. */
#ifndef RP_BASE_BITSET_H
#define RP_BASE_BITSET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct rp_bitset
{
  uint64_t *words;
  size_t count; /* how many words; numbers beyond them are not in the set */
} rp_bitset;

/* Add or remove NUMBER. Both return whether the set changed. */
bool rp_bitset_add (rp_bitset *set, size_t number);
bool rp_bitset_remove (rp_bitset *set, size_t number);

/* Adds all members of OTHER. Returns whether the set changed. */
bool rp_bitset_join (rp_bitset *set, const rp_bitset *other);

bool rp_bitset_meets (const rp_bitset *a, const rp_bitset *b);
size_t rp_bitset_size (const rp_bitset *set);

/* Returns the least member >= FROM, or SIZE_MAX if there is none. */
size_t rp_bitset_next (const rp_bitset *set, size_t from);

/* Frees the storage. The set is then empty and can be used again. */
void rp_bitset_clear (rp_bitset *set);

static inline bool
rp_bitset_has (const rp_bitset *set, size_t number)
{
  return number / 64 < set->count && (set->words[number / 64] >> number % 64 & 1);
}

#endif
