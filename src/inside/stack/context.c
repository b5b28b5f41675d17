#include "inside/stack/context.h"

#include "base/map.h"
#include "base/panic.h"
#include "base/vec.h"
#include "core/shadow/cell.h"

_Static_assert(RP_SITE_MAX == RP_SITE_MIXED, "a site fits in a slot");

uint32_t rp_context_now, rp_context_lost, rp_context_pending;
uint64_t rp_context_calls[RP_CONTEXT_MAX_PENDING];
rp_context_node *rp_context_nodes;

enum
{
  SIZE_BITS = 28,
  SIZE_VARIES = (1 << SIZE_BITS) - 1
};

typedef struct site_row
{
  uint64_t pc;
  uint32_t context;
  uint32_t operation : 4, size : SIZE_BITS; /* size 0: not known yet */
} site_row;

struct rp_site_recent rp_site_recents[1 << RP_SITE_RECENT_BITS];
static size_t node_count, node_capacity;
static rp_map children;
static RP_VEC (site_row) sites;
static rp_map numbers;
static uint64_t
mix (uint32_t context, uint64_t pc)
{
  return rp_hash64 (pc ^ (uint64_t) context << 40) ^ context;
}

enum
{
  RECENT = sizeof rp_context_nodes->recent / sizeof *rp_context_nodes->recent
};

/* Notes CHILD as the child that was entered last. CHILD was at position OLD of the remembered children, or replaces
 * the child that is there. */
static void
remember (rp_context_node *node, uint32_t child, unsigned old)
{
  for (; old; old--)
    node->recent[old] = node->recent[old - 1];
  node->recent[0] = child;
}

/* Returns the child of PARENT for a call at PC; makes one if there is none. Returns 0 if there is no room. Keys are
 * hashes: if two are equal, the second entry is at the next free key. */
uint32_t
rp_context_child (uint32_t parent, uint64_t pc)
{
  if (!node_count)
    {
      rp_context_nodes = rp_vec_grow (NULL, 1024, &node_capacity, sizeof *rp_context_nodes);
      rp_context_nodes[node_count++] = (rp_context_node) { 0 };
    }
  for (uint64_t key = mix (parent, pc);; key++)
    {
      uint64_t *slot = rp_map_insert (&children, key, NULL);
      if (!*slot)
        {
          if (node_count == RP_CONTEXT_MAX)
            return 0;
          if (node_count == node_capacity)
            rp_context_nodes = rp_vec_grow (rp_context_nodes, node_count + 1, &node_capacity,
                                            sizeof *rp_context_nodes);
          *slot = node_count;
          rp_context_nodes[node_count++] = (rp_context_node) { .pc = pc, .parent = parent };
        }
      rp_context_node *node = &rp_context_nodes[*slot];
      if (node->pc == pc && node->parent == parent)
        {
          remember (&rp_context_nodes[parent], (uint32_t) *slot, RECENT - 1);
          return (uint32_t) *slot;
        }
    }
}

static uint32_t
intern (uint32_t context, uint64_t pc)
{
  if (!sites.count)
    RP_VEC_PUSH (&sites, (site_row) { 0 });
  if (sites.count >= RP_SITE_MAX - 4096)
    context = 0;
  for (uint64_t key = mix (context, pc);; key++)
    {
      uint64_t *slot = rp_map_insert (&numbers, key, NULL);
      if (!*slot && sites.count < RP_SITE_MAX)
        {
          *slot = sites.count;
          RP_VEC_PUSH (&sites, (site_row) { .pc = pc, .context = context });
        }
      if (!*slot || (sites.items[*slot].pc == pc && sites.items[*slot].context == context))
        return (uint32_t) *slot;
    }
}

/* Returns the child of PARENT for a call at PC. Most often that is one of PARENT's recently entered children. */
static uint32_t
enter (uint32_t parent, uint64_t pc)
{
  rp_context_node *node = rp_context_nodes ? &rp_context_nodes[parent] : NULL;
  for (unsigned i = 0; node && i < RECENT && node->recent[i]; i++)
    {
      uint32_t child = node->recent[i];
      if (rp_context_nodes[child].pc == pc)
        {
          remember (node, child, i);
          return child;
        }
    }
  return rp_context_child (parent, pc);
}

void
rp_context_settle (void)
{
  for (uint32_t i = 0; i < rp_context_pending; i++)
    {
      uint32_t child = rp_context_lost ? 0 : enter (rp_context_now, rp_context_calls[i]);
      if (child)
        rp_context_now = child;
      else
        rp_context_lost++;
    }
  rp_context_pending = 0;
}

uint32_t
rp_site_of (uint64_t pc)
{
  if (rp_context_pending)
    rp_context_settle ();
  uint32_t number = rp_site_recent (pc);
  if (number)
    return number;
  number = intern (rp_context_now, pc);
  *rp_site_recent_slot (pc) = (struct rp_site_recent) { pc, rp_context_now, number };
  return number;
}

void
rp_site_note (uint32_t site, rp_operation operation, uint64_t size)
{
  if (!site || site >= sites.count)
    return;
  site_row *at = &sites.items[site];
  if (operation != RP_OPERATION_ACCESS)
    at->operation = operation;
  if (!at->size && size < SIZE_VARIES)
    at->size = (uint32_t) size;
  else if (at->size != size)
    at->size = SIZE_VARIES;
}

rp_operation
rp_site_operation (uint32_t site)
{
  return site < sites.count ? (rp_operation) sites.items[site].operation : RP_OPERATION_ACCESS;
}

uint32_t
rp_site_size (uint32_t site)
{
  uint32_t size = site < sites.count ? sites.items[site].size : 0;
  return size == SIZE_VARIES ? 0 : size;
}

/* Returns whether NODE has a call site in the program. The outermost node of a path has none: the verifier calls the
 * task's function. */
static bool
has_call (uint32_t node)
{
  return node && rp_context_nodes[node].parent;
}

static size_t
depth_of (uint32_t node)
{
  size_t depth = 0;
  for (; has_call (node); node = rp_context_nodes[node].parent)
    depth++;
  return depth;
}

size_t
rp_site_stack (uint32_t site, uint64_t *pcs, size_t most)
{
  size_t count = 0;
  if (!site || site >= sites.count || !most)
    return 0;
  uint32_t at = sites.items[site].context;
  size_t left = depth_of (at), outer = most / 4;
  size_t inner = left < most ? most : most - outer - 1;
  pcs[count++] = sites.items[site].pc;
  for (; left && count < inner; at = rp_context_nodes[at].parent, left--)
    pcs[count++] = rp_context_nodes[at].pc;
  if (left)
    pcs[count++] = 0;
  for (; left > outer; left--)
    at = rp_context_nodes[at].parent;
  for (; left; at = rp_context_nodes[at].parent, left--)
    pcs[count++] = rp_context_nodes[at].pc;
  return count;
}

uint64_t
rp_site_pc (uint32_t site, uint32_t *context)
{
  site_row found = site && site < sites.count ? sites.items[site] : (site_row) { 0 };
  *context = found.context;
  return found.pc;
}
