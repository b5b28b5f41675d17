/* Numbers of traces that are known from the literature on partial-order reduction, or follow from
 * counting: with sleep sets and with source sets each trace is completed exactly once. */
#include "base/strbuf.h"
#include "explorer.h"
#include "test.h"

#include <stdarg.h>

#define ALL RP_REDUCTION_NONE
#define REDUCED RP_REDUCTION_SLEEP

static void
check_reduction (const char *text, rp_reduction reduction, uint64_t traces)
{
  static const char *const names[] = { "dpor", "sleep", "none" };
  rp_explored e = rp_explore_text (text, reduction, 1000000);
  bool is_good
    = CHECK (e.is_complete) & CHECK_INT (e.counts.traces, traces) & CHECK (e.races.count == 0);
  if (reduction != RP_REDUCTION_NONE)
    is_good &= CHECK_INT (e.counts.complete, traces) & CHECK_INT (e.counts.duplicates, 0);
  else
    is_good &= CHECK (e.counts.complete >= traces);
  if (!is_good)
    test_note ("%s:\n%s", names[reduction], text);
  rp_explored_clear (&e);
}

/* TEXT with numbers put in, up to this reduction: where there are few traces and many orders, less
 * reduction takes for ever. */
static void check_traces (uint64_t traces, rp_reduction last, const char *format, ...)
  __attribute__ ((format (printf, 3, 4)));

static void
check_traces (uint64_t traces, rp_reduction last, const char *format, ...)
{
  rp_strbuf text = { 0 };
  va_list arguments;
  va_start (arguments, format);
  rp_strbuf_vformat (&text, format, arguments);
  va_end (arguments);
  for (rp_reduction r = RP_REDUCTION_DPOR; r <= last; r++)
    check_reduction (text.text, r, traces);
  rp_strbuf_clear (&text);
}

static uint64_t
factorial (uint64_t n)
{
  return n < 2 ? 1 : n * factorial (n - 1);
}

static uint64_t
power (uint64_t base, unsigned exponent)
{
  return exponent ? base * power (base, exponent - 1) : 1;
}

TEST (increments_of_one_variable)
{
  for (unsigned n = 1; n <= 7; n++)
    check_traces (factorial (n), n < 7 ? ALL : REDUCED,
                  "var x; finish for (i in 1..%u) async isolated x = x + 1;", n);
}

/* By states: one for each set of tasks that are done, but the last, where nobody can go. */
TEST (states_of_a_counter)
{
  for (unsigned n = 1; n <= 10; n += 3)
    {
      rp_strbuf text = { 0 };
      rp_strbuf_format (&text, "var x; finish for (i in 1..%u) async isolated x = x + 1;", n);
      rp_explored e = rp_explore_text (text.text, RP_REDUCTION_STATES, 1000000);
      CHECK_INT (e.counts.visited, power (2, n) - 1);
      CHECK_INT (e.counts.complete, n);
      CHECK_INT (e.counts.states, 1);
      CHECK (e.counts.matched < n * power (2, n - 1));
      rp_explored_clear (&e);
      rp_strbuf_clear (&text);
    }
}

/* Where each task counts several times: how far each has come, and who comes after whose last. */
TEST (states_of_several_increments_each)
{
  static const unsigned traces[] = { 90, 1680, 34650 };
  for (unsigned k = 2; k <= 4; k++)
    {
      rp_strbuf text = { 0 };
      rp_strbuf_format (
        &text, "var x; finish for (i in 1..3) async for (k in 1..%u) isolated x = x + 1;", k);
      rp_explored e = rp_explore_text (text.text, RP_REDUCTION_STATES, 1000000);
      CHECK (e.counts.visited >= power (k + 1, 3) - 1);
      CHECK (e.counts.visited + e.counts.matched < traces[k - 2] * 3);
      CHECK_INT (e.counts.states, 1);
      rp_explored_clear (&e);
      rp_strbuf_clear (&text);
    }
}

/* Each time something that decides the rest is known to one task alone, and to no variable: how far a
 * loop goes, an operand that was read, which task an ewait waits for, what a future will give, whose
 * turn it is in a call. Without it two states are taken for one, and a final state is missed. */
TEST (states_that_only_a_task_tells_apart)
{
  static const char *const models[] = {
    "var z; async { var n = * + 1; for (k in 1..n) { n = 0; isolated skip; z = z + 1; } }\n",
    "var z; proc f() { isolated skip; return 1; }\n"
    "proc main() { var w = (* ? 2 : 0) + f(); z = w; }\n",
    "var x; future f = async { return *; } isolated skip; x = get(f);\n",
    "var z; proc f() { isolated skip; } proc main() { var v = *; f(); z = v; }\n",
    "var z; proc f(n) { isolated skip; if (n) f(0); z = z + 1; }\n"
    "proc main() { var n = *; f(n); }\n",
    "var x; var y; proc p(a) { isolated y = 1; return a; }\n"
    "proc main() { var v = 0; post r <- p(1) handle h { v = v * 2 + h; };\n"
    "  post r <- p(2) handle h { v = v * 2 + h; }; ewait r; isolated x = v; await r; }\n",
    "var y; var z; finish { async { var v = 0; isolated v = y; finish { if (v) async isolated (z) skip; }\n"
    "  isolated z = z * 2 + v; } async isolated y = 1; }\n",
    "var x; proc main() { var v = 0; if (*) v = 1; else skip; isolated skip; x = v; }\n",
    "var x; proc f() { isolated skip; }\n"
    "proc main() { if (*) { f(); x = 1; } else { f(); x = 2; } }\n",
  };
  for (size_t i = 0; i < sizeof models / sizeof models[0]; i++)
    {
      rp_explored all = rp_explore_text (models[i], RP_REDUCTION_NONE, 100000);
      rp_explored states = rp_explore_text (models[i], RP_REDUCTION_STATES, 100000);
      if (!(CHECK (all.counts.states > 1) & CHECK_INT (states.counts.states, all.counts.states)
            & CHECK_INT (states.failures, all.failures) & CHECK_INT (all.failures, 0)))
        test_note ("%s", models[i]);
      rp_explored_clear (&all);
      rp_explored_clear (&states);
    }
}

TEST (each_its_own_variable)
{
  for (unsigned n = 1; n <= 8; n += 3)
    check_traces (1, n < 8 ? ALL : REDUCED,
                  "var a[9]; finish for (i in 1..%u) async isolated a[i] = a[i] + 1;", n);
}

TEST (readers_only)
{
  check_traces (1, ALL, "var x; var a[9]; finish for (i in 1..5) async isolated a[i] = x;");
}

TEST (several_increments_each)
{
  /* (nk)! / (k!)^n */
  check_traces (6, ALL, "var x; finish for (i in 1..2) async for (k in 1..2) isolated x = x + 1;");
  check_traces (20, ALL, "var x; finish for (i in 1..2) async for (k in 1..3) isolated x = x + 1;");
  check_traces (90, ALL, "var x; finish for (i in 1..3) async for (k in 1..2) isolated x = x + 1;");
  check_traces (1680, ALL,
                "var x; finish for (i in 1..3) async for (k in 1..3) isolated x = x + 1;");
}

/* Each sender's messages in order, and those of several in any: (nk)! / (k!)^n. */
TEST (messages_to_one_actor)
{
  static const unsigned traces[][3] = { { 1, 4, 1 },  { 2, 1, 2 },  { 2, 2, 6 },   { 2, 3, 20 },
                                        { 2, 4, 70 }, { 3, 1, 6 },  { 3, 2, 90 },  { 4, 1, 24 } };
  for (size_t i = 0; i < sizeof traces / sizeof traces[0]; i++)
    check_traces (traces[i][2], ALL,
                  "var x;\n"
                  "actor cell(m) { x = 10 * x + m; }\n"
                  "finish for (i in 1..%u) async for (k in 1..%u) send cell(i);\n",
                  traces[i][0], traces[i][1]);
}

TEST (messages_that_do_not_conflict)
{
  check_traces (1, ALL,
                "var a[9];\n"
                "actor cell(m) { a[m] = a[m] + 1; }\n"
                "finish for (i in 1..3) async for (k in 1..2) send cell(i);\n");
}

/* The sink's messages come as the relay handled its own, and in no other order. */
TEST (messages_passed_on)
{
  check_traces (6, ALL,
                "var x; var n;\n"
                "actor sink(m) { assert m == x + 1; x = m; }\n"
                "actor relay(m) { n = n + 1; send sink(n); }\n"
                "finish for (i in 1..2) async for (k in 1..2) send relay(i);\n");
  check_traces (2, ALL,
                "var x;\n"
                "actor sink(m) { x = 10 * x + m; }\n"
                "actor relay(m) { send sink(m); }\n"
                "finish for (i in 1..2) async send relay(i);\n");
}

/* The orders of 1, 2 and 3 in which 3, which the handler of 1 sends, comes after 1. */
TEST (messages_to_itself)
{
  check_traces (3, ALL,
                "var x;\n"
                "actor cell(m) { x = 10 * x + m; if (m == 1) send cell(3); }\n"
                "finish { async send cell(1); async send cell(2); }\n");
}

TEST (writers_and_readers)
{
  for (unsigned w = 1; w <= 3; w++)
    for (unsigned r = 0; r <= 3; r++)
      check_traces (factorial (w) * power (w + 1, r), ALL,
                    "var x; var a[9];\n"
                    "finish {\n"
                    "  for (i in 1..%u) async isolated x = i;\n"
                    "  for (i in 1..%u) async isolated a[i] = x;\n"
                    "}\n",
                    w, r);
}

TEST (two_blocks_on_two_variables)
{
  for (unsigned n = 2; n <= 4; n++)
    check_traces (factorial (n) * factorial (n), n < 4 ? ALL : REDUCED,
                  "var x; var y;\n"
                  "finish for (i in 1..%u) async { isolated x = x + 1; isolated y = y + 1; }\n",
                  n);
}

TEST (compare_and_swap_rotation)
{
  static const unsigned traces[] = { 2, 5, 14, 43, 144 };
  for (unsigned n = 2; n <= 6; n++)
    check_traces (traces[n - 2], n < 6 ? ALL : REDUCED,
                  "var x; finish for (i in 1..%u) async isolated if (x == i - 1) x = i;", n);
}

TEST (short_circuit)
{
  check_traces (3, ALL,
                "var x; var y; var z;\n"
                "finish {\n"
                "  async isolated x = 42;\n"
                "  async isolated y = 42;\n"
                "  async isolated z = x == 42 && y == 42;\n"
                "}\n");
}

TEST (ewait_takes_each_task_once)
{
  for (unsigned k = 1; k <= 5; k++)
    check_traces (
      k, ALL, "proc main() { for (i in 1..%u) post r <- p(); ewait r; }\nproc p() { skip; }\n", k);
}

TEST (last_zero)
{
  for (unsigned n = 2; n <= 7; n++)
    check_traces ((n + 3) * power (2, n - 2), n < 5 ? ALL : REDUCED,
                  "var a[20];\n"
                  "finish {\n"
                  "  async { var i = %u; var v = 1;\n"
                  "    while (v != 0) { isolated v = a[i]; i = i - 1; } }\n"
                  "  for (j in 1..%u) async { var v = 0; isolated v = a[j - 1];\n"
                  "    isolated a[j] = v + 1; }\n"
                  "}\n",
                  n, n);
}

/* Flanagan and Godefroid's: threads collide in a hash table of 128 entries from 12 on. */
TEST (indexer)
{
  for (unsigned n = 10; n <= 14; n++)
    check_traces (n > 11 ? power (8, n - 11) : 1, RP_REDUCTION_DPOR,
                  "var table[128];\n"
                  "finish for (t in 0..%u) async {\n"
                  "  var m = 0;\n"
                  "  while (m < 4) {\n"
                  "    m = m + 1;\n"
                  "    var w = m * 11 + t; var h = (w * 7) %% 128; var done = 0;\n"
                  "    while (!done) {\n"
                  "      isolated if (table[h] == 0) { table[h] = w; done = 1; }\n"
                  "      if (!done) h = (h + 1) %% 128;\n"
                  "    }\n"
                  "  }\n"
                  "}\n",
                  n - 1);
}

TEST (file_system)
{
  for (unsigned n = 12; n <= 17; n++)
    check_traces (n > 13 ? power (2, n - 13) : 1, RP_REDUCTION_DPOR,
                  "var busy[26]; var inode[32];\n"
                  "finish for (t in 0..%u) async {\n"
                  "  var i = t %% 32;\n"
                  "  isolated (inode[i]) {\n"
                  "    if (inode[i] == 0) {\n"
                  "      var b = (i * 2) %% 26; var done = 0;\n"
                  "      while (!done) {\n"
                  "        isolated (busy[b])\n"
                  "          if (!busy[b]) { busy[b] = 1; inode[i] = b + 1; done = 1; }\n"
                  "        b = (b + 1) %% 26;\n"
                  "      }\n"
                  "    }\n"
                  "  }\n"
                  "}\n",
                  n - 1);
}

TEST (two_tasks_of_dependent_blocks)
{
  static const unsigned traces[] = { 2, 6, 20, 70, 252 };
  for (unsigned n = 1; n <= 5; n++)
    check_traces (traces[n - 1], ALL,
                  "var x; finish for (i in 1..2) async for (k in 1..%u) isolated x = x * 2 + i;",
                  n);
}

static const char philosophers[] = "var fork[9];\n"
                                   "finish for (i in 0..%u) async\n"
                                   "  isolated (fork[i]) isolated (fork[(i + 1) %% %u]) skip;\n";

TEST (dining_philosophers)
{
  for (unsigned n = 2; n <= 6; n++)
    {
      check_traces (power (2, n) - 1, n < 5 ? ALL : REDUCED, philosophers, n - 1, n);
      rp_strbuf text = { 0 };
      rp_strbuf_format (&text, philosophers, n - 1, n);
      rp_explored e = rp_explore_text (text.text, RP_REDUCTION_DPOR, 100000);
      CHECK_INT (e.deadlocks, 1);
      rp_explored_clear (&e);
      rp_strbuf_clear (&text);
    }
}

/* Two inner sections that touch nothing could come in either order unnoticed. */
TEST (ordered_philosophers)
{
  static const char text[] = "var fork[3];\n"
                             "finish {\n"
                             "  async isolated (fork[0]) isolated (fork[1]) %s;\n"
                             "  async isolated (fork[1]) isolated (fork[2]) %s;\n"
                             "  async isolated (fork[0]) isolated (fork[2]) %s;\n"
                             "}\n";
  rp_strbuf model = { 0 };
  rp_strbuf_format (&model, text, "fork[1] = 1", "fork[2] = 2", "fork[2] = 3");
  check_traces (6, ALL, "%s", model.text);
  rp_strbuf_clear (&model);
  rp_strbuf_format (&model, text, "skip", "skip", "skip");
  check_traces (4, ALL, "%s", model.text);
  rp_strbuf_clear (&model);
}
