/* Models nested as deep as the parser lets them, and recursion until the stack is used up: both
 * must end in a result or a clean error, never in a crash. Each runs in a process of its own. */
#include "bounded.h"
#include "lang/model.h"

enum
{
  DEEP = 950 /* the parser's limit is 1000, which the rest of the statement shares */
};

static rp_strbuf text;
static const char *expected_memory, *expected_message;

static void
repeat (const char *part, int times)
{
  rp_strbuf_repeat (&text, part, (size_t) times);
}

static bool
runs (void)
{
  model *m = model_run (rp_strbuf_text (&text));
  bool well = CHECK_STR (rp_strbuf_text (&m->memory), expected_memory);
  well &= CHECK_STR (model_message (m), expected_message);
  model_end (m);
  return well;
}

/* A text nested so deep that COST levels each add up to DEEP. */
static void
check_nested (int cost, const char *before, const char *open, const char *middle, const char *close,
              const char *after, const char *memory)
{
  rp_strbuf_clear (&text);
  rp_strbuf_add (&text, before);
  repeat (open, DEEP / cost);
  rp_strbuf_add (&text, middle);
  repeat (close, DEEP / cost);
  rp_strbuf_add (&text, after);
  expected_memory = memory;
  expected_message = NULL;
  run_bounded (runs, 1000, 60);
  rp_strbuf_clear (&text);
}

TEST (deep_expressions)
{
  check_nested (1, "x = ", "(", "7", ")", ";", "x=7\n");
  check_nested (1, "x = ", "- ", "7", "", ";", "x=7\n");
  check_nested (1, "x = ", "!", "7", "", ";", "x=1\n");
  check_nested (2, "x = ", "1 + (", "0", ")", ";", "x=475\n");
  check_nested (1, "x = ", "1 + ", "0", "", ";", "x=950\n");
  check_nested (2, "x = ", "0 || (", "1", ")", ";", "x=1\n");
  check_nested (2, "x = ", "0 ? 5 : (", "1", ")", ";", "x=1\n");
  check_nested (1, "x = ", "A[", "0", "]", ";", "");
}

TEST (deep_calls_in_one_expression)
{
  check_nested (1, "x = ", "f(", "0", ")", " == 1 || 1;", "x=1\n");
  check_nested (1, "proc f(a) { return a + 1; } x = ", "f(", "0", ")", ";", "x=950\n");
  check_nested (3, "future f = async { return 4; } x = ", "get(f) * 0 + (", "5", ")", ";", "x=5\n");
}

TEST (deep_statements)
{
  check_nested (1, "", "{ ", "x = 1;", " }", "", "x=1\n");
  check_nested (1, "", "if (1) ", "x = 1;", "", "", "x=1\n");
  check_nested (1, "", "if (0) skip; else ", "x = 1;", "", "", "x=1\n");
  check_nested (1, "", "while (x == 0) ", "x = 1;", "", "", "x=1\n");
  check_nested (1, "", "finish ", "x = 1;", "", "", "x=1\n");
  check_nested (1, "", "isolated ", "x = 1;", "", "", "x=1\n");
  check_nested (1, "", "isolated (x) ", "x = 1;", "", "", "x=1\n");
  check_nested (1, "", "async ", "x = 1;", "", "", "x=1\n");
  check_nested (2, "", "finish async ", "x = 1;", "", "", "x=1\n");
  check_nested (1, "", "clocked finish ", "x = 1;", "", "", "x=1\n");
  check_nested (1, "", "for (i in 1..1) ", "x = 1;", "", "", "x=1\n");
}

TEST (deep_parallel_loops)
{
  check_nested (1, "", "forall (i in 1..1) ", "x = 1;", "", "", "x=1\n");
}

/* A recursion without end: a run-time error. */
TEST (endless_recursion)
{
  expected_memory = "";
  rp_strbuf_clear (&text);
  rp_strbuf_add (&text, "proc f(n) { f(n + 1); } f(0);");
  expected_message = "the stack is used up: `f` recurses too deep";
  run_bounded (runs, 200, 60);
  rp_strbuf_clear (&text);
  rp_strbuf_add (&text,
                 "proc f(n) { return 1 + f(n) * 2; } async { future g = async { return f(1); } }");
  run_bounded (runs, 200, 60);
  rp_strbuf_clear (&text);
}

static bool
ends_cleanly (void)
{
  model *m = model_run (rp_strbuf_text (&text));
  const char *message = model_message (m);
  bool well = !message || CHECK (strstr (message, "the stack is used up"));
  model_end (m);
  return well;
}

/* Handlers that await call handlers that await: they recurse as well. */
TEST (endless_handlers)
{
  rp_strbuf_clear (&text);
  rp_strbuf_add (&text, "proc p() { return 1; }\n"
                        "proc q() { post r <- p() handle v { q(); }; await r; } q();");
  run_bounded (ends_cleanly, 500, 60);
  rp_strbuf_clear (&text);
}

/* Near the end of the stack there is no room for a deep expression or statement: at every depth of
 * the recursion the model ends in its result or in the clean error. */
static int levels;

static model *
run_levels (void)
{
  const char *const names[] = { "n" };
  const int64_t values[] = { levels };
  return model_run_with (rp_strbuf_text (&text), -1, names, values, 1, false);
}

static bool
recurses (void)
{
  model *m = run_levels ();
  const char *message = model_message (m);
  bool well = message ? CHECK (strstr (message, "the stack is used up"))
                      : CHECK_STR (rp_strbuf_text (&m->memory), "x=7\n");
  model_end (m);
  return well;
}

/* How many levels just fit. */
static int
find_limit (void)
{
  int low = 0, high = 1 << 20;
  while (high - low > 1)
    {
      levels = low + (high - low) / 2;
      model *m = run_levels ();
      if (model_message (m))
        high = levels;
      else
        low = levels;
      model_end (m);
    }
  return low;
}

static void
check_near_the_end (const char *before, const char *open, const char *close, int times)
{
  rp_strbuf_clear (&text);
  rp_strbuf_add (&text, "param n; proc f(k) { if (k > 0) f(k - 1); else x = 7; } f(n);");
  int limit = find_limit ();
  CHECK (limit > 500);
  rp_strbuf_clear (&text);
  rp_strbuf_add (&text, "param n; proc f(k) { if (k > 0) f(k - 1); else ");
  rp_strbuf_add (&text, before);
  repeat (open, times);
  rp_strbuf_add (&text, *before ? "7" : "x = 7");
  repeat (close, times);
  rp_strbuf_add (&text, "; } f(n);");
  for (int short_of = 0; short_of < limit; short_of = short_of * 2 + 1)
    {
      levels = limit - short_of;
      run_bounded (recurses, 500, 60);
    }
  rp_strbuf_clear (&text);
}

TEST (deep_expressions_deep_in_a_recursion)
{
  check_near_the_end ("x = ", "- ", "", DEEP - 30);
  check_near_the_end ("x = ", "0 + (", ")", DEEP / 2 - 20);
}

TEST (deep_subscripts_deep_in_a_recursion)
{
  check_near_the_end ("x = 7 + 0 * ", "A[", "]", DEEP - 30);
}

TEST (deep_statements_deep_in_a_recursion)
{
  check_near_the_end ("", "if (1) ", "", DEEP - 30);
  check_near_the_end ("", "finish isolated ", "", DEEP / 2 - 30);
}
