/* Reads the tokens of C and C++. Comments count as blanks. A backslash at the end of a line joins the line to the
 * next one. */
#include "advice/token.h"

#include <ctype.h>
#include <string.h>

typedef struct reader
{
  rp_code *code;
  const char *text;
  uint32_t at, end, line;
  bool begins_line; /* since the last newline there were only blanks */
} reader;

static char
look (const reader *in, uint32_t ahead)
{
  return in->end - in->at > ahead ? in->text[in->at + ahead] : '\0';
}

static void
step (reader *in)
{
  if (in->text[in->at] == '\n')
    in->line++;
  in->at++;
}

static bool
is_name (char c)
{
  return isalnum ((unsigned char) c) || c == '_' || c == '$' || (unsigned char) c >= 0x80;
}

/* Skips blanks, comments and newlines. In a directive, a newline is not skipped. */
static void
skip_blanks (reader *in, bool in_directive)
{
  while (in->at < in->end)
    if (look (in, 0) == '\\'
        && (look (in, 1) == '\n' || (look (in, 1) == '\r' && look (in, 2) == '\n')))
      {
        while (look (in, 0) != '\n')
          step (in);
        step (in);
      }
    else if (look (in, 0) == '\n' && in_directive)
      return;
    else if (isspace ((unsigned char) look (in, 0)) || !look (in, 0))
      {
        in->begins_line |= look (in, 0) == '\n';
        step (in);
      }
    else if (look (in, 0) == '/' && look (in, 1) == '/')
      while (in->at < in->end && look (in, 0) != '\n')
        step (in);
    else if (look (in, 0) == '/' && look (in, 1) == '*')
      {
        for (in->at += 2; in->at < in->end && !(look (in, 0) == '*' && look (in, 1) == '/');)
          step (in);
        in->at = in->at + 2 < in->end ? in->at + 2 : in->end;
      }
    else
      return;
}

static void
read_literal (reader *in)
{
  char quote = look (in, 0);
  for (in->at++; in->at < in->end && look (in, 0) != quote && look (in, 0) != '\n'; step (in))
    if (look (in, 0) == '\\' && in->at + 1 < in->end)
      step (in);
  if (in->at < in->end)
    step (in);
}

/* Reads R"x(...)x". */
static void
read_raw_literal (reader *in)
{
  uint32_t begin = ++in->at;
  while (in->at < in->end && look (in, 0) != '(')
    step (in);
  uint32_t length = in->at - begin;
  for (; in->at < in->end; step (in))
    if (look (in, 0) == ')' && in->end - in->at > length + 1
        && !memcmp (in->text + in->at + 1, in->text + begin, length)
        && in->text[in->at + 1 + length] == '"')
      {
        in->at += length + 2;
        return;
      }
}

static rp_code_token_kind
read_word (reader *in)
{
  uint32_t begin = in->at;
  bool is_number = isdigit ((unsigned char) look (in, 0)) || look (in, 0) == '.';
  while (in->at < in->end
         && (is_name (look (in, 0)) || (is_number && strchr (".'", look (in, 0)))
             || (is_number && strchr ("+-", look (in, 0)) && strchr ("eEpP", in->text[in->at - 1])
                 && in->at > begin)))
    in->at++;
  if (!is_number && look (in, 0) == '"')
    {
      bool is_raw = in->text[in->at - 1] == 'R';
      (is_raw ? read_raw_literal : read_literal) (in);
      return RP_TOKEN_TEXT;
    }
  return is_number ? RP_TOKEN_NUMBER : RP_TOKEN_NAME;
}

static void
read_sign (reader *in)
{
  static const char *const signs[]
    = { "<<=", ">>=", "...", "++", "--", "+=", "-=", "*=", "/=", "%=", "&=", "|=",
        "^=",  "==",  "!=",  "<=", ">=", "&&", "||", "->", "<<", ">>", "::" };
  for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
    {
      size_t length = strlen (signs[i]);
      if (in->end - in->at >= length && !memcmp (in->text + in->at, signs[i], length))
        {
          in->at += (uint32_t) length;
          return;
        }
    }
  in->at++;
}

static void
read_token (reader *in)
{
  rp_code_token token = { .begin = in->at, .line = in->line };
  char c = look (in, 0);
  if (is_name (c) || (c == '.' && isdigit ((unsigned char) look (in, 1))))
    token.kind = read_word (in);
  else if (c == '"' || c == '\'')
    {
      read_literal (in);
      token.kind = RP_TOKEN_TEXT;
    }
  else
    {
      read_sign (in);
      token.kind = c == '#' && in->begins_line ? RP_TOKEN_HASH : RP_TOKEN_SIGN;
    }
  token.end = in->at;
  RP_VEC_PUSH (&in->code->tokens, token);
}

/* Reads a preprocessor line: the hash, then its words. */
static void
read_directive (reader *in)
{
  size_t hash = in->code->tokens.count;
  read_token (in);
  in->begins_line = false;
  for (;;)
    {
      skip_blanks (in, true);
      if (in->at == in->end || look (in, 0) == '\n')
        break;
      read_token (in);
    }
  in->code->tokens.items[hash].last = (uint32_t) in->code->tokens.count - 1;
}

void
rp_code_read_tokens (rp_code *code)
{
  reader in = { .code = code,
                .text = code->source->text,
                .end = (uint32_t) code->source->length,
                .line = 1,
                .begins_line = true };
  for (;;)
    {
      skip_blanks (&in, false);
      if (in.at == in.end)
        return;
      if (look (&in, 0) == '#' && in.begins_line)
        read_directive (&in);
      else
        {
          read_token (&in);
          in.begins_line = false;
        }
    }
}

/* ---- questions ---- */

bool
rp_code_is (const rp_code *code, uint32_t token, const char *text)
{
  if (token >= code->tokens.count)
    return false;
  const rp_code_token *at = &code->tokens.items[token];
  size_t length = strlen (text);
  return at->end - at->begin == length && !memcmp (code->source->text + at->begin, text, length);
}

bool
rp_code_same (const rp_code *code, uint32_t a, uint32_t b)
{
  const rp_code_token *x = &code->tokens.items[a], *y = &code->tokens.items[b];
  return x->end - x->begin == y->end - y->begin
         && !memcmp (code->source->text + x->begin, code->source->text + y->begin,
                     x->end - x->begin);
}

uint32_t
rp_code_column (const rp_code *code, uint32_t token)
{
  const rp_code_token *at = &code->tokens.items[token];
  return at->begin - code->source->line_start[at->line - 1] + 1;
}

/* Returns the line in which TOKEN ends. It differs from the line in which TOKEN begins only if TOKEN is a literal
 * that contains a newline. */
uint32_t
rp_code_end_line (const rp_code *code, uint32_t token)
{
  const rp_code_token *at = &code->tokens.items[token];
  uint32_t line = at->line;
  for (uint32_t i = at->begin; i < at->end; i++)
    line += code->source->text[i] == '\n';
  return line;
}

const char *
rp_code_text (const rp_code *code, uint32_t first, uint32_t last, size_t *length)
{
  *length = code->tokens.items[last].end - code->tokens.items[first].begin;
  return code->source->text + code->tokens.items[first].begin;
}

uint32_t
rp_code_close (const rp_code *code, uint32_t token, uint32_t last)
{
  int depth = 0;
  for (uint32_t i = token; i <= last && i < code->tokens.count; i++)
    {
      const rp_code_token *at = &code->tokens.items[i];
      char c = code->source->text[at->begin];
      if (at->kind != RP_TOKEN_SIGN || at->end - at->begin != 1)
        continue;
      depth += strchr ("([{", c) ? 1 : strchr (")]}", c) ? -1 : 0;
      if (depth <= 0)
        return i;
    }
  return 0;
}

uint32_t
rp_code_find_name (const rp_code *code, uint32_t from, uint32_t last, const char *name)
{
  for (; from <= last; from++)
    {
      bool is_member
        = from && (rp_code_is (code, from - 1, ".") || rp_code_is (code, from - 1, "->"));
      if (!is_member && code->tokens.items[from].kind == RP_TOKEN_NAME
          && rp_code_is (code, from, name))
        return from;
    }
  return last + 1;
}
