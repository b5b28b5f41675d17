/* Call stacks as numbers. A calling context is a path of calls from the start of a task. Contexts form a tree with one
 * node for each distinct path; entering and leaving functions moves along this tree. The site of an access is the pair
 * of the current node and the access's own pc. Each distinct pair has a number. So the shadow memory keeps 23 bits per
 * access, and a report can still show the whole call stack of an old access.
 *
 * Memory: 24 bytes per distinct call path, 16 per distinct site; beyond RP_CONTEXT_MAX paths, deeper calls
 * are no longer distinguished, and near RP_SITE_MAX sites, new sites are distinguished by their pc only. */
#ifndef RP_INSIDE_STACK_CONTEXT_H
#define RP_INSIDE_STACK_CONTEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define RP_CONTEXT_MAX (1u << 22)
#define RP_SITE_MAX (1u << 23)

typedef struct rp_context_node
{
  uint64_t pc; /* the return address of the call */
  uint32_t parent;
  uint32_t recent[3]; /* the children that were entered last */
} rp_context_node;

/* The node of the running task, without the pending calls. */
extern uint32_t rp_context_now;
extern uint32_t rp_context_lost; /* how many active calls have no node, because there was no room */
extern rp_context_node *rp_context_nodes;

uint32_t rp_context_child (uint32_t parent, uint64_t pc);

/* Pending calls: calls that were entered below rp_context_now. They get nodes only when the site of the task is needed.
 * Most small functions are left before that. */
enum
{
  RP_CONTEXT_MAX_PENDING = 64
};

extern uint32_t rp_context_pending;
extern uint64_t rp_context_calls[RP_CONTEXT_MAX_PENDING];

/* Gives the pending calls their nodes. Allocates. */
void rp_context_settle (void);

/* Returns whether rp_context_enter needs no memory. */
static inline bool
rp_context_has_room (void)
{
  return rp_context_pending < RP_CONTEXT_MAX_PENDING;
}

/* The running task enters a function. Allocates unless rp_context_has_room. */
static inline void
rp_context_enter (uint64_t pc)
{
  if (!rp_context_has_room ())
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

/* Returns the site of PC in the current context; 0 if there is no room for another site. */
uint32_t rp_site_of (uint64_t pc);

/* The operation at a site; at first RP_OPERATION_ACCESS. rp_site_note stores OPERATION, unless OPERATION is
 * RP_OPERATION_ACCESS: then the operation stored before stays. rp_site_note also stores SIZE, the bytes of the access.
 * If a later SIZE differs, the size of the site varies from then on. */
typedef enum rp_operation
{
  RP_OPERATION_ACCESS,
  RP_OPERATION_FREE, /* a heap block is freed: counts as a write */
  RP_OPERATION_ATOMIC
} rp_operation;

void rp_site_note (uint32_t site, rp_operation operation, uint64_t size);

/* Calls rp_site_of and rp_site_note. */
static inline uint32_t
rp_site_doing (uint64_t pc, rp_operation operation, uint64_t size)
{
  uint32_t site = rp_site_of (pc);
  rp_site_note (site, operation, size);
  return site;
}

/* rp_site_size: returns how many bytes SITE accesses at once; 0 if that varies, or is not known. */
rp_operation rp_site_operation (uint32_t site);
uint32_t rp_site_size (uint32_t site);

/* rp_site_recent returns the same as rp_site_of if that was called for PC in the current context a short while ago,
 * and if no calls are pending; else 0. It never allocates. */
enum
{
  RP_SITE_RECENT_BITS = 12
};

extern struct rp_site_recent
{
  uint64_t pc;
  uint32_t context, number;
} rp_site_recents[1 << RP_SITE_RECENT_BITS];

static inline struct rp_site_recent *
rp_site_recent_slot (uint64_t pc)
{
  uint32_t key = ((uint32_t) pc ^ rp_context_now * 0x85ebca6bu) * 0x9e3779b1u;
  return &rp_site_recents[key >> (32 - RP_SITE_RECENT_BITS)];
}

static inline uint32_t
rp_site_recent (uint64_t pc)
{
  const struct rp_site_recent *recent = rp_site_recent_slot (pc);
  bool is_here = recent->pc == pc && recent->context == rp_context_now && !rp_context_pending;
  return is_here ? recent->number : 0;
}

/* Stores in PCS the return addresses of SITE, innermost first: the pc of SITE, then the call sites up to the task's
 * first function. If there are more than MOST, some in the middle are left out, with 0 in their place. Returns how many
 * addresses it stored. */
size_t rp_site_stack (uint32_t site, uint64_t *pcs, size_t most);

/* Returns the pc of SITE, which is the innermost return address. Stores in *CONTEXT the node of the call path. */
uint64_t rp_site_pc (uint32_t site, uint32_t *context);

#endif
