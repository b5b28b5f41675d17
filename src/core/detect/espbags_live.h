/* Shared by the files of espbags.h: live tasks and bags. */
#ifndef RP_CORE_DETECT_ESPBAGS_LIVE_H
#define RP_CORE_DETECT_ESPBAGS_LIVE_H

#include "core/detect/espbags.h"

/* A bag is identified by its root, which is the row of one of its strands; 0: the empty bag. */
typedef uint32_t rp_bag;

/* The frame of a task or of a finish. PARALLEL is its P-bag. ENTERED is the last section that comes before the end of
 * some task that returned to this frame. If there are no clocks, all strands with numbers from FIRST up to S-1 are in
 * the P-bag when a child with strand S is created in the frame. */
typedef struct rp_bag_frame
{
  rp_bag parallel;
  uint32_t entered;
  uint32_t first : 31;
  uint32_t is_clocked : 1; /* frame of a finish: the finish has a clock; frame of a task: the
                            * finish around the task's creation has one */
} rp_bag_frame;

/* A task, until it is forgotten. frames[0] is the task's own frame; each open finish of the task has another one. */
typedef struct rp_bags_task
{
  uint32_t strand; /* the strand of its accesses */
  rp_bag
    serial; /* its S-bag; it contains STRAND, or the strand that a loop task had before its units */
  RP_VEC (rp_bag_frame) frames;
  struct rp_bags_task *parent; /* at its end, the task returns to frame PARENT_FRAME of PARENT */
  size_t parent_frame;
  uint32_t siblings, sibling_count; /* as in rp_bags */
  bool ended;
  uint32_t depth, entered; /* as in rp_bags, while the task does not run */
  struct rp_bag_barrier
    *clock; /* the clock of the innermost clocked finish that the task is in, or NULL */
  uint32_t
    loop; /* of a loop task: the number of its loop (rp_bags_reserve), when it has begun a unit; else 0 */
} rp_bags_live;

typedef struct rp_bag_barrier
{
  rp_bag arrived, passed; /* the clock's P-bag and S-bag */
  uint32_t entered;       /* the last section that comes before the arrival of some member */
  bool has_outsiders;     /* the finish has tasks that are not members of the clock */
  struct rp_bag_barrier *outer;
} rp_bag_barrier;

static inline void
rp_bags_set_now (rp_bags *bags, uint32_t strand)
{
  bags->now = strand;
  bags->now_key = rp_bags_key (strand);
}

/* Returns a new strand of TASK, in its own bag: the last row. INSIDE: the strand begins inside the section that was
 * entered last. */
uint32_t rp_bags_new_strand (rp_bags *bags, uint32_t task, bool inside);

/* Returns the union of the bags A and B, which may be empty. IS_PARALLEL: the union is a P-bag, else an S-bag. */
rp_bag rp_bags_unite (rp_bags *bags, rp_bag a, rp_bag b, bool is_parallel);

#endif
