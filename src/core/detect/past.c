#include "core/detect/past.h"

#include "base/map.h"
#include "base/panic.h"

#include <stdlib.h>
#include <string.h>

enum
{
  NOTHING = 0,
  ALL = 1,
  FIRST_CAPACITY = 1 << 10,
  MIN_THRESHOLD = 1 << 13, /* this many nodes fit into the processor's cache */
  MADE_BITS = 12
};

static rp_past_node *
at (const rp_pasts *pasts, uint32_t node)
{
  return &pasts->nodes.items[node];
}

/* The four products are independent, so the processor computes them in parallel. */
static inline uint32_t
hash_node (const uint32_t *slots, unsigned level)
{
  static const uint64_t factors[RP_PAST_BRANCHES / 2]
    = { 0x9e3779b97f4a7c15u, 0xd1b54a32d192ed03u, 0x8cb92ba72f3d8dd7u, 0xaaaf5a19f5c1e3a9u };
  uint64_t hash = level;
  for (unsigned i = 0; i < RP_PAST_BRANCHES / 2; i++)
    {
      uint64_t product = ((uint64_t) slots[2 * i] << 32 | slots[2 * i + 1]) * factors[i];
      hash += product ^ product >> 32;
    }
  hash *= factors[0];
  return (uint32_t) (hash >> 32);
}

static void
enter (rp_pasts *pasts, uint32_t hash, uint32_t number)
{
  uint32_t slot = hash & (pasts->capacity - 1);
  while (pasts->table[slot].node)
    slot = (slot + 1) & (pasts->capacity - 1);
  pasts->table[slot] = (rp_past_entry) { hash, number };
}

/* Makes a new table with CAPACITY entries, and copies the entries of nodes that are not free. */
static void
fill_table (rp_pasts *pasts, uint32_t capacity)
{
  rp_past_entry *old = pasts->table;
  uint32_t old_capacity = pasts->capacity;
  pasts->table = rp_calloc (capacity, sizeof *pasts->table);
  pasts->capacity = capacity;
  for (uint32_t i = 0; i < old_capacity; i++)
    if (old[i].node && at (pasts, old[i].node)->level)
      enter (pasts, old[i].hash, old[i].node);
  free (old);
}

static uint32_t
take_node (rp_pasts *pasts)
{
  uint32_t number = pasts->free;
  pasts->live++;
  if (number)
    {
      pasts->free = at (pasts, number)->slots[0];
      return number;
    }
  RP_ASSERT (pasts->nodes.count < UINT32_MAX);
  RP_VEC_PUSH (&pasts->nodes, (rp_past_node) { 0 });
  return (uint32_t) pasts->nodes.count - 1;
}

/* Returns whether a node with SLOTS at LEVEL would be ALL: all its tasks have ended, and all their steps are in it. */
static bool
is_all (const uint32_t *slots, unsigned level)
{
  uint32_t all = level == 1 ? RP_PAST_ENDED : ALL;
  for (unsigned i = 0; i < RP_PAST_BRANCHES; i++)
    if (slots[i] != all)
      return false;
  return true;
}

/* Returns the node with these SLOTS at LEVEL. Makes it if there is none. */
static uint32_t
intern (rp_pasts *pasts, const uint32_t *slots, unsigned level)
{
  if (is_all (slots, level))
    return ALL;
  uint32_t hash = hash_node (slots, level), mask = pasts->capacity - 1;
  for (uint32_t slot = hash & mask; pasts->table[slot].node; slot = (slot + 1) & mask)
    {
      uint32_t n = pasts->table[slot].node;
      if (pasts->table[slot].hash == hash && at (pasts, n)->level == level
          && !memcmp (at (pasts, n)->slots, slots, sizeof (uint32_t[8])))
        return n;
    }
  if (4 * (pasts->live + 1) > 3 * pasts->capacity)
    fill_table (pasts, pasts->capacity * 2);
  uint32_t number = take_node (pasts);
  rp_past_node *node = at (pasts, number);
  memcpy (node->slots, slots, sizeof node->slots);
  node->level = (uint16_t) level;
  node->marked = false;
  enter (pasts, hash, number);
  return number;
}

/* Returns the content of slot I of NODE, which may be NOTHING or ALL. */
static uint32_t
slot_of (const rp_pasts *pasts, uint32_t node, unsigned i, unsigned level)
{
  if (node == ALL)
    return level == 1 ? RP_PAST_ENDED : ALL;
  return node == NOTHING ? NOTHING : at (pasts, node)->slots[i];
}

static unsigned
branch (uint32_t task, unsigned level)
{
  return task >> (level - 1) * RP_PAST_BITS & (RP_PAST_BRANCHES - 1);
}

static bool
fits (uint32_t task, unsigned height)
{
  return (uint64_t) task >> height * RP_PAST_BITS == 0;
}

uint32_t
rp_past_steps (const rp_pasts *pasts, rp_past past, uint32_t task)
{
  if (!fits (task, past.height))
    return 0;
  uint32_t node = past.root;
  for (unsigned level = past.height; level; level--)
    {
      if (node <= ALL)
        return node == ALL ? RP_PAST_ENDED : 0;
      node = at (pasts, node)->slots[branch (task, level)];
    }
  return node;
}

/* Returns PAST as a tree with at least HEIGHT levels. */
static rp_past
raise_to (rp_pasts *pasts, rp_past past, uint32_t height)
{
  while (past.height < height)
    {
      uint32_t slots[RP_PAST_BRANCHES] = { past.root };
      past.height++;
      if (past.root)
        past.root = intern (pasts, slots, past.height);
    }
  return past;
}

/* Returns NODE with the first STEPS steps of TASK added. At level 0, NODE is a number of steps. */
static uint32_t
with (rp_pasts *pasts, uint32_t node, uint32_t task, uint32_t steps, unsigned level)
{
  if (!level)
    return node > steps ? node : steps;
  unsigned at = branch (task, level);
  uint32_t old = slot_of (pasts, node, at, level);
  uint32_t changed = with (pasts, old, task, steps, level - 1);
  if (changed == old)
    return node;
  uint32_t slots[RP_PAST_BRANCHES];
  for (unsigned i = 0; i < RP_PAST_BRANCHES; i++)
    slots[i] = slot_of (pasts, node, i, level);
  slots[at] = changed;
  return intern (pasts, slots, level);
}

rp_past
rp_past_with (rp_pasts *pasts, rp_past past, uint32_t task, uint32_t steps)
{
  if (!steps)
    return past;
  uint32_t height = past.height;
  while (!fits (task, height))
    height++;
  past = raise_to (pasts, past, height);
  past.root = with (pasts, past.root, task, steps, height);
  return past;
}

static uint32_t
unite (rp_pasts *pasts, uint32_t a, uint32_t b, unsigned level)
{
  if (!level)
    return a > b ? a : b;
  if (a == b || b == NOTHING || a == ALL)
    return a;
  if (a == NOTHING || b == ALL)
    return b;
  if (a > b)
    return unite (pasts, b, a, level);
  uint64_t key = ((uint64_t) a << 32 | b) * 0x9e3779b97f4a7c15u >> 40;
  rp_past_union_made *made = &pasts->made[key & ((1 << MADE_BITS) - 1)];
  if (made->a == a && made->b == b)
    return made->result;
  uint32_t slots[RP_PAST_BRANCHES];
  for (unsigned i = 0; i < RP_PAST_BRANCHES; i++)
    slots[i] = unite (pasts, at (pasts, a)->slots[i], at (pasts, b)->slots[i], level - 1);
  uint32_t result = intern (pasts, slots, level);
  *made = (rp_past_union_made) { a, b, result };
  return result;
}

rp_past
rp_past_union (rp_pasts *pasts, rp_past a, rp_past b)
{
  if (a.root == NOTHING)
    return b;
  if (b.root == NOTHING)
    return a;
  uint32_t height = a.height > b.height ? a.height : b.height;
  a = raise_to (pasts, a, height);
  b = raise_to (pasts, b, height);
  a.root = unite (pasts, a.root, b.root, height);
  return a;
}

typedef struct comparison
{
  const rp_pasts *pasts;
  rp_past_found *found;
  void *context;
} comparison;

static void
compare (const comparison *own, uint32_t earlier, uint32_t later, uint32_t task, unsigned level)
{
  if (earlier == later)
    return;
  if (!level)
    {
      if (earlier < later)
        own->found (own->context, task, earlier, later);
      return;
    }
  for (unsigned i = 0; i < RP_PAST_BRANCHES; i++)
    compare (own, slot_of (own->pasts, earlier, i, level), slot_of (own->pasts, later, i, level),
             task << RP_PAST_BITS | i, level - 1);
}

/* If the trees differ in height, the lower tree corresponds to the first branch of the higher one. */
void
rp_past_compare (const rp_pasts *pasts, rp_past earlier, rp_past later, rp_past_found *found,
                 void *context)
{
  comparison own = { pasts, found, context };
  while (later.height > earlier.height)
    {
      for (uint32_t i = 1; i < RP_PAST_BRANCHES; i++)
        compare (&own, NOTHING, slot_of (pasts, later.root, i, later.height), i, later.height - 1);
      later.root = slot_of (pasts, later.root, 0, later.height--);
    }
  while (earlier.height > later.height)
    earlier.root = slot_of (pasts, earlier.root, 0, earlier.height--);
  compare (&own, earlier.root, later.root, 0, later.height);
}

bool
rp_pasts_are_many (const rp_pasts *pasts)
{
  return pasts->live >= pasts->threshold;
}

static void
mark (rp_pasts *pasts, uint32_t number, unsigned level)
{
  rp_past_node *node = at (pasts, number);
  if (number <= ALL || node->marked)
    return;
  node->marked = true;
  if (level > 1)
    for (unsigned i = 0; i < RP_PAST_BRANCHES; i++)
      mark (pasts, node->slots[i], level - 1);
}

void
rp_past_mark (rp_pasts *pasts, rp_past past)
{
  pasts->marks++;
  if (past.height)
    mark (pasts, past.root, past.height);
}

void
rp_pasts_sweep (rp_pasts *pasts)
{
  pasts->live = 0;
  pasts->free = 0;
  for (uint32_t i = (uint32_t) pasts->nodes.count; i-- > ALL + 1;)
    {
      rp_past_node *node = at (pasts, i);
      if (node->marked)
        pasts->live++;
      else
        {
          node->level = 0;
          node->slots[0] = pasts->free;
          pasts->free = i;
        }
      node->marked = false;
    }
  fill_table (pasts, pasts->capacity);
  memset (pasts->made, 0, sizeof *pasts->made << MADE_BITS);
  uint64_t more = pasts->live > pasts->marks ? pasts->live : pasts->marks; /* about the cost of a collection */
  pasts->threshold = pasts->live + (more > MIN_THRESHOLD ? more : MIN_THRESHOLD);
  pasts->marks = 0;
}

void
rp_pasts_init (rp_pasts *pasts)
{
  *pasts = (rp_pasts) { .threshold = MIN_THRESHOLD };
  RP_VEC_PUSH (&pasts->nodes, (rp_past_node) { 0 });
  RP_VEC_PUSH (&pasts->nodes, (rp_past_node) { 0 });
  pasts->made = rp_calloc (1 << MADE_BITS, sizeof *pasts->made);
  fill_table (pasts, FIRST_CAPACITY);
}

void
rp_pasts_clear (rp_pasts *pasts)
{
  RP_VEC_CLEAR (&pasts->nodes);
  free (pasts->table);
  free (pasts->made);
}
