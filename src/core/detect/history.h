/* The accesses to one location so far, oldest first. They answer one question about a node b: is there an access that
 * does not happen before b? Accesses are added in the order of their stamps, so none of them happens after b. Most
 * questions are answered by one or two questions to reach.h:
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
  bool folded, all_before; /* FOLDED: as in rp_access; ALL_BEFORE: D1 */
} rp_member;

typedef struct rp_history
{
  RP_VEC (rp_member) members;
  uint32_t cover; /* D2; RP_NO_NODE if none */
  size_t covered; /* how many members, the oldest, are known to happen before COVER */
  size_t suspect; /* the member because of which rp_history_is_before last returned false, plus 1 */
} rp_history;

/* RESET empties HISTORY and keeps its memory. CLEAR frees the memory. */
void rp_history_reset (rp_history *history);
void rp_history_clear (rp_history *history);

/* Returns the newest member that does not happen before NODE, or NULL. All questions to one history
 * must use the same ORDER. */
const rp_member *rp_history_unordered (rp_history *history, rp_reach *order, uint32_t node);

/* Returns whether every member happens before NODE. It is quicker than rp_history_unordered where the question is asked
 * again and again and the answer is no. */
bool rp_history_is_before (rp_history *history, rp_reach *order, uint32_t node);

/* Adds MEMBER. ALL_BEFORE: all members so far are known to happen before it. */
void rp_history_add (rp_history *history, rp_member member, bool all_before);

#endif
