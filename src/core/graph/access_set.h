/* The access set of a node: the locations that the node reads and writes, delta(n) and omega(n) of [Nakade, Def.
 * 1], with the site of each access. Reads of neighbouring locations at one site become one entry if possible; so do
 * writes. So a loop over an array costs one entry, not one for each element. */
#ifndef RP_CORE_GRAPH_ACCESS_SET_H
#define RP_CORE_GRAPH_ACCESS_SET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct rp_access
{
  uint64_t base;
  uint32_t size;
  /* The task that made the access; if `folded` is set, one of the tasks that did. Once parts are folded, this may be
   * another task than the node's. */
  uint32_t task;
  uint32_t site;
  bool is_write;
  bool folded; /* the entry has accesses of several tasks: parts were folded (part.h) */
} rp_access;

typedef struct rp_access_set
{
  rp_access *items;
  uint32_t count, capacity;
  uint32_t compact_at; /* rp_access_set_compact is called when `count` reaches this number */
} rp_access_set;

void rp_access_set_add (rp_access_set *set, rp_access access);

/* Sorts and merges the entries. Afterwards no two entries with one site and one kind of access touch or overlap, unless
 * they are too large to become one entry. */
void rp_access_set_compact (rp_access_set *set);

/* Moves all of FROM's entries into SET; FROM is empty afterwards. */
void rp_access_set_absorb (rp_access_set *set, rp_access_set *from);
void rp_access_set_clear (rp_access_set *set);

#endif
