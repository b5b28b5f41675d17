/* The accesses to one location so far, oldest first, and the one question about them: is there an access that
 * does not happen before the node at hand? Accesses are added in the order of their stamps, so none of them
 * happens after that node. Most questions are answered by one or two questions to reach.h:
 *
 *   D1. If a member a happens before b, and all older members happen before a, none of them needs a
 *       look: a->all_before says so.
 *   D2. If all members were once found to happen before c, and c happens before b, only members added since
 *       need a look: `cover` is such a c. After a long look, `cover` is the fork of a part around b, if that
 *       fork is late enough, because the fork is before the whole part. */
#ifndef RP_CORE_DETECT_HISTORY_H
#define RP_CORE_DETECT_HISTORY_H

#include "base/vec.h"
#include "core/graph/reach.h"

typedef struct rp_member
{
  uint32_t node, task;
  bool folded, all_before; /* D1 */
} rp_member;

typedef struct rp_history
{
  RP_VEC (rp_member) members;
  uint32_t cover; /* D2; RP_NO_NODE if none */
  size_t covered;
  size_t suspect; /* the member that the last answer to rp_history_is_before named, plus 1 */
} rp_history;

/* Empties it; storage is kept. */
void rp_history_reset (rp_history *history);
void rp_history_clear (rp_history *history);

/* The newest member that does not happen before NODE, or NULL. All questions to one history must use the same
 * index. */
const rp_member *rp_history_unordered (rp_history *history, rp_reach *order, uint32_t node);

/* Whether every member happens before NODE. Quicker than rp_history_unordered where the question is asked
 * again and again and the answer is no. */
bool rp_history_is_before (rp_history *history, rp_reach *order, uint32_t node);

/* ALL_BEFORE: all members so far are known to happen before this one. */
void rp_history_add (rp_history *history, rp_member member, bool all_before);

#endif
