#include "report/order.h"

#include "base/term.h"
#include "report/phrase.h"

#include <inttypes.h>

typedef struct pens
{
  const char *dash, *fork, *branch, *corner, *join;
} pens;

static const pens unicode = { "─", "┬", "└", "┐", "┴" };
static const pens ascii = { "-", "+", "+", "+", "+" };

/* Appends one branch: "async 3 ── async 5 ── write @6". IS_SHORT: only the first and the last task of PATH are
 * named. */
static void
describe_branch (rp_strbuf *out, const rp_task_ref *path, uint32_t count,
                 const rp_access_ref *access, const pens *pen, bool is_short)
{
  for (uint32_t i = 0; i < count; i++)
    {
      if (is_short && i > 0 && i + 1 < count)
        {
          rp_strbuf_format (out, "%u more", count - 2);
          i = count - 2;
        }
      else
        rp_phrase_creation (out, &path[i]);
      rp_strbuf_format (out, " %s%s ", pen->dash, pen->dash);
    }
  rp_strbuf_add (out, access->is_free ? "free" : access->is_write ? "write" : "read");
  if (access->step)
    rp_strbuf_format (out, " @%" PRIu64, access->step);
}

static void
describe_join (rp_strbuf *out, const rp_order *order)
{
  rp_phrase_meeting (out, order);
  if (order->met.line)
    rp_strbuf_format (out, " (%u)", order->met.line);
}

static void
add_clean (rp_strbuf *out, const rp_strbuf *text, bool utf8)
{
  rp_term_clean (out, rp_strbuf_text (text), utf8);
}

typedef struct drawing
{
  rp_strbuf ancestor, branches[2], join;
} drawing;

/* Fills in PARTS. The earlier access is on the upper branch. */
static void
describe (drawing *parts, const rp_finding *finding, const pens *pen, bool is_short)
{
  const rp_order *order = finding->order;
  rp_phrase_creation (&parts->ancestor, &order->ancestor);
  for (int row = 0; row < 2; row++)
    describe_branch (&parts->branches[row], order->paths[!row], order->path_count[!row],
                     &finding->accesses[!row], pen, is_short);
  if (order->meeting)
    describe_join (&parts->join, order);
}

static void
clear_parts (drawing *parts)
{
  rp_strbuf_clear (&parts->ancestor);
  rp_strbuf_clear (&parts->branches[0]);
  rp_strbuf_clear (&parts->branches[1]);
  rp_strbuf_clear (&parts->join);
}

static size_t
larger (size_t a, size_t b)
{
  return a > b ? a : b;
}

static size_t
drawn_width (const drawing *parts)
{
  size_t branch = larger (rp_term_width (rp_strbuf_text (&parts->branches[0])),
                          rp_term_width (rp_strbuf_text (&parts->branches[1])));
  size_t join = rp_term_width (rp_strbuf_text (&parts->join));
  return rp_term_width (rp_strbuf_text (&parts->ancestor)) + 5 + branch + (join ? join + 6 : 0);
}

static void
draw (rp_strbuf *out, const drawing *parts, const pens *pen, bool utf8, bool join_beside)
{
  size_t widths[2] = { rp_term_width (rp_strbuf_text (&parts->branches[0])),
                       rp_term_width (rp_strbuf_text (&parts->branches[1])) };
  size_t branch = larger (widths[0], widths[1]);
  for (int row = 0; row < 2; row++)
    {
      if (row == 0)
        {
          add_clean (out, &parts->ancestor, utf8);
          rp_strbuf_format (out, " %s%s%s ", pen->dash, pen->fork, pen->dash);
        }
      else
        {
          rp_strbuf_repeat (out, " ", rp_term_width (rp_strbuf_text (&parts->ancestor)) + 2);
          rp_strbuf_format (out, "%s%s ", pen->branch, pen->dash);
        }
      add_clean (out, &parts->branches[row], utf8);
      if (join_beside)
        {
          rp_strbuf_add_char (out, ' ');
          rp_strbuf_repeat (out, pen->dash, branch - widths[row] + 2);
          rp_strbuf_add (out, row == 0 ? pen->corner : pen->join);
        }
      if (join_beside && row == 1)
        {
          rp_strbuf_format (out, "%s ", pen->dash);
          add_clean (out, &parts->join, utf8);
        }
      rp_strbuf_add_char (out, '\n');
    }
}

void
rp_order_draw (rp_strbuf *out, const rp_finding *finding, size_t width, bool utf8)
{
  const pens *pen = utf8 ? &unicode : &ascii;
  drawing parts = { 0 };
  describe (&parts, finding, pen, false);
  if (drawn_width (&parts) > width)
    {
      clear_parts (&parts);
      describe (&parts, finding, pen, true);
    }
  bool join_beside = parts.join.length && drawn_width (&parts) <= width;
  draw (out, &parts, pen, utf8, join_beside);
  if (parts.join.length && !join_beside)
    {
      rp_strbuf_add (out, "together again at: ");
      add_clean (out, &parts.join, utf8);
      rp_strbuf_add_char (out, '\n');
    }
  clear_parts (&parts);
}
