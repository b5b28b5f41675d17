/* Call stacks as numbers. Functions are entered and left along a tree of calling contexts, one node
 * for each distinct path from the start of a task; an access's place is a pair of the current node
 * and its own pc, interned too. So the shadow keeps 23 bits per access, and the whole stack of an
 * access long past can be told.
 *
 * Memory: 24 bytes per distinct call path, 16 per distinct place; past RP_CONTEXT_MOST paths deeper
 * calls are no longer told apart, and past RP_WHERE_MOST places only by their pc. */
#ifndef RP_HOOKS_CONTEXT_H
#define RP_HOOKS_CONTEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define RP_CONTEXT_MOST (1u << 22)
#define RP_WHERE_MOST (1u << 23)

typedef struct rp_context_node
{
  uint64_t pc; /* the call site */
  uint32_t parent;
  uint32_t recent[3]; /* the children that were entered last */
} rp_context_node;

/* Where the running task is, but for the calls that are pending. */
extern uint32_t rp_context_now;
extern uint32_t rp_context_lost; /* calls below the last node that has room */
extern rp_context_node *rp_context_nodes;

uint32_t rp_context_child (uint32_t parent, uint64_t pc);

/* Calls that were entered below that node; they get nodes of their own only if somebody asks where the task is. Most
 * small functions are left before. */
enum
{
  RP_CONTEXT_MOST_PENDING = 64
};

extern uint32_t rp_context_pending;
extern uint64_t rp_context_calls[RP_CONTEXT_MOST_PENDING];

/* They get their nodes; allocates. */
void rp_context_settle (void);

/* Allocates if too many calls are pending. */
static inline void
rp_context_enter (uint64_t pc)
{
  if (rp_context_pending == RP_CONTEXT_MOST_PENDING)
    rp_context_settle ();
  rp_context_calls[rp_context_pending++] = pc;
}

static inline void
rp_context_leave (void)
{
  if (rp_context_pending)
    rp_context_pending--;
  else if (rp_context_lost)
    rp_context_lost--;
  else if (rp_context_nodes)
    rp_context_now = rp_context_nodes[rp_context_now].parent;
}

/* The number of the place PC in the current context; 0 is never a place. */
uint32_t rp_where (uint64_t pc);

/* What is done there, told once it is known. */
typedef enum rp_deed
{
  RP_DEED_ACCESS,
  RP_DEED_FREE, /* of a heap block: counts as a write */
  RP_DEED_ATOMIC
} rp_deed;

void rp_where_note (uint32_t where, rp_deed deed, uint64_t size);
rp_deed rp_where_deed (uint32_t where);
uint32_t rp_where_size (uint32_t where); /* bytes at once; 0 if not always the same */

/* The same if it was asked for a short while ago, else 0: never allocates. */
enum
{
  RP_WHERE_RECENT_BITS = 12
};

extern struct rp_where_recent
{
  uint64_t pc;
  uint32_t context, number;
} rp_where_recents[1 << RP_WHERE_RECENT_BITS];

static inline struct rp_where_recent *
rp_where_recent_slot (uint64_t pc)
{
  uint32_t key = ((uint32_t) pc ^ rp_context_now * 0x85ebca6bu) * 0x9e3779b1u;
  return &rp_where_recents[key >> (32 - RP_WHERE_RECENT_BITS)];
}

static inline uint32_t
rp_where_recent (uint64_t pc)
{
  const struct rp_where_recent *recent = rp_where_recent_slot (pc);
  bool is_here = recent->pc == pc && recent->context == rp_context_now && !rp_context_pending;
  return is_here ? recent->number : 0;
}

/* Return addresses, innermost first: PC, then the call sites up to the task's first function. If
 * there are more than MOST, some in the middle are left out, with 0 in their place. */
size_t rp_where_stack (uint32_t where, uint64_t *pcs, size_t most);

/* The innermost of them, and the node it is in. */
uint64_t rp_where_pc (uint32_t where, uint32_t *context);

uint64_t rp_context_bytes (void);

#endif
