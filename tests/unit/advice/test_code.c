#include "advice/code.h"
#include "base/strbuf.h"
#include "test.h"

#include <string.h>

typedef struct text
{
  rp_source *source;
  rp_code code;
} text;

static text
read_text (const char *bytes)
{
  text read = { .source = rp_source_from_text ("f.c", bytes, strlen (bytes)) };
  rp_code_init (&read.code, read.source);
  return read;
}

static void
drop (text *read)
{
  rp_code_clear (&read->code);
  rp_source_free (read->source);
}

TEST (tokens)
{
  text read
    = read_text ("a+++b /* x */ \"s\\\"t\" 'c' 1e+5f .5 R\"(\n\")\" // y\n#define X \\\n 1\nz");
  static const char *const words[] = { "a", "++", "+", "b", "\"s\\\"t\"", "'c'", "1e+5f", ".5" };
  for (uint32_t i = 0; i < sizeof words / sizeof *words; i++)
    CHECK (rp_code_is (&read.code, i, words[i]));
  CHECK_INT (rp_code_end_line (&read.code, 8), 2);
  CHECK_INT (read.code.tokens.items[9].kind, RP_TOKEN_HASH);
  CHECK_INT (read.code.tokens.items[9].last, 12);
  CHECK (rp_code_is (&read.code, 13, "z"));
  CHECK_INT (read.code.tokens.items[13].line, 5);
  CHECK_INT (read.code.tokens.count, 14);
  drop (&read);
}

TEST (names)
{
  text read = read_text ("p.x + q->x + xx + x");
  CHECK_INT (rp_code_find_name (&read.code, 0, 10, "x"), 10);
  CHECK_INT (rp_code_find_name (&read.code, 0, 9, "x"), 10);
  drop (&read);
}

static int
kind_at (const text *read, uint32_t line, const char *name)
{
  uint32_t found = rp_code_statement_at (&read->code, line, 0, name);
  return found == RP_NO_STATEMENT ? -1 : (int) read->code.statements.items[found].kind;
}

TEST (statements)
{
  text read = read_text ("struct s { int x; };\n"
                         "int t[] = { 1, 2 };\n"
                         "int f (int a) {\n"
                         "  for (int i = 0; i < a; i++)\n"
                         "    if (i > 3) a++; else a--;\n"
                         "  do { a = a / 2; } while (a);\n"
                         "#pragma omp task shared(a)\n"
                         "  g (a, (struct s) { 1 });\n"
                         "#pragma omp barrier\n"
                         "  return a;\n"
                         "}\n"
                         "int broken (void) { return ( }\n"
                         "int last (void) { return 2; }\n");
  CHECK_INT (kind_at (&read, 4, "a"), RP_STATEMENT_LOOP);
  CHECK_INT (kind_at (&read, 5, "i"), RP_STATEMENT_IF);
  CHECK_INT (kind_at (&read, 5, "a"), -1); /* two */
  CHECK (rp_code_statement_at (&read.code, 5, 16, "a") != RP_NO_STATEMENT);
  CHECK_INT (kind_at (&read, 8, "a"), RP_STATEMENT_PLAIN);
  CHECK_INT (kind_at (&read, 10, "a"), RP_STATEMENT_JUMP);
  uint32_t task = rp_code_directive_at (&read.code, 7),
           barrier = rp_code_directive_at (&read.code, 9);
  CHECK (rp_code_is_inside (&read.code, rp_code_statement_at (&read.code, 8, 0, NULL), task));
  CHECK_INT (read.code.statements.items[barrier].child, RP_NO_STATEMENT);
  CHECK (rp_code_clause (&read.code, task, "shared"));
  CHECK (!rp_code_clause (&read.code, task, "a"));
  CHECK (!rp_code_clause (&read.code, task, "barrier"));
  drop (&read);
}

TEST (functions_that_cannot_be_read)
{
  text read = read_text ("int broken (void) { try { x = 1; } catch (...) { } }\n"
                         "int pragma (void) { _Pragma (\"omp parallel\") x = 2; }\n"
                         "int good (void) const noexcept { x = 3; }\n");
  CHECK_INT (kind_at (&read, 1, "x"), -1);
  CHECK_INT (kind_at (&read, 2, "x"), -1);
  CHECK_INT (kind_at (&read, 3, "x"), RP_STATEMENT_PLAIN);
  drop (&read);
}

TEST (doubts)
{
  text read = read_text ("#define N 10\n"
                         "#define BUMP (sum += 1)\n"
                         "#define SUM sum\n"
                         "f (N);\n"
                         "f (BUMP);\n"
                         "f (SUM);\n"
                         "#ifdef N\n"
                         "g ();\n");
  uint32_t first = 0;
  while (!rp_code_is (&read.code, first, "f"))
    first++;
  CHECK (!rp_code_is_doubtful (&read.code, first, first + 4, "sum"));
  CHECK (rp_code_is_doubtful (&read.code, first + 5, first + 9, "sum"));
  CHECK (rp_code_is_doubtful (&read.code, first + 10, first + 14, "sum"));
  CHECK (!rp_code_is_doubtful (&read.code, first + 10, first + 14, "x"));
  CHECK (rp_code_is_doubtful (&read.code, first, (uint32_t) read.code.tokens.count - 1, "x"));
  drop (&read);
}

/* Nested deeper than anybody writes: the function is given up, and the next is read. */
TEST (deep_nesting)
{
  rp_strbuf bytes = { 0 };
  rp_strbuf_add (&bytes, "int f (void) {\n");
  for (int i = 0; i < 100000; i++)
    rp_strbuf_add (&bytes, "#pragma omp parallel\n");
  rp_strbuf_add (&bytes, "x = 1; }\nint g (void) { y = 1; }\n");
  text read = read_text (bytes.text);
  CHECK_INT (kind_at (&read, 100002, "x"), -1);
  CHECK_INT (kind_at (&read, 100003, "y"), RP_STATEMENT_PLAIN);
  drop (&read);
  rp_strbuf_clear (&bytes);
}
