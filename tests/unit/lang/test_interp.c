/* The meaning of models: docs/language.md, statement by statement. */
#include "lang/interp.h"
#include "model.h"

typedef struct sample
{
  const char *text;
  long long value;
} sample;

static const sample samples[] = {
  /* arithmetic wraps around at 64 bits */
  { "2 + 3 * 4", 14 },
  { "(2 + 3) * 4", 20 },
  { "10 - 3 - 2", 5 },
  { "9223372036854775807 + 1", INT64_MIN },
  { "-9223372036854775807 - 2", INT64_MAX },
  { "9223372036854775807 * 2", -2 },
  { "0x7fffffffffffffff * 0x7fffffffffffffff", 1 },
  { "-(-9223372036854775807 - 1)", INT64_MIN },
  /* floor division and its remainder */
  { "7 / 2", 3 },
  { "-7 / 2", -4 },
  { "7 / -2", -4 },
  { "-7 / -2", 3 },
  { "7 % 2", 1 },
  { "-7 % 2", 1 },
  { "7 % -2", -1 },
  { "-7 % -2", -1 },
  { "6 / -2", -3 },
  { "-6 % 2", 0 },
  { "6 % -3", 0 },
  { "0 / -5", 0 },
  { "(-9223372036854775807 - 1) / -1", INT64_MIN },
  { "(-9223372036854775807 - 1) % -1", 0 },
  { "(-9223372036854775807 - 1) / 2", INT64_MIN / 2 },
  { "(-9223372036854775807 - 1) % 3", 1 },
  /* shifts: counts modulo 64, to the right with the sign */
  { "1 << 4", 16 },
  { "1 << 63", INT64_MIN },
  { "1 << 64", 1 },
  { "1 << 65", 2 },
  { "1 << -1", INT64_MIN },
  { "-16 >> 2", -4 },
  { "-1 >> 63", -1 },
  { "-1 >> 64", -1 },
  { "16 >> 66", 4 },
  /* bits */
  { "12 & 10", 8 },
  { "12 | 10", 14 },
  { "12 ^ 10", 6 },
  { "~5", -6 },
  { "-1 & 255", 255 },
  { "1 | 6 & 4 ^ 2", 1 | ((6 & 4) ^ 2) },
  /* comparisons and logic yield 0 or 1 */
  { "3 < 4", 1 },
  { "4 < 4", 0 },
  { "4 <= 4", 1 },
  { "-1 > 0", 0 },
  { "-1 < 0", 1 },
  { "4 >= 5", 0 },
  { "3 == 3", 1 },
  { "3 != 3", 0 },
  { "1 < 2 == 1", 1 },
  { "7 && 9", 1 },
  { "7 && 0", 0 },
  { "0 || 5", 1 },
  { "0 || 0", 0 },
  { "!7", 0 },
  { "!0", 1 },
  { "!!9", 1 },
  { "- - 5", 5 },
  { "true + true", 2 },
  { "false", 0 },
  { "1 ? 2 : 3", 2 },
  { "0 ? 2 : 0 ? 4 : 5", 5 },
  { "1 || 0 && 0", 1 },
  { "1 + 2 << 1", 6 },
  { "6 & 3 == 3", 6 & 1 },
  { "-2 * -3", 6 },
};

TEST (operators)
{
  for (size_t i = 0; i < sizeof samples / sizeof *samples; i++)
    {
      char text[200], expected[100] = "";
      /* at run time, through locals; and before it, as the initial value of a variable */
      snprintf (text, sizeof text, "var c = %s; y = %s;", samples[i].text, samples[i].text);
      if (samples[i].value)
        snprintf (expected, sizeof expected, "c=%lld\ny=%lld\n", samples[i].value,
                  samples[i].value);
      model_leaves (text, expected);
    }
}

TEST (operands_at_run_time)
{
  model_leaves ("proc f(a, b) { q = a / b; r = a % b; s = a << b; } f(-9, 4);",
                "q=-3\nr=3\ns=-144\n");
}

TEST (only_the_needed_operand_is_evaluated)
{
  model_leaves ("x = 0 && 1 / 0; y = 1 || 1 / 0; z = 1 ? 2 : 1 / 0; v = 0 ? 1 / 0 : 3;",
                "y=1\nz=2\nv=3\n");
  model_leaves ("var a = 0 && 1 / 0; var b = 1 || 1 / 0; var c = 1 ? 2 : 1 / 0; skip;",
                "b=1\nc=2\n");
  model_leaves ("proc f() { n = n + 1; return 1; } x = 0 && f(); y = 1 || f(); z = 1 && f();",
                "n=1\ny=1\nz=1\n");
}

static void
check_accesses (const char *text, const char *expected)
{
  model *m = model_run_with (text, -1, NULL, NULL, 0, true);
  if (!CHECK_STR (rp_strbuf_text (&m->accesses), expected))
    test_note ("%s", text);
  model_end (m);
}

/* Each shared read and write is an access; left to right; subscripts of the target first. */
TEST (accesses_come_in_order)
{
  check_accesses ("x = x + 1;", "rx wx");
  check_accesses ("A[i] = B[j] + k;", "ri rj rB[0] rk wA[0]");
  check_accesses ("{ var l = 3; l = l + 1; y = l; }", "wy");
  check_accesses ("x = a && b; x = a || b;", "ra wx ra rb wx");
  check_accesses ("if (c) x = 1; else y = 2;", "rc wy");
  check_accesses ("for (i in a..b) skip;", "ra rb");
  check_accesses ("while (n < 2) n = n + 1;", "rn rn wn rn rn wn rn");
  check_accesses ("f(x, A[y]);", "rx ry rA[0]");
  check_accesses ("isolated (A[i], x) skip;", "ri");
  check_accesses ("assert x == 0; assume y == 0;", "rx ry");
  check_accesses ("A[B[2]] = 0;", "rB[2] wA[0]");
}

TEST (loops)
{
  model_leaves ("for (i in 1..4) x = x * 10 + i;", "x=1234\n");
  model_leaves ("for (i in 4..1) x = 1;", "");
  model_leaves ("for (i in 3..3) x = x + 1;", "x=1\n");
  model_leaves ("for (i in 1..10 step 3) x = x * 100 + i;", "x=1040710\n");
  model_leaves ("for (i in 9..1 step -4) x = x * 10 + i;", "x=951\n");
  model_leaves ("for (i in 1..9 step -1) x = 1;", "");
  model_leaves ("for (i in -2..1) x = x * 10 + i + 3;", "x=1234\n");
  /* no overflow at the ends */
  model_leaves ("for (i in 9223372036854775806..9223372036854775807) x = x + 1;", "x=2\n");
  model_leaves ("for (i in 9223372036854775800..9223372036854775807 step 5) x = x + 1;", "x=2\n");
  model_leaves ("for (i in -9223372036854775807..-9223372036854775807 - 1 step -1) x = x + 1;",
                "x=2\n");
  model_leaves ("forasync (i in 9223372036854775806..9223372036854775807) isolated x = x + 1;",
                "x=2\n");
  model_leaves ("while (x < 5) x = x + 2;", "x=6\n");
  model_leaves ("while (0) x = 1;", "");
}

TEST (bounds_are_evaluated_once)
{
  model_leaves ("n = 3; for (i in 1..n) { n = 10; x = x + 1; }", "n=10\nx=3\n");
  model_leaves ("proc f() { c = c + 1; return 2; } for (i in 0..f()) x = x + 1;", "c=1\nx=3\n");
}

TEST (locals_and_blocks)
{
  model_leaves ("var x = 1; { var y = x; var x = 5; z = x + y; } w = x;", "x=1\nz=6\nw=1\n");
  model_leaves ("for (k in 1..3) { var l; l = l + 1; x = x + l; }", "x=3\n");
}

TEST (procedures)
{
  model_leaves ("proc f(a, b) { return a * 10 + b; } x = f(1, 2) + f(3, 4);", "x=46\n");
  model_leaves ("proc f(a) { a = a + 1; return a; } proc main() { var l = 5; x = f(l); y = l; }",
                "x=6\ny=5\n");
  model_leaves ("proc f() { skip; } x = 7; x = f();", "");
  model_leaves ("proc f(n) { if (n < 2) return n; return f(n - 1) + f(n - 2); } x = f(15);",
                "x=610\n");
  model_leaves ("proc f() { return; x = 1; } f(); y = 1;", "y=1\n");
  model_leaves ("proc odd(n) { if (n == 0) return 0; return even(n - 1); }\n"
                "proc even(n) { if (n == 0) return 1; return odd(n - 1); }\n"
                "x = even(100); y = odd(100);",
                "x=1\n");
}

TEST (return_leaves_what_it_stands_in)
{
  /* a finish waits first */
  model_leaves ("proc f() { finish { async { x = 1; } return 5; } } y = f(); z = x;",
                "x=1\ny=5\nz=1\n");
  /* a section is left: the next one can enter */
  model_leaves ("proc f() { isolated { return 3; } } finish { async f(); async f(); } isolated y = "
                "f();",
                "y=3\n");
  model_leaves ("proc f() { isolated (x) finish isolated { return 3; } } y = f(); isolated z = 1;",
                "y=3\nz=1\n");
  /* a task ends, not its creator's procedure */
  model_leaves ("proc f() { async { return 1; x = 9; } return 2; } y = f();", "y=2\n");
  model_leaves ("proc f() { for (i in 1..9) { if (i == 4) return i; } return 0; } y = f();",
                "y=4\n");
  model_leaves ("proc f() { while (1) { return 6; } } y = f();", "y=6\n");
  model_leaves ("forall (i in 1..3) { if (i == 2) return; isolated x = x + i; } y = 1;",
                "x=4\ny=1\n");
  model_leaves ("proc f() { clocked finish { clocked async { advance; return 1; } advance; return "
                "4; } } y = f();",
                "y=4\n");
}

TEST (tasks_get_copies_of_locals)
{
  model_leaves ("{ var l = 1; finish { async { l = l + 10; x = l; } l = l + 100; async { y = l; } }"
                " z = l; }",
                "x=11\ny=101\nz=101\n");
  model_leaves (
    "proc main() { var l = 1; finish { async { l = 5; async { x = l; l = 6; } y = l; } }"
    " z = l; }",
    "x=5\ny=5\nz=1\n");
  model_leaves ("forall (i in 1..3) forall (j in 1..2) A[i][j] = i * 10 + j;",
                "A[1][1]=11\nA[1][2]=12\nA[2][1]=21\nA[2][2]=22\nA[3][1]=31\nA[3][2]=32\n");
}

TEST (futures)
{
  model_leaves ("future f = async { return 7; } x = get(f) + get(f);", "x=14\n");
  model_leaves ("future f = async { y = 1; } x = get(f); get(f);", "y=1\n");
  model_leaves ("proc g(h) { return get(h) * 2; } future f = async { return 4; } x = g(f);",
                "x=8\n");
  /* kept in a shared variable, and returned by another future */
  model_leaves ("finish { async { future f = async { return 3; } s = f; } } x = get(s);",
                "s=-1\nx=3\n");
  model_leaves ("future f = async { future g = async { return 5; } return g; } x = get(get(f));",
                "x=5\n");
  /* in its own body the name has its old value */
  model_leaves (
    "future f = async { return 1; } future f2 = async { return get(f) + 1; } x = get(f2);",
    "x=2\n");
}

TEST (handlers)
{
  model_leaves (
    "proc p(n) { return n * n; } proc main() { var s = 0;\n"
    "for (i in 1..3) { post r <- p(i) handle v { s = s * 100 + v; }; } await r; x = s; }",
    "x=10409\n");
  /* the handler sees the poster's locals as they are at the join */
  model_leaves (
    "proc p() { return 1; } proc main() { var l = 5; post r <- p() handle v { x = l + v; "
    "}; l = 50; await r; }",
    "x=51\n");
  /* joined by another activation: the locals are a copy made at the post */
  model_leaves (
    "proc p() { return 1; } proc q() { var l = 5; post r <- p() handle v { x = l + v; l = "
    "9; y = l; }; l = 50; }\nproc main() { q(); await r; }",
    "x=6\ny=9\n");
  /* recursion: each activation has its own */
  model_leaves (
    "proc p(n) { return n; } proc q(n) { var l = n; post r <- p(n) handle v { l = l * 10 + "
    "v; }; if (n > 1) q(n - 1); await r; A[n] = l; } q(3);",
    "A[1]=11\nA[2]=2\nA[3]=3\n");
  /* a handler that returns ends itself only */
  model_leaves (
    "proc p() { return 1; } proc main() { post r <- p() handle v { x = v; }; ewait r; y = "
    "2; }",
    "x=1\ny=2\n");
}

TEST (handlers_of_passed_tasks)
{
  model_leaves ("proc p() { return 3; } proc q() { await r; y = x; }\n"
                "proc main() { var l = 4; post r <- p() handle v { x = l * 10 + v; l = 8; };\n"
                "post s <- q() pass {r}; l = 6; await s; z = l; }",
                "y=43\nx=43\nz=6\n");
}

TEST (isolated_and_clocks)
{
  model_leaves ("finish forasync (i in 1..10) isolated n = n + i;", "n=55\n");
  model_leaves (
    "clocked finish for (i in 0..3) clocked async { A[i] = i + 1; advance; B[i] = A[(i + 1)"
    " % 4]; }",
    "A[0]=1\nA[1]=2\nA[2]=3\nA[3]=4\nB[0]=2\nB[1]=3\nB[2]=4\nB[3]=1\n");
}

TEST (phasers)
{
  model_leaves ("phaser p; finish { async phased (p: signal) { x = 5; signal p; } async phased (p: "
                "wait) { wait p; y = x; } drop p; }",
                "x=5\ny=5\n");
  /* a phaser is a value */
  model_leaves ("proc f(q) { next q; return 1; } proc main() { phaser p; var h = p; async phased "
                "(h) { x = 1; next; y = z; } z = 4; t = f(p); }",
                "x=1\ny=4\nz=4\nt=1\n");
}

TEST (unknown_functions_are_functions)
{
  model *m
    = model_run ("x = f(1, 2); y = f(1, 2); z = f(2, 1); u = g(1, 2); v = f(1, 2) == x; w = h();");
  int64_t x = 0, y = 0, z = 0, u = 0, v = 0;
  CHECK (sscanf (rp_strbuf_text (&m->memory), "x=%ld y=%ld z=%ld u=%ld v=%ld", &x, &y, &z, &u, &v)
         == 5);
  CHECK (x == y && x != z && x != u && v == 1);
  char again[200];
  snprintf (again, sizeof again, "%s", rp_strbuf_text (&m->memory));
  model_end (m);
  /* in another run, under another schedule */
  m = model_run_with (
    "x = f(1, 2); y = f(1, 2); z = f(2, 1); u = g(1, 2); v = f(1, 2) == x; w = h();", 5, NULL, NULL,
    0, false);
  CHECK_STR (rp_strbuf_text (&m->memory), again);
  model_end (m);
}

TEST (sparse_arrays)
{
  model_leaves ("A[-3] = 1; A[0] = 2; A[1000000000000] = 3; A[-9223372036854775807 - 1] = 4; "
                "A[9223372036854775807] = 5; x = A[-3] + A[1000000000000] + A[77];",
                "A[-3]=1\nA[0]=2\nA[1000000000000]=3\nA[-9223372036854775808]=4\n"
                "A[9223372036854775807]=5\nx=4\n");
  model_leaves ("B[-1][5] = 1; B[5][-1] = 2; B[2000000][3] = 3; B[3][2000000] = 4; B[0][0] = 5;"
                " x = B[-1][5] * 1000 + B[5][-1] * 100 + B[2000000][3] * 10 + B[3][2000000];",
                "B[-1][5]=1\nB[0][0]=5\nB[5][-1]=2\nB[2000000][3]=3\nB[3][2000000]=4\nx=1234\n");
  model_leaves ("C[1][2][3][4] = 1; C[-500000][0][0][0] = 2; x = C[-500000][0][0][0];",
                "C[1][2][3][4]=1\nC[-500000][0][0][0]=2\nx=2\n");
}

TEST (declared_arrays)
{
  model_leaves ("var a[2][3] = 7; a[1][2] = 9; a[0][0] = 0;",
                "a[0][1]=7\na[0][2]=7\na[1][0]=7\na[1][1]=7\na[1][2]=9\n");
  model_leaves ("param n >= 3; var a[n - 1] = n; x = a[0] + a[1];", "a[0]=3\na[1]=3\nx=6\n");
  model_leaves ("var a[0]; x = 1;", "x=1\n");
}

TEST (run_time_errors)
{
  const int error = RP_RULE_RUN_TIME_ERROR;
  model_fails ("x = 1 / y;", error, "division by zero");
  model_fails ("x = 1 % (y - y);", error, "division by zero");
  model_fails ("var a[3]; a[3] = 1;", error, "index 3 of `a` is out of range: it has 3 elements");
  model_fails ("var a[3]; x = a[-1];", error, "index -1 of `a` is out of range: it has 3 elements");
  model_fails ("var a[3][4]; x = a[2][4];", error,
               "index 4 of `a` is out of range: it has 4 elements in this dimension");
  model_fails ("var a[3][4]; x = a[3][0];", error,
               "index 3 of `a` is out of range: it has 3 elements in this dimension");
  model_fails ("var a[0]; isolated (a[0]) skip;", error,
               "index 0 of `a` is out of range: it has 0 elements");
  model_fails ("async { async { x = 1 / 0; } } finish { async skip; }", error, "division by zero");
  model_fails ("assume 1 / 0 == 1;", error, "division by zero");
}

/* The trouble in an assume may show up while another task runs; it is the assuming task's. */
TEST (an_assume_fails_later)
{
  model *m = model_run ("async { assume 1 / x == 1; y = 1; } x = 2; async { assume z / (x - 2); } "
                        "x = 2;");
  CHECK_INT (model_rule (m), RP_RULE_RUN_TIME_ERROR);
  model_end (m);
  m = model_run ("x = 2; async { assume 1 / x == 1; } async { x = 0; }");
  size_t count;
  const rp_trouble *troubles = rp_interp_troubles (m->interp, &count);
  if (CHECK_INT (count, 1))
    {
      CHECK_INT (troubles[0].task, 1);
      CHECK_STR (troubles[0].message, "division by zero");
    }
  model_end (m);
}

TEST (assertions)
{
  model_fails ("x = 2; assert x == 1; y = 1;", RP_RULE_ASSERTION, "assertion does not hold");
  model_leaves ("x = 1; assert x; assert x == 1 && !y;", "x=1\n");
}

TEST (misuses)
{
  const int misuse = RP_RULE_MISUSE;
  model_fails ("x = get(3);", misuse,
               "get on a future that nobody can complete: the value is not a future");
  model_fails ("future f = async { skip; } x = f + 1;", misuse, "a future is used as a number");
  model_fails ("phaser p; x = -p;", misuse, "a phaser is used as a number");
  model_fails ("var p; next p;", misuse, "`p` is not a phaser");
  model_fails ("release read x;", misuse,
               "release read of `x` without acquire: this task does not hold it");
  model_fails ("acquire read x; release write x;", misuse,
               "release write of `x` without acquire: this task does not hold it");
  model_fails ("acquire read x; async release read x;", misuse,
               "release read of `x` without acquire: this task does not hold it");
  model_fails ("advance;", 0, "advance outside a clocked finish");
  model_fails ("proc p() { skip; } post r <- p(); post s <- p() pass {r}; await r;", 0,
               "await of region `r`, which this task has passed on");
  model_leaves (
    "acquire read x; acquire read x; release read x; release read x; acquire write A[1]; "
    "release write A[1];",
    "");
}

TEST (undeclared_accesses_go_on)
{
  model *m
    = model_run ("proc p() { x = y; x = y; z = 1; } post r <- p() reads {y} writes {z}; await "
                 "r; w = x + 1;");
  size_t count;
  const rp_trouble *troubles = rp_interp_troubles (m->interp, &count);
  CHECK_STR (rp_strbuf_text (&m->memory), "z=1\nw=1\n");
  if (CHECK_INT (count, 2)) /* one per place */
    {
      CHECK_INT (troubles[0].rule, RP_RULE_UNDECLARED_ACCESS);
      CHECK_STR (troubles[0].object, "x");
      CHECK_STR (troubles[0].message,
                 "`x` is written, but the post of `p` does not list it under `writes`");
    }
  model_end (m);
  /* an empty list allows nothing; nothing is inherited by tasks that it creates */
  model_fails ("proc p() { x = y; } post r <- p() reads {}; await r;", RP_RULE_UNDECLARED_ACCESS,
               "`y` is read, but the post of `p` does not list it under `reads`");
  model_leaves ("proc p() { async x = 1; } post r <- p() writes {}; await r;", "x=1\n");
}

TEST (parameters_are_bound)
{
  const char *const names[] = { "n", "m" };
  const int64_t values[] = { 5, -2 };
  model *m = model_run_with ("param n >= 1, m; x = n * 10 + m;", -1, names, values, 2, false);
  CHECK_STR (rp_strbuf_text (&m->memory), "x=48\n");
  model_end (m);
  /* the minimum is the default */
  model_leaves ("param n >= 4; x = n;", "x=4\n");
  model_leaves ("param n >= -4; proc main(n) { x = n; n = n + 1; y = n; }", "x=-4\ny=-3\n");
}

TEST (parameters_that_cannot_be_bound)
{
  const char *const names[] = { "n", "k" };
  const int64_t values[] = { 0, 7 };
  model *m = model_run_with ("param n >= 1, m; x = n;", -1, names, values, 2, false);
  if (CHECK (!m->interp) && CHECK_INT (m->diagnostics.list.count, 3))
    {
      const rp_diagnostic *list = m->diagnostics.list.items;
      CHECK_STR (list[0].message, "n=0 is below the minimum 1");
      CHECK_STR (list[1].message, "the program has no parameter `k`");
      CHECK_STR (list[2].message, "the parameter `m` has no value");
      CHECK_STR (list[2].help, "give it one with `--param m=...`");
      for (int i = 0; i < 3; i++)
        CHECK_INT (list[i].rule, RP_ERROR_PARAM);
    }
  model_end (m);
}

static void
check_diagnostic (const char *text, const char *message, uint32_t line)
{
  model *m = model_run (text);
  if (CHECK_INT (m->diagnostics.list.count, 1))
    {
      CHECK_STR (m->diagnostics.list.items[0].message, message);
      CHECK_INT (m->diagnostics.list.items[0].at.line, line);
    }
  model_end (m);
}

TEST (sizes_and_initial_values_that_fail)
{
  check_diagnostic ("var x;\nvar a[-1];\nvar b; skip;", "the size of the array is negative", 2);
  check_diagnostic ("var x;\nvar a[1 << 40];\nvar b; skip;", "the array is too large", 2);
  check_diagnostic ("var x;\nvar a[100000][100000];\nvar b; skip;", "the array is too large", 2);
  check_diagnostic ("var a[0x7fffffffffffffff][0x7fffffffffffffff]; skip;",
                    "the array is too large", 1);
  check_diagnostic ("var a = 1;\nvar b = 1 / 0;\nvar c; skip;",
                    "division by zero in a size or initial value", 2);
  check_diagnostic ("var a[2 % 0];\nvar b; skip;", "division by zero in a size or initial value",
                    1);
}

/* The same result under every schedule, for a program without races. */
TEST (random_schedules)
{
  const char *text
    = "var t;\n"
      "proc fib(n) { if (n < 2) return n; future f = async { return fib(n - 1); } return "
      "fib(n - 2) + get(f); }\n"
      "proc main() { x = fib(7); finish forasync (i in 1..5) isolated t = t + i;\n"
      "clocked finish for (i in 0..2) clocked async { A[i] = i; advance; B[i] = A[2 - i]; } "
      "}";
  for (int64_t seed = 0; seed < 20; seed++)
    {
      model *m = model_run_with (text, seed, NULL, NULL, 0, false);
      CHECK_INT (m->stop.stop, RP_STOP_NOT);
      CHECK_STR (rp_strbuf_text (&m->memory), "t=15\nx=13\nA[1]=1\nA[2]=2\nB[0]=2\nB[1]=1\n");
      model_end (m);
    }
}

/* With preemption before each access, an update can be lost: the schedule is really random. */
TEST (random_schedules_interleave_accesses)
{
  int lost = 0;
  for (int64_t seed = 0; seed < 60; seed++)
    {
      model *m = model_run_with ("finish { async x = x + 1; async x = x + 1; }", seed, NULL, NULL,
                                 0, false);
      lost += !strcmp (rp_strbuf_text (&m->memory), "x=1\n");
      model_end (m);
    }
  CHECK (lost > 3 && lost < 57);
}

TEST (choices)
{
  int sums[4] = { 0 };
  for (int64_t seed = 0; seed < 80; seed++)
    {
      model *m = model_run_with ("x = * + *; y = 7;", seed, NULL, NULL, 0, false);
      int x = 0;
      sscanf (rp_strbuf_text (&m->memory), "x=%d", &x);
      if (CHECK (x >= 0 && x <= 2))
        sums[x]++;
      CHECK (strstr (recorded (&m->r), "~c"));
      model_end (m);
    }
  CHECK (sums[0] > 5 && sums[1] > 15 && sums[2] > 5);
}

TEST (actors)
{
  model_leaves ("actor a (m) { x = 10 * x + m; } send a (1); send a (2);", "x=12\n");
  model_leaves ("actor a () { x = x + 1; } send a (); send a ();", "x=2\n");
  model_leaves ("actor a (m) { if (m < 3) send a (m + 1); x = 10 * x + m; } send a (1);",
                "x=123\n");
  model_fails ("x = 5; send x (1);", RP_RULE_MISUSE, "`x` is not an actor");
  model_fails ("actor a (m) { x = m; } send a ();", RP_RULE_MISUSE, "actor `a` takes a message");
  model_fails ("actor a () { x = 1; } send a (1);", RP_RULE_MISUSE, "actor `a` takes no message");
  model_fails ("actor a (m) { x = m; } y = a + 1;", RP_RULE_MISUSE, "an actor is used as a number");
}
