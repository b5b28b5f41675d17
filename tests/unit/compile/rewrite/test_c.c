/* Which directives of C and C++ change, and how. */
#include "base/strbuf.h"
#include "compile/rewrite/rewrite.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>

#define M "0x5250000000000000L"
#define UNSAID "0x5250000100000000L"
#define CONCURRENT "0x5250000300000000L"
#define DOWN "0x5250000500000000L"
#define SIMD "0x5250008000000000L"
#define COPIES "0x5250020800000000L"
#define CHANGED " schedule(dynamic, " UNSAID ")"
#define LOOP " schedule(dynamic, " CONCURRENT ")"

static void
check_text (const char *text, const char *expected)
{
  rp_strbuf out = { 0 };
  bool has_changed = rp_rewrite_c (text, (rp_rewrite_extent) { 0 }, &out);
  CHECK_STR (rp_strbuf_text (&out), expected);
  CHECK (has_changed == (strcmp (text, expected) != 0));
  rp_strbuf_clear (&out);
}

static void
check_text_kept (const char *text)
{
  check_text (text, text);
}

/* MARK comes before the body of the loop. */
static void
check_marked_pragma (const char *directive, const char *expected, const char *mark)
{
  rp_strbuf text = { 0 }, wanted = { 0 };
  rp_strbuf_format (&text, "#pragma omp %s\nfor (;;);\n", directive);
  rp_strbuf_format (&wanted, "#pragma omp %s\nfor (;;)%s;\n", expected, mark);
  check_text (rp_strbuf_text (&text), rp_strbuf_text (&wanted));
  rp_strbuf_clear (&text);
  rp_strbuf_clear (&wanted);
}

static void
check_pragma (const char *directive, const char *expected)
{
  check_marked_pragma (directive, expected, "");
}

/* The directive gets the schedule at its end. */
static void
check_added (const char *directive)
{
  rp_strbuf expected = { 0 };
  rp_strbuf_format (&expected, "%s%s", directive, CHANGED);
  check_pragma (directive, rp_strbuf_text (&expected));
  rp_strbuf_clear (&expected);
}

static void
check_kept (const char *directive)
{
  check_pragma (directive, directive);
}

TEST (the_marker_is_the_one_of_the_header)
{
  CHECK_INT (strtol (M, NULL, 0), RP_SCHEDULE_MARK);
  CHECK_INT (strtol (UNSAID, NULL, 0), RP_SCHEDULE_MARK + RP_SCHEDULE_MARK_UNSAID);
  CHECK_INT (strtol (CONCURRENT, NULL, 0), RP_SCHEDULE_MARK + RP_SCHEDULE_MARK_UNSAID + RP_SCHEDULE_MARK_CONCURRENT);
  CHECK_INT (strtol (DOWN, NULL, 0), RP_SCHEDULE_MARK + RP_SCHEDULE_MARK_UNSAID + RP_SCHEDULE_MARK_DOWN);
}

TEST (loops_without_a_schedule)
{
  static const char *const directives[] = {
    "for",
    "parallel for",
    "distribute parallel for",
    "teams distribute parallel for",
    "target parallel for",
    "target teams distribute parallel for",
    "for nowait",
    "for private(a), nowait",
    "parallel for reduction(+:s) num_threads(f(1, 2)) if(parallel: x)",
    "for collapse(2) lastprivate(schedule)",
    "for reduction(task, +:inscan)",
    "for private (a [1']'])",
    "parallel for num_threads(f(\")\"))",
  };
  for (size_t i = 0; i < sizeof directives / sizeof *directives; i++)
    check_added (directives[i]);
}

TEST (simd_loops_that_others_execute)
{
  static const char *const directives[] = {
    "for simd",
    "parallel for simd",
    "distribute parallel for simd",
    "teams distribute parallel for simd",
    "target parallel for simd",
    "target teams distribute parallel for simd",
  };
  const char *mark = " while (__builtin_GOMP_sections_start (0x68000000 + 0 * 0x10000 + ((0) & 0xffff))) ";
  for (size_t i = 0; i < sizeof directives / sizeof *directives; i++)
    {
      rp_strbuf expected = { 0 };
      rp_strbuf_format (&expected, "%s schedule(dynamic, 0x5250008100000000L)", directives[i]);
      check_marked_pragma (directives[i], rp_strbuf_text (&expected), mark);
      rp_strbuf_clear (&expected);
    }
  check_marked_pragma ("parallel masked taskloop simd", "parallel masked taskloop simd", mark);
  check_marked_pragma ("for simd schedule(static)", "for simd schedule(dynamic, " SIMD ")", mark);
  check_marked_pragma ("for simd schedule(static, 4)", "for simd schedule(dynamic, " SIMD " + ( 4))", mark);
  check_marked_pragma ("for simd schedule(simd: static)", "for simd schedule(dynamic, " SIMD ")", mark);
  check_marked_pragma ("for simd schedule(simd: static, 4)", "for simd schedule(dynamic, 0x5250018000000000L + ( 4))",
                       mark);
  check_marked_pragma ("for simd schedule(runtime)", "for simd schedule(dynamic, 0x525000a000000000L)", mark);
  check_marked_pragma ("for simd schedule(static) ordered", "for simd schedule(static, " SIMD ") ordered", mark);
  check_marked_pragma ("for simd schedule(dynamic)", "for simd schedule(dynamic)", mark);
}

TEST (static_schedules)
{
  check_pragma ("for schedule(static)", "for schedule(dynamic, " M ")");
  check_pragma ("for schedule ( static ) nowait", "for schedule ( dynamic, " M " ) nowait");
  check_pragma ("for schedule(static, 4)", "for schedule(dynamic, " M " + ( 4))");
  check_pragma ("for schedule(static,f(a,b)) nowait",
                "for schedule(dynamic, " M " + (f(a,b))) nowait");
  check_pragma ("for schedule(monotonic:static,1)", "for schedule(dynamic, " M " + (1))");
  check_pragma ("for schedule(simd, monotonic : static)", "for schedule(dynamic, " M ")");
  check_pragma ("for schedule(static, 1'000)", "for schedule(dynamic, " M " + ( 1'000))");
}

TEST (a_schedule_that_the_compiler_may_choose)
{
  check_pragma ("for schedule(auto)", "for schedule(dynamic, " UNSAID ")");
  check_pragma ("for schedule(monotonic: auto ) nowait", "for schedule(dynamic, " UNSAID " ) nowait");
}

TEST (variables_that_get_the_value_of_the_last_iteration)
{
  check_pragma ("for schedule(dynamic) lastprivate(x)",
                "for schedule(dynamic, " COPIES ") lastprivate(x)");
  check_pragma ("for linear(x) schedule(dynamic, 2)",
                "for linear(x) schedule(dynamic, " COPIES " + ( 2))");
  check_pragma ("for lastprivate(x) schedule(nonmonotonic: dynamic,3)",
                "for lastprivate(x) schedule(dynamic, " COPIES " + (3))");
  check_pragma ("for lastprivate(x) schedule(runtime)",
                "for lastprivate(x) schedule(dynamic, 0x5250022000000000L)");
  check_pragma ("for ordered lastprivate(x) schedule(dynamic, 2)",
                "for ordered lastprivate(x) schedule(dynamic, " COPIES " + ( 2))");
  check_pragma ("for lastprivate(x) schedule(static)",
                "for lastprivate(x) schedule(dynamic, " M ")");
  check_pragma ("for lastprivate(x) schedule(guided)", "for lastprivate(x) schedule(guided)");
}

TEST (other_schedules_and_constructs)
{
  static const char *const directives[] = {
    "for schedule(dynamic)",
    "for schedule(dynamic, 2)",
    "for schedule(guided)",
    "for schedule(runtime)",
    "for schedule(nonmonotonic: dynamic, 3)",
    "for schedule(staticx)",
    "for schedule(static) ordered",
    "for reduction(inscan, +:s)",
    "simd",
    "parallel",
    "parallel private(for)",
    "distribute",
    "distribute simd",
    "teams distribute",
    "taskloop",
    "sections",
    "cancel for",
    "cancellation point for",
    "declare simd",
    "loop bind(thread)",
    "loop bind(teams) lastprivate(i)",
    "loop",
    "",
  };
  for (size_t i = 0; i < sizeof directives / sizeof *directives; i++)
    check_kept (directives[i]);
}

TEST (ordered_loops_call_the_library_but_do_not_tell_of_a_clause)
{
  check_pragma ("for ordered", "for ordered schedule(static, " UNSAID ")");
  check_pragma ("for ordered(2) nowait", "for ordered(2) nowait schedule(static, " UNSAID ")");
}

/* gcc makes every such loop static. */
TEST (order_concurrent_is_taken_away)
{
  check_pragma ("for order(concurrent)", "for  schedule(dynamic, " CONCURRENT ")");
  check_pragma ("for order ( reproducible : concurrent ), nowait",
                "for  nowait schedule(dynamic, 0x5250004300000000L)");
  check_pragma ("for order(unconstrained : concurrent)", "for  schedule(dynamic, " CONCURRENT ")");
  check_pragma ("for nowait, order(concurrent)", "for nowait schedule(dynamic, " CONCURRENT ")");
  check_pragma ("for schedule(static, 4) order(concurrent)",
                "for schedule(dynamic, 0x5250000200000000L + ( 4)) ");
  check_pragma ("for order(concurrent) schedule(dynamic, 4)",
                "for  schedule(dynamic, 0x5250000a00000000L + ( 4))");
  check_pragma ("for order(concurrent) schedule(guided)",
                "for  schedule(dynamic, 0x5250001200000000L)");
  check_pragma ("for order(concurrent) schedule(runtime)", "for  schedule(dynamic, 0x5250002200000000L)");
}

static void
check_direction (const char *head, bool is_down)
{
  rp_strbuf text = { 0 }, wanted = { 0 };
  rp_strbuf_format (&text, "#pragma omp for\n# 12 \"x.c\"\n /* */ for %s;\n", head);
  rp_strbuf_format (&wanted, "#pragma omp for schedule(dynamic, %s)\n# 12 \"x.c\"\n /* */ for %s;\n",
                    is_down ? DOWN : UNSAID, head);
  check_text (rp_strbuf_text (&text), rp_strbuf_text (&wanted));
  rp_strbuf_clear (&text);
  rp_strbuf_clear (&wanted);
}

TEST (the_direction_of_a_loop)
{
  static const char *const down[] = {
    "(unsigned i = 10; i > 0; i--)",     "(i = 10; i >= 0; --i)",           "(i = n; 0 < i; i -= 2)",
    "(i = n; i > 0; i = i - 3)",         "(i = n; f(a, \">;\") <= i; i = i - 3)", "(i = n; i != 0; i--)",
    "(T<int>::type i = n; (i) > 0; i += -1)", "(auto i = v.end(); i != v.begin(); i -= 1)",
  };
  static const char *const up[] = {
    "(unsigned i = 0; i < 10; i++)",   "(i = 0; i <= n - 1; i += 2)",  "(i = 0; p->n > i; i++)",
    "(i = 0; (i) < n; i = i + 3)",     "(i = 0; n >= i; i = 3 + i)",   "(i = 0; i < n >> 1; i += k)",
    "(auto &x : f(a > b))",            "(;;)",                          "(i = 0; i < p->n; i += p->step)",
    "(i = 0; 1 << 3 > i; i += 1)",
  };
  for (size_t i = 0; i < sizeof down / sizeof *down; i++)
    check_direction (down[i], true);
  for (size_t i = 0; i < sizeof up / sizeof *up; i++)
    check_direction (up[i], false);
}

TEST (loops_with_collapse_can_be_left_alone)
{
  rp_strbuf out = { 0 };
  CHECK (!rp_rewrite_c ("#pragma omp for collapse(2)\n", (rp_rewrite_extent) { .leaves_collapsed = true }, &out));
  CHECK (rp_rewrite_c ("#pragma omp for\n", (rp_rewrite_extent) { .leaves_collapsed = true }, &out));
  CHECK (rp_rewrite_c ("#pragma omp for collapse(2) lastprivate(x) schedule(dynamic)\n",
                       (rp_rewrite_extent) { .leaves_collapsed = true }, &out));
  rp_strbuf_clear (&out);
}

TEST (loops_that_take_no_schedule_are_told)
{
  check_text ("# 7 \"a.c\"\n#pragma omp for reduction(inscan, +:s)\nfor (;;);\n",
              "# 7 \"a.c\"\n\n" RP_REWRITE_HIDDEN "\n# 7\n#pragma omp for reduction(inscan, +:s)\nfor (;;);\n");
  check_text_kept ("# 7 \"a.c\"\n#pragma omp for schedule(static) reduction(inscan, +:s)\nfor (;;);\n");
}

TEST (loops_of_teams_that_copy_out_are_told)
{
  check_text ("# 7 \"a.c\"\n#pragma omp target teams distribute collapse(2)\nfor (;;);\n",
              "# 7 \"a.c\"\n\n" RP_REWRITE_DISTRIBUTE "\n# 7\n#pragma omp target teams distribute collapse(2)\nfor (;;);\n");
  check_text_kept ("# 7 \"a.c\"\n#pragma omp distribute collapse(2) firstprivate(x)\nfor (;;);\n");
  check_text_kept ("# 7 \"a.c\"\n#pragma omp teams distribute\nfor (;;);\n");
}

TEST (simd_loops_and_their_bodies_are_told)
{
  check_text ("# 7 \"a.c\"\n#pragma omp simd safelen(2 * n) private(x)\nfor (;;) a[i] = 1;\n",
              "# 7 \"a.c\"\n\nwhile (__builtin_GOMP_sections_start (0x60000000 + 0 * 0x10000 + ((2 * n) & 0xffff)))\n# 7\n"
              "#pragma omp simd safelen(2 * n) private(x)\n"
              "for (;;) while (__builtin_GOMP_sections_start (0x70000000 + 0))  a[i] = 1;\n");
  check_text ("# 7 \"a.c\"\n#pragma omp simd collapse(2)\nfor (;;) { for (;;) ; }\n",
              "# 7 \"a.c\"\n\nwhile (__builtin_GOMP_sections_start (0x60000000 + 0 * 0x10000 + ((0) & 0xffff)))\n# 7\n"
              "#pragma omp simd collapse(2)\n"
              "for (;;) { for (;;) while (__builtin_GOMP_sections_start (0x70000000 + 0))  ; }\n");
  check_text ("# 7 \"a.c\"\n#pragma omp ordered simd\n{ }\n",
              "# 7 \"a.c\"\n\n" RP_REWRITE_SIMD_ORDERED "\n# 7\n#pragma omp ordered simd\n{ }\n");
  check_text_kept ("# 7 \"a.c\"\n#pragma omp declare simd\nint f (void);\n");
  check_text_kept ("# 7 \"a.c\"\n#pragma omp simd\nx;\n");
}

/* Around a composite construct are not those who execute it. */
TEST (simd_loops_of_composite_constructs_tell_their_bodies)
{
  check_text ("# 7 \"a.c\"\n#pragma omp taskloop simd private(x) safelen(4)\nfor (;;) a = 1;\n",
              "# 7 \"a.c\"\n#pragma omp taskloop simd private(x) safelen(4)\n"
              "for (;;) while (__builtin_GOMP_sections_start (0x68000000 + 0 * 0x10000 + ((4) & 0xffff)))  a = 1;\n");
  check_text ("# 7 \"a.c\"\n#pragma omp distribute simd safelen(70000)\nfor (;;) a = 1;\n",
              "# 7 \"a.c\"\n\nwhile (__builtin_GOMP_sections_start (0x60000000 + 0 * 0x10000 + ((0) & 0xffff)))\n# 7\n"
              "\n" RP_REWRITE_DISTRIBUTE_SIMD "\n# 7\n#pragma omp distribute simd safelen(70000)\n"
              "for (;;) while (__builtin_GOMP_sections_start (0x70000000 + 0))  a = 1;\n");
  check_text ("# 7 \"a.c\"\n#pragma omp simd reduction(inscan, +:s)\nfor (;;) a = 1;\n",
              "# 7 \"a.c\"\n\n" RP_REWRITE_HIDDEN "\n# 7\n#pragma omp simd reduction(inscan, +:s)\nfor (;;) a = 1;\n");
  check_text ("# 7 \"a.c\"\n#pragma omp simd if(simd: n::m > 1)\nfor (;;) a = 1;\n",
              "# 7 \"a.c\"\n\nfor (int raceproof_safelen = ( n::m > 1) ? ((0) & 0xffff) : 1; "
              "__builtin_GOMP_sections_start (0x60000000 + 0 * 0x10000 + raceproof_safelen);)\n# 7\n"
              "#pragma omp simd if(simd: n::m > 1)\n"
              "for (;;) while (__builtin_GOMP_sections_start (0x70000000 + 0))  a = 1;\n");
}

/* Not members, and not what is only named. */
TEST (arrays_of_simd_loops_can_be_shown)
{
  rp_strbuf out = { 0 };
  const char *text = "# 7 \"a.c\"\n#pragma omp simd\nfor (;;) a [i] = s.b[i] + p->c[i] + d;\n";
  CHECK (rp_rewrite_c (text, (rp_rewrite_extent) { .shows_arrays = true }, &out));
  CHECK (strstr (rp_strbuf_text (&out), "(const void *) (a)"));
  CHECK (!strstr (rp_strbuf_text (&out), "(const void *) (b)"));
  CHECK (!strstr (rp_strbuf_text (&out), "(const void *) (c)"));
  CHECK (!strstr (rp_strbuf_text (&out), "(const void *) (d)"));
  rp_strbuf_clear (&out);
}

TEST (what_is_wrong_is_left_to_the_compiler)
{
  check_kept ("for schedule(static");
  check_kept ("for schedule(static 4)");
  check_kept ("for private(a))");
  check_kept ("for \"x");
  check_kept ("for schedule(");
  check_kept ("for schedule()");
  check_kept ("for private(a]");
}

TEST (loop_constructs)
{
  check_pragma ("parallel loop", "parallel for" LOOP);
  check_pragma ("target parallel loop private(x)", "target parallel for private(x)" LOOP);
  check_pragma ("teams loop", "teams distribute parallel for" LOOP);
  check_pragma ("loop bind(parallel) collapse(2)", "for  collapse(2)" LOOP);
  check_pragma ("loop bind( teams )", "distribute parallel for " LOOP);
}

TEST (the_variable_of_a_loop_construct_is_lastprivate)
{
  check_text ("#pragma omp parallel loop\nfor (i = 0; i < n; i++);",
              "#pragma omp parallel for lastprivate(i)" LOOP "\nfor (i = 0; i < n; i++);");
  check_text ("#pragma omp parallel loop lastprivate(i)\nfor (i = 0; i < n; i++);",
              "#pragma omp parallel for lastprivate(i)" LOOP "\nfor (i = 0; i < n; i++);");
  check_text ("#pragma omp parallel loop private (x, i)\nfor (i=0; i < n; i++);",
              "#pragma omp parallel for private (x, i)" LOOP "\nfor (i=0; i < n; i++);");
  check_text ("#pragma omp parallel loop private(ii)\nfor (i = x; i < n; ++i);",
              "#pragma omp parallel for private(ii) lastprivate(i)" LOOP "\nfor (i = x; i < n; ++i);");
  check_text ("#pragma omp parallel loop\nfor (int i = 0; i < n; i++);",
              "#pragma omp parallel for" LOOP "\nfor (int i = 0; i < n; i++);");
  check_text ("#pragma omp loop bind(parallel)\nfor (i = 0; i < n; i++);",
              "#pragma omp for  lastprivate(i)" LOOP "\nfor (i = 0; i < n; i++);");
  check_text ("#pragma omp parallel\n{\n#pragma omp loop\nfor (i = 0; i < n; i++);}",
              "#pragma omp parallel\n{\n#pragma omp for lastprivate(i)" LOOP "\nfor (i = 0; i < n; i++);}");
  check_text ("#pragma omp parallel loop\nfor (auto i : v);", "#pragma omp parallel for" LOOP "\nfor (auto i : v);");
}

TEST (a_loop_construct_whose_variable_may_be_private_stays)
{
  check_text ("# 7 \"a.c\"\n#pragma omp parallel\n{ f (&i);\n#pragma omp loop\nfor (i = 0; i < n; i++);}",
              "# 7 \"a.c\"\n#pragma omp parallel\n{ f (&i);\n\n" RP_REWRITE_HIDDEN "\n# 9\n#pragma omp loop\nfor (i = 0; i < n; i++);}");
  check_text ("# 7 \"a.c\"\n#pragma omp parallel private(i)\n#pragma omp loop\nfor (i = 0; i < n; i++);",
              "# 7 \"a.c\"\n#pragma omp parallel private(i)\n#pragma omp for" LOOP "\nfor (i = 0; i < n; i++);");
  check_text ("# 7 \"a.c\"\n#pragma omp parallel\n{ int i;\n#pragma omp loop\nfor (i = 0; i < n; i++);}",
              "# 7 \"a.c\"\n#pragma omp parallel\n{ int i;\n#pragma omp for" LOOP "\nfor (i = 0; i < n; i++);}");
  check_text ("# 7 \"a.c\"\n#pragma omp teams\n#pragma omp loop\nfor (i = 0; i < n; i++);",
              "# 7 \"a.c\"\n#pragma omp teams\n\n" RP_REWRITE_HIDDEN "\n# 8\n#pragma omp loop\nfor (i = 0; i < n; i++);");
}

TEST (a_loop_binds_to_what_encloses_it)
{
  check_text ("#pragma omp parallel\n{ f (); g ();\n#pragma omp loop\nfor (;;);}",
              "#pragma omp parallel\n{ f (); g ();\n#pragma omp for" LOOP "\nfor (;;);}");
  check_text ("#pragma omp parallel\n#pragma omp loop\nfor (;;);",
              "#pragma omp parallel\n#pragma omp for" LOOP "\nfor (;;);");
  check_text ("#pragma omp teams\n{\n#pragma omp loop\nfor (;;);}",
              "#pragma omp teams\n{\n#pragma omp distribute parallel for" LOOP "\nfor (;;);}");
  static const char *const unbound[] = {
    "#pragma omp parallel\n{ {} }\n#pragma omp loop\n",
    "#pragma omp parallel\nf (a);\n#pragma omp loop\n",
    "#pragma omp parallel\n#pragma omp single\n{\n#pragma omp loop\nfor (;;);}",
    "{\n#pragma omp parallel\n{}\n}\n{\n#pragma omp loop\nfor (;;);}",
  };
  for (size_t i = 0; i < sizeof unbound / sizeof *unbound; i++)
    check_text (unbound[i], unbound[i]);
  check_text ("#pragma omp parallel\nfor (int i = 0; i < 2; i++) {\n#pragma omp loop\nfor (;;); }",
              "#pragma omp parallel\nfor (int i = 0; i < 2; i++) {\n#pragma omp for" LOOP
              "\nfor (;;); }");
}

TEST (lines)
{
  check_text (" #  pragma\tomp\tfor \r\nx", " #  pragma\tomp\tfor" CHANGED " \r\nx");
  check_text ("#pragma omp for", "#pragma omp for" CHANGED);
  check_text ("# 1 \"a.c\"\n#pragma omp for\n# 9 \"a.c\"\n",
              "# 1 \"a.c\"\n#pragma omp for" CHANGED "\n# 9 \"a.c\"\n");
  static const char *const kept[] = {
    "",
    "\n",
    "x #pragma omp for\n",
    "#pragma ompx for\n",
    "#pragma GCC omp for\n",
    "#define a '\n",
    "/*\n#pragma omp for\n*/",
    "//\\\n",
    "\"\\\"\n",
    "R\"(\n#pragma omp for\n)\"",
    "u8R\"x(\n)\"\n#pragma omp for\n)x\"",
    "R\"(",
    "'\\''",
    "1'0",
    "[[",
    "[[omp",
    "/*",
    "\\",
  };
  for (size_t i = 0; i < sizeof kept / sizeof *kept; i++)
    check_text (kept[i], kept[i]);
  check_text ("int a = 1'000'0;\n#pragma omp for\n",
              "int a = 1'000'0;\n#pragma omp for" CHANGED "\n");
  check_text ("xR\"(\"\n#pragma omp for\n", "xR\"(\"\n#pragma omp for" CHANGED "\n");
}

TEST (atomic_updates)
{
  check_text ("# 7 \"a.c\"\nx;\n  #pragma omp atomic\ny++;\n",
              "# 7 \"a.c\"\nx;\n  \n" RP_REWRITE_UPDATE "\n# 8\n#pragma omp atomic\ny++;\n");
  check_text ("# 7 \"a.c\"\n#pragma omp atomic seq_cst, update hint(1)\ny++;\n",
              "# 7 \"a.c\"\n\n" RP_REWRITE_UPDATE
              "\n# 7\n#pragma omp atomic seq_cst, update hint(1)\ny++;\n");
  check_text_kept ("# 7 \"a.c\"\n#pragma omp atomic capture\nx = y++;\n");
  check_text_kept ("# 7 \"a.c\"\n#pragma omp atomic seq_cst read\nx = y;\n");
  check_text_kept ("# 7 \"a.c\"\n#pragma omp atomic write\nx = y;\n");
  check_text_kept ("# 7 \"a.c\"\n#pragma omp atomic compare\nif (x == y) x = z;\n");
  check_text_kept ("#pragma omp atomic\ny++;\n"); /* no line markers, no room */
}

/* gcc combines reductions behind the body of a scope construct. */
TEST (scopes_with_reductions)
{
  check_text ("# 7 \"a.c\"\n#pragma omp scope reduction(+:x) nowait\n  x++;\n",
              "# 7 \"a.c\"\n\n" RP_REWRITE_SCOPE
              "\n# 7\n#pragma omp scope reduction(+:x) nowait\n" RP_REWRITE_SCOPE_BODY
              "\n# 8\n  x++;\n");
  check_text ("[[omp::directive (scope reduction(+:x))]] x++;", RP_REWRITE_SCOPE
              " [[omp::directive (scope reduction(+:x))]] " RP_REWRITE_SCOPE_BODY "  x++;");
  check_text ("[[omp::sequence (directive (parallel), directive (scope reduction(+:x)))]] x++;",
              "[[omp::sequence (directive (parallel), directive (scope "
              "reduction(+:x)))]] " RP_REWRITE_SCOPE_BODY "  x++;");
  check_text_kept ("# 7 \"a.c\"\n#pragma omp scope private(x)\nx++;\n");
  check_text_kept ("#pragma omp scope reduction(+:x)\nx++;\n"); /* no line markers, no room */
}

TEST (the_end_of_a_single)
{
  check_text ("# 7 \"a.c\"\nx;\n#pragma omp single nowait\n  y;\n",
              "# 7 \"a.c\"\nx;\n#pragma omp single nowait\n" RP_REWRITE_SINGLE "\n# 9\n  y;\n");
  check_text ("# 1 \"a.c\"\n#pragma omp single nowait private(a)\n# 3 \"a.c\"\ny;\n",
              "# 1 \"a.c\"\n#pragma omp single nowait private(a)\n" RP_REWRITE_SINGLE
              "\n# 2\n# 3 \"a.c\"\ny;\n");
  check_text ("#pragma omp single private(a), nowait\ny;",
              "#pragma omp single private(a), nowait\n" RP_REWRITE_SINGLE " y;");
  check_text ("[[omp::directive (single nowait)]] y;",
              "[[omp::directive (single nowait)]] " RP_REWRITE_SINGLE "  y;");
  check_text (
    "[[omp::sequence (directive (parallel), directive (single nowait))]] y;",
    "[[omp::sequence (directive (parallel), directive (single nowait))]] " RP_REWRITE_SINGLE
    "  y;");
  static const char *const kept[] = {
    "#pragma omp single\ny;",
    "#pragma omp single private(nowait)\ny;",
    "#pragma omp single copyprivate(a)\ny;",
    "#pragma omp single nowait",
    "#pragma omp single nowait)\ny;",
    "#pragma omp sections nowait\n{}",
    "[[omp::sequence (directive (single nowait), directive (task))]] y;",
  };
  for (size_t i = 0; i < sizeof kept / sizeof *kept; i++)
    check_text (kept[i], kept[i]);
}

TEST (attributes)
{
  check_text ("[[omp::directive (parallel for)]] for (;;);",
              "[[omp::directive (parallel for" CHANGED ")]] for (;;);");
  check_text ("[[omp :: directive(for schedule(static, 2))]]",
              "[[omp :: directive(for schedule(dynamic, " M " + ( 2)))]]");
  check_text ("[[omp::sequence (directive (parallel), omp::directive (for))]]",
              "[[omp::sequence (directive (parallel), omp::directive (for" CHANGED "))]]");
  check_text ("[[using omp: directive (for)]]", "[[using omp: directive (for" CHANGED ")]]");
  check_text ("[[my::directive (for)]]", "[[my::directive (for)]]");
  check_text ("[[omp::directive (parallel)]] { [[omp::directive (loop)]] for (;;); }",
              "[[omp::directive (parallel)]] { [[omp::directive (for" LOOP ")]] for (;;); }");
}
