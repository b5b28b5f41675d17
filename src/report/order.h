/* The drawing behind `order:`: the nearest common ancestor, the two branches down to the accesses,
 * and where they come together again.
 *
 *    main ─┬─ async 3 ── write @6 ──┐
 *          └─ async 4 ── write @9 ──┴─ end of finish (12)
 */
#ifndef RP_REPORT_ORDER_H
#define RP_REPORT_ORDER_H

#include "base/strbuf.h"
#include "core/finding/finding.h"

/* Appends two lines, or three if the join does not fit beside them. The lines have no indentation, and each ends with a
 * newline. They are at most WIDTH columns wide, unless the names are too long. */
void rp_order_draw (rp_strbuf *out, const rp_finding *finding, size_t width, bool utf8);

#endif
