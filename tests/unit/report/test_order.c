#include "base/term.h"
#include "report/order.h"
#include "test.h"

#include <string.h>

static rp_task_ref tasks[64];

static rp_finding
unordered (rp_order *order, uint32_t later_depth, uint32_t earlier_depth)
{
  for (uint32_t i = 0; i < 64; i++)
    tasks[i] = (rp_task_ref) { .id = i, .construct = i ? "async" : "main" };
  *order = (rp_order) { .ancestor = tasks[0],
                        .paths = { tasks + 1, tasks + 32 },
                        .path_count = { later_depth, earlier_depth },
                        .meeting = RP_MEET_FINISH,
                        .met = { .line = 12 } };
  return (rp_finding) { .order = order,
                        .access_count = 2,
                        .accesses = { { .is_write = true, .step = 9 }, { .step = 6 } } };
}

static void
check_drawing (const rp_finding *finding, size_t width, bool utf8, const char *expected)
{
  rp_strbuf out = { 0 };
  rp_order_draw (&out, finding, width, utf8);
  CHECK_STR (rp_strbuf_text (&out), expected);
  rp_strbuf_clear (&out);
}

TEST (two_branches)
{
  rp_order order;
  rp_finding finding = unordered (&order, 1, 1);
  check_drawing (&finding, 70, false,
                 "main -+- async 32 -- read @6 --+\n"
                 "      +- async 1 -- write @9 --+- end of finish (12)\n");
  check_drawing (&finding, 70, true,
                 "main ─┬─ async 32 ── read @6 ──┐\n"
                 "      └─ async 1 ── write @9 ──┴─ end of finish (12)\n");
}

TEST (the_ancestor_itself_accesses)
{
  rp_order order;
  rp_finding finding = unordered (&order, 2, 0);
  check_drawing (&finding, 70, false,
                 "main -+- read @6 -------------------------+\n"
                 "      +- async 1 -- async 2 -- write @9 --+- end of finish (12)\n");
}

TEST (no_join)
{
  rp_order order;
  rp_finding finding = unordered (&order, 1, 1);
  order.meeting = RP_MEET_NOWHERE;
  check_drawing (&finding, 70, false,
                 "main -+- async 32 -- read @6\n"
                 "      +- async 1 -- write @9\n");
}

TEST (long_paths_are_shortened)
{
  rp_order order;
  rp_finding finding = unordered (&order, 20, 2);
  check_drawing (&finding, 70, false,
                 "main -+- async 32 -- async 33 -- read @6\n"
                 "      +- async 1 -- 18 more -- async 20 -- write @9\n"
                 "together again at: end of finish (12)\n");
}

TEST (drawings_keep_to_the_width)
{
  for (uint32_t later = 0; later < 30; later++)
    for (uint32_t earlier = 0; earlier < 30; earlier++)
      {
        rp_order order;
        rp_finding finding = unordered (&order, later, earlier);
        rp_strbuf out = { 0 };
        rp_order_draw (&out, &finding, 66, true);
        for (char *line = out.text, *end; (end = strchr (line, '\n')); line = end + 1)
          {
            *end = '\0';
            CHECK (rp_term_width (line) <= 66);
          }
        rp_strbuf_clear (&out);
      }
}
