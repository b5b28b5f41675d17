/* What one node of the graph reads and writes: delta(n) and omega(n) of [Nakade, Def. 1], with the
 * source site of each access. Runs of neighbouring locations from one site are one entry, so a loop
 * over an array costs one entry and not one per element. */
#ifndef RP_CORE_GRAPH_ACCESS_SET_H
#define RP_CORE_GRAPH_ACCESS_SET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct rp_access
{
  uint64_t base;
  uint32_t size;
  uint32_t task; /* who did it: differs from the node's task once regions are folded */
  uint32_t site;
  bool is_write;
  bool folded; /* stands for accesses of several tasks */
} rp_access;

typedef struct rp_access_set
{
  rp_access *items;
  uint32_t count, capacity;
  uint32_t compact_at; /* merge entries when the count gets here */
} rp_access_set;

void rp_access_set_add (rp_access_set *set, rp_access access);

/* Sorts and merges: afterwards no two entries of one site and kind touch. */
void rp_access_set_compact (rp_access_set *set);

/* Moves all of FROM's entries into SET; FROM is empty afterwards. */
void rp_access_set_absorb (rp_access_set *set, rp_access_set *from);
void rp_access_set_clear (rp_access_set *set);

#endif
