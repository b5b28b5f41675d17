/* The shape of trees, and what is said about texts that have none. */
#include "base/strbuf.h"
#include "lang/lang.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>

typedef struct loading
{
  rp_source *source;
  rp_diagnostics diagnostics;
  rp_program *program;
} loading;

static loading
load (const char *text)
{
  loading loaded = { .source = rp_source_from_text ("test.rp", text, strlen (text)) };
  loaded.program = rp_lang_load (loaded.source, &loaded.diagnostics);
  return loaded;
}

static void
unload (loading *loaded)
{
  rp_program_free (loaded->program);
  rp_diagnostics_clear (&loaded->diagnostics);
  rp_source_free (loaded->source);
}

/* The tree of an expression as a prefix term. */
static void
print_tree (const rp_expr *expr, rp_strbuf *out)
{
  static const char *const operators[] = { "",   "!",  "~",  "-", "||", "&&", "|",  "^",
                                           "&",  "==", "!=", "<", "<=", ">",  ">=", "<<",
                                           ">>", "+",  "-",  "*", "/",  "%" };
  switch (expr->kind)
    {
    case RP_EXPR_INT:
      rp_strbuf_format (out, "%lld", (long long) expr->value);
      return;
    case RP_EXPR_CHOICE:
      rp_strbuf_add (out, "choice");
      return;
    case RP_EXPR_NAME:
      rp_strbuf_add (out, expr->name);
      return;
    case RP_EXPR_UNARY:
    case RP_EXPR_BINARY:
      rp_strbuf_format (out, "(%s", operators[expr->op]);
      break;
    case RP_EXPR_COND:
      rp_strbuf_add (out, "(?");
      break;
    default:
      rp_strbuf_format (out, "(%s%s", expr->kind == RP_EXPR_INDEX ? "at " : "", expr->name);
    }
  for (uint32_t i = 0; i < expr->arg_count; i++)
    {
      rp_strbuf_add_char (out, ' ');
      print_tree (expr->args[i], out);
    }
  rp_strbuf_add_char (out, ')');
}

TEST (expressions_group_as_in_c)
{
  static const char *const rows[][2] = {
    { "1 - 2 - 3", "(- (- 1 2) 3)" },
    { "1 + 2 * 3 % 4", "(+ 1 (% (* 2 3) 4))" },
    { "a || b && c | d ^ e & f", "(|| a (&& b (| c (^ d (& e f)))))" },
    { "a & b == c < d << e + f * g", "(& a (== b (< c (<< d (+ e (* f g))))))" },
    { "a * b + c << d < e == f & g", "(& (== (< (<< (+ (* a b) c) d) e) f) g)" },
    { "a == b != c", "(!= (== a b) c)" },
    { "a < b >= c", "(>= (< a b) c)" },
    { "(1 - (2 - 3))", "(- 1 (- 2 3))" },
    { "-a * !b - ~-c", "(- (* (- a) (! b)) (~ (- c)))" },
    { "a <-1", "(< a (- 1))" },
    { "*", "choice" },
    { "* * *", "(* choice choice)" },
    { "a / *", "(/ a choice)" },
    { "!* && *", "(&& (! choice) choice)" },
    { "a ? b ? 1 : 2 : c ? 3 : 4", "(? a (? b 1 2) (? c 3 4))" },
    { "a || b ? 1 : 2", "(? (|| a b) 1 2)" },
    { "f(1, g(), a[i][j+1])", "(f 1 (g) (at a i (+ j 1)))" },
    { "get(h) + 0x10", "(+ (get h) 16)" },
    { "true - false", "(- 1 0)" },
  };
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
    {
      rp_strbuf text = { 0 }, tree = { 0 };
      rp_strbuf_format (&text, "result = %s;", rows[i][0]);
      loading loaded = load (rp_strbuf_text (&text));
      if (CHECK (loaded.program != NULL))
        {
          const rp_stmt *body = loaded.program->procs[loaded.program->entry].body;
          print_tree (body->body[0]->expr, &tree);
          CHECK_STR (rp_strbuf_text (&tree), rows[i][1]);
        }
      else
        test_note ("%s", rows[i][0]);
      unload (&loaded);
      rp_strbuf_clear (&text);
      rp_strbuf_clear (&tree);
    }
}

static const rp_stmt *
statement (const loading *loaded, uint32_t index)
{
  return loaded->program->procs[loaded->program->entry].body->body[index];
}

/* The source text of a span. */
static const char *
text_of (const loading *loaded, rp_span span)
{
  static char text[200];
  snprintf (text, sizeof text, "%.*s", (int) (span.end - span.begin),
            loaded->source->text + span.begin);
  return text;
}

/* Words that are not reserved are names wherever they can be. */
TEST (observe_and_commutes)
{
  loading loaded = load ("observe x + y[1];\n"
                         "observe 3;\n"
                         "observe = 1;\n"
                         "observe(x);\n"
                         "isolated commutes x = 1;\n"
                         "isolated commutes (x) x = 1;\n"
                         "isolated commutes[1] = 1;\n"
                         "isolated commutes: skip;\n");
  if (!CHECK (loaded.program != NULL))
    return;
  static const rp_stmt_kind kinds[]
    = { RP_STMT_OBSERVE,  RP_STMT_OBSERVE,  RP_STMT_ASSIGN,   RP_STMT_CALL,    RP_STMT_ISOLATED,
        RP_STMT_ISOLATED, RP_STMT_ISOLATED, RP_STMT_ISOLATED };
  for (uint32_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
    CHECK_INT (statement (&loaded, i)->kind, kinds[i]);
  CHECK_STR (statement (&loaded, 0)->name, "x + y[1]");
  CHECK (statement (&loaded, 4)->commutes && statement (&loaded, 4)->whole);
  CHECK (statement (&loaded, 5)->commutes && !statement (&loaded, 5)->whole);
  CHECK (!statement (&loaded, 6)->commutes && !statement (&loaded, 7)->commutes);
  unload (&loaded);
}

TEST (statements_have_their_parts)
{
  loading loaded = load ("proc p(a, b) { }\n"
                         "S0: for (i in 1..n+1 step -2) x = i;\n"
                         "clocked finish clocked async advance;\n"
                         "if (a) skip; else skip;\n"
                         "post r <- p(1, 2) pass {s, t} reads {} writes {x} handle v { y = v; };\n"
                         "isolated (x, m[1]) skip;\n"
                         "isolated skip;\n"
                         "acquire write m[2];\n"
                         "release read x;\n"
                         "async phased (q: signal, q: wait, q) next;\n"
                         "actor z(message) { send z(message); }\n"
                         "return;\n");
  if (!CHECK (loaded.program != NULL))
    return;
  const rp_stmt *loop = statement (&loaded, 0);
  CHECK_INT (loop->kind, RP_STMT_FOR);
  CHECK_STR (loop->label, "S0");
  CHECK_STR (loop->name, "i");
  CHECK_INT (loop->step, -2);
  CHECK_STR (text_of (&loaded, loop->head), "for (i in 1..n+1 step -2)");
  CHECK_STR (text_of (&loaded, loop->span), "for (i in 1..n+1 step -2) x = i;");
  CHECK_STR (text_of (&loaded, loop->label_span), "S0");
  CHECK_STR (text_of (&loaded, loop->body[0]->head), "x = i");

  const rp_stmt *finish = statement (&loaded, 1);
  CHECK (finish->kind == RP_STMT_FINISH && finish->clocked);
  CHECK (finish->body[0]->kind == RP_STMT_ASYNC && finish->body[0]->clocked);
  CHECK_INT (finish->body[0]->body[0]->kind, RP_STMT_ADVANCE);
  CHECK_INT (statement (&loaded, 2)->body_count, 2);

  const rp_stmt *post = statement (&loaded, 3);
  CHECK_INT (post->kind, RP_STMT_POST);
  CHECK_STR (post->name, "r");
  CHECK_STR (post->callee, "p");
  CHECK_INT (post->arg_count, 2);
  CHECK_INT (post->pass.count, 2);
  CHECK (post->read_list.given);
  CHECK_INT (post->read_list.count, 0);
  CHECK_STR (post->write_list.names[0], "x");
  CHECK_STR (post->handler, "v");
  CHECK_INT (post->body_count, 1);

  CHECK (!statement (&loaded, 4)->whole);
  CHECK_INT (statement (&loaded, 4)->arg_count, 2);
  CHECK (statement (&loaded, 5)->whole);
  CHECK (statement (&loaded, 6)->writes);
  CHECK (!statement (&loaded, 7)->writes);

  const rp_stmt *phased = statement (&loaded, 8);
  CHECK_INT (phased->phaser_count, 3);
  CHECK_INT (phased->phasers[0].mode, RP_PHASER_SIGNAL);
  CHECK_INT (phased->phasers[1].mode, RP_PHASER_WAIT);
  CHECK_INT (phased->phasers[2].mode, RP_PHASER_SIGNAL_WAIT);
  CHECK_INT (phased->body[0]->kind, RP_STMT_NEXT);
  CHECK (phased->body[0]->expr == NULL);

  const rp_stmt *actor = statement (&loaded, 9);
  CHECK_STR (actor->handler, "message");
  CHECK_INT (actor->body[0]->body[0]->kind, RP_STMT_SEND);
  CHECK (statement (&loaded, 10)->expr == NULL);
  unload (&loaded);
}

TEST (an_else_belongs_to_the_nearest_if)
{
  loading loaded = load ("if (a) if (b) skip; else skip;");
  if (!CHECK (loaded.program != NULL))
    return;
  CHECK_INT (statement (&loaded, 0)->body_count, 1);
  CHECK_INT (statement (&loaded, 0)->body[0]->body_count, 2);
  unload (&loaded);
}

TEST (words_of_phasers_and_posts_are_names_elsewhere)
{
  loading loaded = load ("phaser = 1; next = 2; signal = next; wait[signal] = 3; drop(step);\n"
                         "actor = read + write; send = phased; step = pass; reads = handle;\n"
                         "phaser next; next next; signal next; drop next; next;\n");
  if (!CHECK (loaded.program != NULL))
    return;
  static const rp_stmt_kind kinds[]
    = { RP_STMT_ASSIGN, RP_STMT_ASSIGN, RP_STMT_ASSIGN, RP_STMT_ASSIGN, RP_STMT_CALL,
        RP_STMT_ASSIGN, RP_STMT_ASSIGN, RP_STMT_ASSIGN, RP_STMT_ASSIGN, RP_STMT_PHASER,
        RP_STMT_NEXT,   RP_STMT_SIGNAL, RP_STMT_DROP,   RP_STMT_NEXT };
  for (uint32_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
    CHECK_INT (statement (&loaded, i)->kind, kinds[i]);
  unload (&loaded);
}

TEST (items_keep_the_order_of_the_source)
{
  loading loaded = load ("x = 1; param n >= -1, m; var a[n][2] = m; proc p() { } y = 2;");
  if (!CHECK (loaded.program != NULL))
    return;
  const rp_program *program = loaded.program;
  static const rp_item_kind kinds[]
    = { RP_ITEM_STMT, RP_ITEM_PARAM, RP_ITEM_VAR, RP_ITEM_PROC, RP_ITEM_STMT };
  CHECK_INT (program->item_count, 5);
  for (size_t i = 0; i < 5; i++)
    CHECK_INT (program->items[i].kind, kinds[i]);
  CHECK_INT (program->items[1].count, 2);
  CHECK_INT (program->params[0].minimum, -1);
  CHECK (!program->params[1].has_minimum);
  CHECK_INT (program->shared[0].dimensions, 2);
  unload (&loaded);
}

typedef struct expected
{
  rp_source_error rule;
  uint32_t line, column;
  const char *message; /* a part of it */
  const char *help;    /* a part of it, or NULL */
} expected;

static void
check_errors (const char *text, const expected *errors)
{
  loading loaded = load (text);
  CHECK (loaded.program == NULL);
  size_t count = 0;
  for (; errors[count].rule; count++)
    {
      const expected *wanted = &errors[count];
      if (!CHECK (count < loaded.diagnostics.list.count))
        break;
      const rp_diagnostic *got = &loaded.diagnostics.list.items[count];
      bool same = CHECK_INT (got->rule, wanted->rule) & CHECK_INT (got->at.line, wanted->line)
                  & CHECK_INT (got->at.column, wanted->column)
                  & CHECK (strstr (got->message, wanted->message) != NULL);
      if (wanted->help)
        same &= CHECK (got->help && strstr (got->help, wanted->help));
      if (!same)
        test_note ("got %u:%u: %s", got->at.line, got->at.column, got->message);
    }
  if (!CHECK_INT (loaded.diagnostics.list.count, count))
    test_note ("in: %s", text);
  unload (&loaded);
}

#define LEX RP_ERROR_LEX
#define SYNTAX RP_ERROR_SYNTAX
#define TYPE RP_ERROR_TYPE

TEST (one_mistake_gives_one_error)
{
  static const struct
  {
    const char *text;
    expected errors[2]; /* the second one ends the list */
  } rows[] = {
    { "x = ;", { { SYNTAX, 1, 5, "expected an expression, found `;`", NULL } } },
    { "x = 1", { { SYNTAX, 1, 6, "expected `;` after the assignment, found the end", NULL } } },
    { "x = 1\ny = 2;", { { SYNTAX, 1, 6, "expected `;` after the assignment", NULL } } },
    { "x = 1 y = 2;", { { SYNTAX, 1, 7, "expected `;` after the assignment, found `y`", NULL } } },
    { "x += 1;", { { SYNTAX, 1, 3, "expected `=`", "x = x + 1" } } },
    { "x = (1 + 2;", { { SYNTAX, 1, 11, "expected `)` to close the parenthesis", NULL } } },
    { "x = 1);", { { SYNTAX, 1, 6, "expected `;`", NULL } } },
    { "a[1 = 2;", { { SYNTAX, 1, 5, "expected `]`", NULL } } },
    { "f(1, ;", { { SYNTAX, 1, 6, "expected an expression", NULL } } },
    { "x = get(a, b);", { { SYNTAX, 1, 5, "`get` takes one future, found 2", "get (f)" } } },
    { "x = a ? b;", { { SYNTAX, 1, 10, "expected `:` between the two values", NULL } } },
    { "x = async skip;", { { SYNTAX, 1, 5, "expected an expression, found `async`", "future" } } },
    { "if (x = 1) { y = 1; } else { y = 2; }", { { SYNTAX, 1, 7, "expected `)`", "==" } } },
    { "if x { y = 1; }", { { SYNTAX, 1, 4, "expected `(` before the condition", NULL } } },
    { "else skip;", { { SYNTAX, 1, 1, "expected a statement, found `else`", NULL } } },
    { ";", { { SYNTAX, 1, 1, "expected a statement, found `;`", "skip" } } },
    { "{ x = 1;", { { SYNTAX, 1, 9, "expected `}` to end the block", NULL } } },
    { "x = 1; }", { { SYNTAX, 1, 8, "`}` without a `{`", NULL } } },
    { "{ param n; }", { { SYNTAX, 1, 3, "expected a statement, found `param`", "top level" } } },
    { "{ x = 1; proc p() { } y = 2;",
      { { SYNTAX, 1, 10, "expected `}` to end the block, found `proc`", "top level" } } },
    { "proc p { }", { { SYNTAX, 1, 8, "expected `(`", NULL } } },
    { "proc p(a,) { x = 1; }", { { SYNTAX, 1, 10, "expected the name of a parameter", NULL } } },
    { "proc if() { }", { { SYNTAX, 1, 6, "expected the name of a procedure", NULL } } },
    { "param n > 1;", { { SYNTAX, 1, 9, "expected `;` after the parameters", NULL } } },
    { "param n >= m;", { { SYNTAX, 1, 12, "expected a number after `>=`", NULL } } },
    { "{ var a[3]; }", { { SYNTAX, 1, 8, "a local cannot be an array", "top level" } } },
    { "var a, b;", { { SYNTAX, 1, 6, "expected `;`", "one declaration" } } },
    { "L: var x; x = 1;", { { SYNTAX, 1, 1, "takes no label", NULL } } },
    { "L: M: x = 1;", { { SYNTAX, 1, 4, "expected a statement after the label", NULL } } },
    { "for (i in 0..3 step 0) skip;", { { TYPE, 1, 21, "the step cannot be 0", NULL } } },
    { "for (i in 0..3 step n) skip;", { { SYNTAX, 1, 21, "expected a number", NULL } } },
    { "forall (i in 0..3 step 2) skip;", { { SYNTAX, 1, 19, "expected `)`", NULL } } },
    { "for (i = 0..3) skip;", { { SYNTAX, 1, 8, "expected `in` after the iterator", NULL } } },
    { "for (i in 0, 3) skip;", { { SYNTAX, 1, 12, "expected `..` between the bounds", NULL } } },
    { "clocked x = 1;", { { SYNTAX, 1, 9, "expected `finish` or `async`", NULL } } },
    { "clocked async phased (p) skip;",
      { { SYNTAX, 1, 15, "clocked or phased, not both", NULL } } },
    { "async phased (p: sing) skip;", { { SYNTAX, 1, 18, "expected `signal`, `wait`", NULL } } },
    { "future f = { return 1; }", { { SYNTAX, 1, 12, "expected `async` after `=`", NULL } } },
    { "future f = async return 1;", { { SYNTAX, 1, 18, "expected `{` to begin a block", NULL } } },
    { "post r < - p();", { { SYNTAX, 1, 8, "expected `<-` after the region", NULL } } },
    { "post r <- p() raeds {x} writes {y};", { { SYNTAX, 1, 15, "expected `;`", "`reads`" } } },
    { "post r <- p() writes {x,};", { { SYNTAX, 1, 25, "expected a name", NULL } } },
    { "post r <- p() handle { }", { { SYNTAX, 1, 22, "expected a name for the value", NULL } } },
    { "await;", { { SYNTAX, 1, 6, "expected a region", NULL } } },
    { "acquire x;", { { SYNTAX, 1, 9, "expected `read` or `write`", NULL } } },
    { "isolated () skip;", { { SYNTAX, 1, 11, "expected a variable", NULL } } },
    { "whlie (x) { y = 1; }", { { SYNTAX, 1, 11, "expected `;` after the call", "`while`" } } },
    { "asynch { x = 1; }", { { SYNTAX, 1, 8, "expected `=`", "`async`" } } },
    { "x = 99999999999999999999;", { { LEX, 1, 5, "is too large", NULL } } },
    { "x = 1 # one\n;", { { LEX, 1, 7, "unexpected character `#`", "//" } } },
    { "{ x = 1; /* y }", { { LEX, 1, 10, "comment without an end", NULL } } },
  };
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
    check_errors (rows[i].text, rows[i].errors);
}

TEST (several_errors_in_one_go)
{
  check_errors ("proc main() {\n"
                "  x = 1 +;\n"
                "  finish { async { y = (2; } }\n"
                "  z = 3\n"
                "  for (i in 0) { w = $; }\n"
                "}\n"
                "proc p( { }\n"
                "proc q() { x == 1; }\n",
                (const expected[]) { { SYNTAX, 2, 10, "expected an expression, found `;`", NULL },
                                     { SYNTAX, 3, 26, "expected `)`", NULL },
                                     { SYNTAX, 4, 8, "expected `;`", NULL },
                                     { SYNTAX, 5, 14, "expected `..`", NULL },
                                     { LEX, 5, 22, "unexpected character `$`", NULL },
                                     { SYNTAX, 7, 9, "expected the name of a parameter", NULL },
                                     { SYNTAX, 8, 14, "expected `=`", NULL },
                                     { 0 } });
}

TEST (an_error_names_the_other_place)
{
  loading loaded = load ("finish {\n  async {\n    x = 1;\n  }\n");
  if (!CHECK_INT (loaded.diagnostics.list.count, 1))
    return;
  const rp_diagnostic *error = &loaded.diagnostics.list.items[0];
  CHECK_INT (error->other.line, 1);
  CHECK_INT (error->other.column, 8);
  CHECK_STR (error->other_label, "the block begins here");
  unload (&loaded);
}

TEST (errors_stop_after_a_while)
{
  rp_strbuf text = { 0 };
  rp_strbuf_repeat (&text, "x = ;\n", 1000);
  loading loaded = load (rp_strbuf_text (&text));
  CHECK (loaded.program == NULL);
  CHECK_INT (loaded.diagnostics.list.count, 20);
  CHECK_INT (loaded.diagnostics.list.items[19].at.line, 20);
  unload (&loaded);
  rp_strbuf_clear (&text);
}

/* BEFORE, TIMES times MIDDLE, and AFTER. */
static loading
load_repeated (const char *before, const char *middle, size_t times, const char *after,
               const char *closing)
{
  rp_strbuf text = { 0 };
  rp_strbuf_add (&text, before);
  rp_strbuf_repeat (&text, middle, times);
  rp_strbuf_add (&text, after);
  rp_strbuf_repeat (&text, closing, times);
  loading loaded = load (rp_strbuf_text (&text));
  rp_strbuf_clear (&text);
  return loaded;
}

TEST (deep_nesting_is_an_error_not_a_crash)
{
  static const char *const rows[][4] = {
    { "x = ", "(", "1;", "" },
    { "x = ", "-", "1;", "" },
    { "x = ", "a ? 1 : ", "1;", "" },
    { "x = ", "1||1&&1|1^1&1==1<1<<1+1*(", "1;", "" },
    { "x = ", "a[", "1;", "" },
    { "x = ", "f(", "1;", "" },
    { "", "{", "", "}" },
    { "", "async ", "skip;", "" },
    { "if (x) skip; ", "else if (x) skip; ", "", "" },
    { "", "future f = async {", "", "}" },
    { "proc p() { }", "post r <- p() handle v {", "", "}" },
    { "", "actor a(m) {", "", "}" },
    { "var a[", "(", "1];", "" },
  };
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
    {
      loading loaded = load_repeated (rows[i][0], rows[i][1], 100000, rows[i][2], rows[i][3]);
      CHECK (loaded.program == NULL);
      if (!CHECK_INT (loaded.diagnostics.list.count, 1)
          || !CHECK_STR (loaded.diagnostics.list.items[0].message, "nested more than 1000 deep"))
        test_note ("row %zu", i);
      unload (&loaded);
    }
}

/* Operators in a row group to the left, so that the tree is deep, but they are not nested in the text. */
TEST (long_sums_have_a_limit_of_their_own)
{
  loading loaded = load_repeated ("x = a", "+a", 100000, ";", "");
  CHECK (loaded.program == NULL);
  if (CHECK_INT (loaded.diagnostics.list.count, 1))
    CHECK_STR (loaded.diagnostics.list.items[0].message, "more than 10000 operators in a row");
  unload (&loaded);
}

TEST (nesting_up_to_the_limit_is_fine)
{
  loading blocks = load_repeated ("", "{", 990, "x = 1;", "}");
  CHECK (blocks.program != NULL);
  unload (&blocks);
  loading sum = load_repeated ("x = a", "+a", 9990, ";", "");
  CHECK (sum.program != NULL);
  unload (&sum);
  loading chain = load_repeated ("if (x) skip; ", "else if (x) skip; ", 990, "", "");
  CHECK (chain.program != NULL);
  unload (&chain);
}
