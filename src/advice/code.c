/* Reads statements. A function's body is read by recursive descent. If that fails, nothing of the function is kept. */
#include "advice/code.h"

#include "advice/token.h"

#include <stdlib.h>
#include <string.h>

enum
{
  DEEPEST = 200
};

typedef struct parser
{
  rp_code *code;
  uint32_t at, end; /* AT is the next token, END the token behind the function's body */
  int depth;
  bool failed;
} parser;

static uint32_t read_statement (parser *in, uint32_t parent);

static bool
is (const parser *in, const char *text)
{
  return in->at < in->end && rp_code_is (in->code, in->at, text);
}

static uint32_t
begin (parser *in, rp_statement_kind kind, uint32_t parent)
{
  RP_VEC_PUSH (&in->code->statements, (rp_statement) { .kind = kind,
                                                       .first = in->at,
                                                       .last = in->at,
                                                       .head = 1,
                                                       .parent = parent,
                                                       .child = RP_NO_STATEMENT,
                                                       .next = RP_NO_STATEMENT });
  return (uint32_t) in->code->statements.count - 1;
}

static uint32_t
end (parser *in, uint32_t statement)
{
  in->failed |= in->at == in->code->statements.items[statement].first;
  in->code->statements.items[statement].last = in->at - 1;
  return statement;
}

/* Reads a statement as the next child of PARENT. PREVIOUS is the child before it, or RP_NO_STATEMENT. */
static uint32_t
read_child (parser *in, uint32_t parent, uint32_t previous)
{
  uint32_t child = read_statement (in, parent);
  rp_statement *statements = in->code->statements.items;
  if (child == RP_NO_STATEMENT)
    in->failed = true;
  else if (previous == RP_NO_STATEMENT)
    statements[parent].child = child;
  else
    statements[previous].next = child;
  return child;
}

/* Reads `( head )`. */
static void
read_head (parser *in, uint32_t statement)
{
  uint32_t close = is (in, "(") ? rp_code_close (in->code, in->at, in->end - 1) : 0;
  if (!close)
    {
      in->failed = true;
      return;
    }
  in->code->statements.items[statement].head = in->at + 1;
  in->code->statements.items[statement].head_last = close - 1;
  in->at = close + 1;
}

static uint32_t
read_block (parser *in, uint32_t parent)
{
  uint32_t block = begin (in, RP_STATEMENT_BLOCK, parent), last = RP_NO_STATEMENT;
  for (in->at++; !in->failed && in->at < in->end && !is (in, "}");)
    if (in->code->tokens.items[in->at].kind == RP_TOKEN_HASH
        && !(rp_code_is (in->code, in->at + 1, "pragma")
             && rp_code_is (in->code, in->at + 2, "omp")))
      in->at = in->code->tokens.items[in->at].last + 1;
    else
      last = read_child (in, block, last);
  in->failed |= !is (in, "}");
  in->at++;
  return end (in, block);
}

static uint32_t
read_if (parser *in, uint32_t parent)
{
  uint32_t choice = begin (in, RP_STATEMENT_IF, parent);
  in->at++;
  if (is (in, "constexpr"))
    in->at++;
  read_head (in, choice);
  uint32_t then = in->failed ? RP_NO_STATEMENT : read_child (in, choice, RP_NO_STATEMENT);
  if (!in->failed && is (in, "else"))
    {
      in->at++;
      read_child (in, choice, then);
    }
  return end (in, choice);
}

/* Reads a for, while or switch statement. */
static uint32_t
read_headed (parser *in, rp_statement_kind kind, uint32_t parent)
{
  uint32_t statement = begin (in, kind, parent);
  in->at++;
  read_head (in, statement);
  if (!in->failed)
    read_child (in, statement, RP_NO_STATEMENT);
  return end (in, statement);
}

static uint32_t
read_do (parser *in, uint32_t parent)
{
  uint32_t loop = begin (in, RP_STATEMENT_LOOP, parent);
  in->at++;
  read_child (in, loop, RP_NO_STATEMENT);
  if (in->failed || !is (in, "while"))
    {
      in->failed = true;
      return loop;
    }
  in->at++;
  read_head (in, loop);
  in->failed |= !is (in, ";");
  in->at++;
  return end (in, loop);
}

/* Reads a statement up to the first semicolon that is in no brackets. */
static uint32_t
read_plain (parser *in, rp_statement_kind kind, uint32_t parent)
{
  uint32_t statement = begin (in, kind, parent);
  while (!in->failed && in->at < in->end && !is (in, ";"))
    {
      const rp_code_token *token = &in->code->tokens.items[in->at];
      if (is (in, "(") || is (in, "[") || is (in, "{"))
        in->at = rp_code_close (in->code, in->at, in->end - 1);
      else if (is (in, ")") || is (in, "]") || is (in, "}") || token->kind == RP_TOKEN_HASH
               || is (in, "_Pragma"))
        in->failed = true;
      in->failed |= !in->at;
      in->at++;
    }
  in->failed |= in->at >= in->end;
  in->at++;
  return end (in, statement);
}

static uint32_t
read_label (parser *in, uint32_t parent)
{
  uint32_t label = begin (in, RP_STATEMENT_LABEL, parent);
  while (in->at < in->end && !is (in, ":") && !is (in, ";"))
    in->at++;
  in->failed |= !is (in, ":");
  in->at++;
  return end (in, label);
}

/* ---- directives ---- */

/* Returns whether the directive has no statement of its own, as `barrier`. */
static bool
stands_alone (const rp_code *code, uint32_t directive)
{
  static const char *const names[]
    = { "barrier",  "taskwait", "taskyield", "flush",        "threadprivate", "declare", "cancel",
        "requires", "depobj",   "interop",   "cancellation", "scan",          "nothing", "error",
        "allocate", "end",      "begin",     "update",       "enter",         "exit" };
  const rp_statement *at = &code->statements.items[directive];
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (rp_code_is (code, at->head, names[i])
        || (rp_code_is (code, at->head, "target") && rp_code_is (code, at->head + 1, names[i])))
      return true;
  return rp_code_is (code, at->head, "ordered") && rp_code_clause (code, directive, "depend");
}

static uint32_t
read_directive (parser *in, uint32_t parent)
{
  uint32_t directive = begin (in, RP_STATEMENT_DIRECTIVE, parent);
  rp_statement *at = &in->code->statements.items[directive];
  at->head = in->at + 3;
  at->head_last = in->code->tokens.items[in->at].last;
  in->at = at->head_last + 1;
  if (!stands_alone (in->code, directive))
    read_child (in, directive, RP_NO_STATEMENT);
  return end (in, directive);
}

/* ---- the whole ---- */

static bool
is_one_of (const parser *in, const char *const *words)
{
  for (; *words; words++)
    if (is (in, *words))
      return true;
  return false;
}

static uint32_t
read_any (parser *in, uint32_t parent)
{
  static const char *const loops[] = { "for", "while", NULL };
  static const char *const jumps[] = { "return", "break", "continue", "goto", NULL };
  static const char *const cases[] = { "case", "default", NULL };
  static const char *const others[] = { "try", "catch", "asm", "__asm__", "co_await", NULL };
  if (is (in, "{"))
    return read_block (in, parent);
  if (is (in, "if"))
    return read_if (in, parent);
  if (is_one_of (in, loops))
    return read_headed (in, RP_STATEMENT_LOOP, parent);
  if (is (in, "switch"))
    return read_headed (in, RP_STATEMENT_SWITCH, parent);
  if (is (in, "do"))
    return read_do (in, parent);
  if (is_one_of (in, jumps))
    return read_plain (in, RP_STATEMENT_JUMP, parent);
  if (is_one_of (in, cases)
      || (in->code->tokens.items[in->at].kind == RP_TOKEN_NAME
          && rp_code_is (in->code, in->at + 1, ":")))
    return read_label (in, parent);
  in->failed |= is_one_of (in, others);
  return read_plain (in, RP_STATEMENT_PLAIN, parent);
}

static uint32_t
read_statement (parser *in, uint32_t parent)
{
  while (in->at < in->end && in->code->tokens.items[in->at].kind == RP_TOKEN_HASH)
    {
      if (rp_code_is (in->code, in->at + 1, "pragma") && rp_code_is (in->code, in->at + 2, "omp")
          && in->code->tokens.items[in->at].last > in->at + 2 && ++in->depth <= DEEPEST)
        {
          uint32_t directive = read_directive (in, parent);
          in->depth--;
          return directive;
        }
      in->at = in->code->tokens.items[in->at].last + 1;
    }
  if (in->failed || in->at >= in->end || ++in->depth > DEEPEST)
    return RP_NO_STATEMENT;
  uint32_t statement = read_any (in, parent);
  in->depth--;
  return statement;
}

/* Returns whether the tokens before the brace at TOKEN are the head of a function. */
static bool
begins_function (const rp_code *code, uint32_t token)
{
  static const char *const qualifiers[] = { "const", "noexcept", "override", "final" };
  size_t count = sizeof qualifiers / sizeof *qualifiers;
  for (size_t i = 0; token && i < count;)
    if (rp_code_is (code, token - 1, qualifiers[i++]))
      {
        token--;
        i = 0;
      }
  return token && rp_code_is (code, token - 1, ")");
}

/* Sets *FIRST and *LAST to the tokens of STATEMENT that the index code->lines has: all tokens of a plain statement or
 * jump, the head of an if, loop or switch. There are none (*FIRST > *LAST) for other statements. */
static void
own_tokens (const rp_statement *statement, uint32_t *first, uint32_t *last)
{
  bool is_leaf = statement->kind == RP_STATEMENT_PLAIN || statement->kind == RP_STATEMENT_JUMP;
  bool has_head
    = statement->kind != RP_STATEMENT_DIRECTIVE && statement->head <= statement->head_last;
  *first = is_leaf ? statement->first : has_head ? statement->head : 1;
  *last = is_leaf ? statement->last : has_head ? statement->head_last : 0;
}

static int
compare_lines (const void *a, const void *b)
{
  const rp_code_line *x = a, *y = b;
  if (x->line != y->line)
    return x->line < y->line ? -1 : 1;
  return (x->statement > y->statement) - (x->statement < y->statement);
}

static void
index_lines (rp_code *code)
{
  for (uint32_t i = 0; i < code->statements.count; i++)
    {
      uint32_t first, last, before = 0;
      own_tokens (&code->statements.items[i], &first, &last);
      for (uint32_t token = first; token <= last; token++)
        {
          uint32_t line = code->tokens.items[token].line;
          if (line != before)
            RP_VEC_PUSH (&code->lines, (rp_code_line) { line, i });
          before = line;
        }
    }
  if (code->lines.count)
    qsort (code->lines.items, code->lines.count, sizeof *code->lines.items, compare_lines);
}

/* Returns the index of the first entry of code->lines with LINE or a later line; code->lines.count if there is
 * none. */
static size_t
find_line (const rp_code *code, uint32_t line)
{
  size_t low = 0, high = code->lines.count;
  while (low < high)
    {
      size_t middle = low + (high - low) / 2;
      if (code->lines.items[middle].line < line)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

static void
read_functions (rp_code *code)
{
  for (uint32_t i = 0; i < code->tokens.count; i++)
    {
      if (code->tokens.items[i].kind == RP_TOKEN_HASH)
        i = code->tokens.items[i].last;
      else if (rp_code_is (code, i, "{") && begins_function (code, i))
        {
          uint32_t close = rp_code_close (code, i, (uint32_t) code->tokens.count - 1);
          size_t before = code->statements.count;
          parser in = { .code = code, .at = i, .end = close + 1 };
          if (!close)
            return;
          read_block (&in, RP_NO_STATEMENT);
          if (in.failed || in.at != in.end)
            code->statements.count = before;
          i = close;
        }
    }
}

void
rp_code_init (rp_code *code, const rp_source *source)
{
  *code = (rp_code) { .source = source };
  rp_code_read_tokens (code);
  read_functions (code);
  index_lines (code);
}

void
rp_code_clear (rp_code *code)
{
  RP_VEC_CLEAR (&code->tokens);
  RP_VEC_CLEAR (&code->statements);
  RP_VEC_CLEAR (&code->lines);
}

/* ---- questions ---- */

/* Returns whether a token from FIRST to LAST is on LINE and, unless NAME is NULL, is NAME. */
static bool
has_at_line (const rp_code *code, uint32_t first, uint32_t last, uint32_t line, const char *name)
{
  for (uint32_t i = first; i <= last; i++)
    {
      i = name ? rp_code_find_name (code, i, last, name) : i;
      if (i <= last && code->tokens.items[i].line == line)
        return true;
    }
  return false;
}

/* Returns whether the place LINE, COLUMN is in the text from token FIRST to token LAST. */
static bool
has_place (const rp_code *code, uint32_t first, uint32_t last, uint32_t line, uint32_t column)
{
  const rp_code_token *begin = &code->tokens.items[first], *end = &code->tokens.items[last];
  uint32_t end_column = rp_code_column (code, last) + end->end - end->begin;
  return (begin->line < line || (begin->line == line && rp_code_column (code, first) <= column))
         && (end->line > line || (end->line == line && column < end_column));
}

uint32_t
rp_code_statement_at (const rp_code *code, uint32_t line, uint32_t column, const char *name)
{
  uint32_t found = RP_NO_STATEMENT, exact = RP_NO_STATEMENT, count = 0;
  for (size_t at = find_line (code, line);
       at < code->lines.count && code->lines.items[at].line == line; at++)
    {
      uint32_t i = code->lines.items[at].statement, first, last;
      const rp_statement *statement = &code->statements.items[i];
      own_tokens (statement, &first, &last);
      if (first > last || !has_at_line (code, first, last, line, name))
        continue;
      found = i;
      count++;
      /* compilers may name the place of the parenthesis, or of the word before it */
      uint32_t around = statement->head <= statement->head_last ? 1 : 0;
      if (column && has_place (code, first - 2 * around, last + around, line, column))
        exact = i;
    }
  return count == 1 ? found : exact;
}

uint32_t
rp_code_directive_at (const rp_code *code, uint32_t line)
{
  for (uint32_t i = 0; i < code->statements.count; i++)
    {
      const rp_statement *at = &code->statements.items[i];
      if (at->kind == RP_STATEMENT_DIRECTIVE && code->tokens.items[at->first].line <= line
          && code->tokens.items[at->head_last].line >= line)
        return i;
    }
  return RP_NO_STATEMENT;
}

uint32_t
rp_code_clause (const rp_code *code, uint32_t directive, const char *word)
{
  const rp_statement *at = &code->statements.items[directive];
  for (uint32_t i = at->head; i <= at->head_last; i++)
    {
      if (rp_code_is (code, i, word))
        return i;
      if (rp_code_is (code, i, "("))
        i = rp_code_close (code, i, at->head_last);
      if (!i)
        return 0;
    }
  return 0;
}

bool
rp_code_is_inside (const rp_code *code, uint32_t statement, uint32_t outer)
{
  while (statement != RP_NO_STATEMENT && statement != outer)
    statement = code->statements.items[statement].parent;
  return statement == outer;
}

uint32_t
rp_code_in_block (const rp_code *code, uint32_t statement)
{
  while (statement != RP_NO_STATEMENT)
    {
      uint32_t parent = code->statements.items[statement].parent;
      if (parent != RP_NO_STATEMENT && code->statements.items[parent].kind == RP_STATEMENT_BLOCK)
        return statement;
      statement = parent;
    }
  return RP_NO_STATEMENT;
}

uint32_t
rp_code_body (const rp_code *code, uint32_t statement)
{
  while (code->statements.items[statement].parent != RP_NO_STATEMENT)
    statement = code->statements.items[statement].parent;
  return statement;
}

/* Returns whether the text of a macro, the tokens FIRST to LAST, is only a value and does not mention NAME. */
static bool
is_plain_macro (const rp_code *code, uint32_t first, uint32_t last, const char *name)
{
  static const char *const signs[]
    = { ";", "{", "}", "=", "++", "--", "return", "break", "_Pragma" };
  for (uint32_t i = first; i <= last; i++)
    {
      for (size_t k = 0; k < sizeof signs / sizeof *signs; k++)
        if (rp_code_is (code, i, signs[k]))
          return false;
      size_t length = code->tokens.items[i].end - code->tokens.items[i].begin;
      if (length == 2 && code->source->text[code->tokens.items[i].end - 1] == '='
          && !strchr ("=!<>", code->source->text[code->tokens.items[i].begin]))
        return false;
    }
  return !name || rp_code_find_name (code, first, last, name) > last;
}

bool
rp_code_is_doubtful (const rp_code *code, uint32_t first, uint32_t last, const char *name)
{
  for (uint32_t i = first; i <= last; i++)
    if (code->tokens.items[i].kind == RP_TOKEN_HASH
        && !(rp_code_is (code, i + 1, "pragma") && rp_code_is (code, i + 2, "omp")))
      return true;
  for (uint32_t i = 0; i < code->tokens.count; i++)
    if (code->tokens.items[i].kind == RP_TOKEN_HASH)
      {
        uint32_t end = code->tokens.items[i].last;
        if (end > i + 1 && rp_code_is (code, i + 1, "define")
            && !is_plain_macro (code, i + 3, end, name))
          for (uint32_t k = first; k <= last; k++)
            if (code->tokens.items[k].kind == RP_TOKEN_NAME && rp_code_same (code, k, i + 2))
              return true;
        i = end;
      }
  return false;
}
