/* The accesses to one location so far (the members), oldest first. A history answers one question about a node b: is
 * there a member that does not happen before b? Members are added in the order of their stamps, so none of them happens
 * after b. One or two questions to reach.h mostly suffice:
 *
 *   D1. If member a happens before b, and all older members happen before a, the older members need no question:
 *       a->all_before.
 *   D2. If all members were once found to happen before a node c, and c happens before b, only members added since then
 *       need questions. `cover` keeps this node c. A fork happens before its whole part. So after many questions,
 *       `cover` becomes the fork of a part around b, if all members happen before that fork. */
#ifndef RP_CORE_DETECT_HISTORY_H
#define RP_CORE_DETECT_HISTORY_H

#include "base/vec.h"
#include "core/graph/reach.h"

typedef struct rp_member
{
  uint32_t node, task;
  bool folded, all_before; /* FOLDED: as in rp_access (access_set.h); ALL_BEFORE: D1 */
} rp_member;

typedef struct rp_history
{
  RP_VEC (rp_member) members;
  uint32_t cover; /* D2; RP_NO_NODE if none */
  size_t covered; /* the oldest COVERED members happen before COVER */
  size_t suspect; /* the position, plus 1, of the member for which rp_history_is_before last returned false; 0: none */
} rp_history;

/* rp_history_reset empties HISTORY and keeps its memory. rp_history_clear frees the memory. */
void rp_history_reset (rp_history *history);
void rp_history_clear (rp_history *history);

/* Returns the newest member that does not happen before NODE, or NULL. All calls for one history must use the same
 * ORDER. */
const rp_member *rp_history_unordered (rp_history *history, rp_reach *order, uint32_t node);

/* Returns whether every member happens before NODE. The function is faster than rp_history_unordered if it is
 * called often and mostly returns false, because it tries `suspect` first. */
bool rp_history_is_before (rp_history *history, rp_reach *order, uint32_t node);

/* Adds MEMBER. ALL_BEFORE: all members so far are known to happen before it. */
void rp_history_add (rp_history *history, rp_member member, bool all_before);

#endif
