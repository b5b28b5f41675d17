/* Accesses to one location that came so far, oldest first, and the one question about them: is
 * there one that does not happen before the node at hand? They are added by stamp, so none of them
 * happens after it. Most questions cost one or two of reach.h:
 *
 *   D1. If a member a happens before b, and all older members happen before a, none of them needs a
 *       look: a->all_before says so.
 *   D2. If all members were once found to happen before c, and c happens before b, only members
 *       added since need a look: cover is such a c. After a long look it is the fork of a part
 *       around b, if that is late enough, for then it is before the whole part. */
#ifndef RP_DETECT_HISTORY_H
#define RP_DETECT_HISTORY_H

#include "base/vec.h"
#include "graph/reach.h"

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

/* The newest member that does not happen before NODE, or NULL. All questions to one history go to
 * the same index. */
const rp_member *rp_history_unordered (rp_history *history, rp_reach *order, uint32_t node);

/* Whether there is none; quicker where that is asked again and again and the answer is no. */
bool rp_history_is_before (rp_history *history, rp_reach *order, uint32_t node);

/* ALL_BEFORE: all members so far are known to happen before this one. */
void rp_history_add (rp_history *history, rp_member member, bool all_before);

#endif
