#include "lang/lex.h"

#include <string.h>

typedef struct scanner
{
  const rp_source *source;
  const char *text;
  uint32_t at, length;
  uint8_t newlines;
  rp_tokens *tokens;
  rp_errors *errors;
} scanner;

typedef struct spelling
{
  rp_token_kind kind;
  const char *text;
} spelling;

#define ROW(NAME, TEXT) { RP_TOKEN_##NAME, TEXT },
static const spelling punctuation[] = { RP_PUNCTUATION (ROW) };
static const spelling keywords[] = { RP_KEYWORDS (ROW) };
#undef ROW

#define COUNT(ARRAY) (sizeof (ARRAY) / sizeof (ARRAY)[0])

const char *
rp_token_text (rp_token_kind kind)
{
  static const char *const texts[] = { [RP_TOKEN_END] = "the end of the file",
                                       [RP_TOKEN_BAD] = "a bad token",
                                       [RP_TOKEN_NAME] = "a name",
                                       [RP_TOKEN_INT] = "a number",
#define ROW(NAME, TEXT) [RP_TOKEN_##NAME] = TEXT,
                                       RP_PUNCTUATION (ROW) RP_KEYWORDS (ROW)
#undef ROW
  };
  return texts[kind];
}

static bool
is_digit (char c)
{
  return c >= '0' && c <= '9';
}

static bool
starts_name (char c)
{
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static bool
continues_name (char c)
{
  return starts_name (c) || is_digit (c);
}

static bool
is_blank (char c)
{
  return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\f' || c == '\v';
}

/* The source's text ends with a NUL, so looking one character ahead is safe. */
static char
peek (const scanner *lexer)
{
  return lexer->text[lexer->at];
}

static void
add_token (scanner *lexer, rp_token_kind kind, uint32_t begin)
{
  rp_token token = { { begin, lexer->at }, (uint8_t) kind, lexer->newlines };
  RP_VEC_PUSH (&lexer->tokens->list, token);
  lexer->newlines = 0;
}

static void
add_comment (scanner *lexer, uint32_t begin, uint32_t end, bool to_line_end)
{
  rp_comment comment
    = { { begin, end }, (uint32_t) lexer->tokens->list.count, to_line_end, lexer->newlines };
  RP_VEC_PUSH (&lexer->tokens->comments, comment);
  lexer->newlines = 0;
}

static void
skip_blanks (scanner *lexer)
{
  for (; lexer->at < lexer->length && is_blank (peek (lexer)); lexer->at++)
    if (peek (lexer) == '\n' && lexer->newlines < 2)
      lexer->newlines++;
}

/* Reads a comment to the end of its line, without trailing blanks, which the formatter would keep. */
static void
lex_line_comment (scanner *lexer)
{
  uint32_t begin = lexer->at;
  while (lexer->at < lexer->length && peek (lexer) != '\n')
    lexer->at++;
  uint32_t end = lexer->at;
  while (is_blank (lexer->text[end - 1]))
    end--;
  add_comment (lexer, begin, end, true);
}

static void
lex_block_comment (scanner *lexer)
{
  uint32_t begin = lexer->at;
  const char *end = memmem (lexer->text + begin + 2, lexer->length - begin - 2, "*/", 2);
  if (end)
    {
      lexer->at = (uint32_t) (end - lexer->text) + 2;
      add_comment (lexer, begin, lexer->at, false);
      return;
    }
  rp_diagnostic *error = rp_errors_add (lexer->errors, RP_ERROR_LEX, (rp_span) { begin, begin + 2 },
                                        "comment without an end");
  error->label = "opened here";
  error->help = "close it with `*/`";
  lexer->at = lexer->length;
  add_token (lexer, RP_TOKEN_BAD, begin);
}

bool
rp_token_value (const rp_source *source, rp_span span, int64_t *value)
{
  const char *text = source->text + span.begin, *end = source->text + span.end;
  bool is_hex = end - text > 1 && (text[1] == 'x' || text[1] == 'X');
  int64_t base = is_hex ? 16 : 10;
  *value = 0;
  for (text += is_hex ? 2 : 0; text < end; text++)
    {
      int64_t digit = is_digit (*text) ? *text - '0' : (*text | 0x20) - 'a' + 10;
      if (__builtin_mul_overflow (*value, base, value)
          || __builtin_add_overflow (*value, digit, value))
        return false;
    }
  return true;
}

static bool
is_well_formed (const char *text, uint32_t length)
{
  bool is_hex = length > 1 && text[0] == '0' && (text[1] | 0x20) == 'x';
  if (is_hex)
    return length > 2 && strspn (text + 2, "0123456789abcdefABCDEF") >= length - 2;
  return strspn (text, "0123456789") >= length;
}

static void
lex_number (scanner *lexer)
{
  uint32_t begin = lexer->at;
  while (lexer->at < lexer->length && continues_name (peek (lexer)))
    lexer->at++;
  rp_span span = { begin, lexer->at };
  const char *text = lexer->text + begin;
  int length = (int) (lexer->at - begin);
  int shown = length > 40 ? 40 : length;
  int64_t value;
  rp_diagnostic *error = NULL;
  if (!is_well_formed (text, (uint32_t) length))
    {
      error = rp_errors_add (lexer->errors, RP_ERROR_LEX, span, "`%.*s%s` is not a number", shown,
                             text, shown < length ? "..." : "");
      error->help = "numbers are decimal, or hexadecimal after `0x`; names begin with a letter";
    }
  else if (!rp_token_value (lexer->source, span, &value))
    {
      error = rp_errors_add (lexer->errors, RP_ERROR_LEX, span, "the number %.*s%s is too large",
                             shown, text, shown < length ? "..." : "");
      error->label = "does not fit in 64 bits";
      error->help = "the largest number is 9223372036854775807";
    }
  add_token (lexer, error ? RP_TOKEN_BAD : RP_TOKEN_INT, begin);
}

static void
lex_word (scanner *lexer)
{
  uint32_t begin = lexer->at;
  while (lexer->at < lexer->length && continues_name (peek (lexer)))
    lexer->at++;
  size_t length = lexer->at - begin;
  for (size_t i = 0; i < COUNT (keywords); i++)
    if (strlen (keywords[i].text) == length
        && memcmp (keywords[i].text, lexer->text + begin, length) == 0)
      {
        add_token (lexer, keywords[i].kind, begin);
        return;
      }
  add_token (lexer, RP_TOKEN_NAME, begin);
}

static bool
lex_punctuation (scanner *lexer)
{
  for (size_t i = 0; i < COUNT (punctuation); i++)
    {
      size_t length = strlen (punctuation[i].text);
      if (strncmp (lexer->text + lexer->at, punctuation[i].text, length) == 0)
        {
          lexer->at += (uint32_t) length;
          add_token (lexer, punctuation[i].kind, lexer->at - (uint32_t) length);
          return true;
        }
    }
  return false;
}

/* Reports a character that begins no token. Consecutive bytes outside ASCII are one error, because they probably are a
 * word of another script. */
static void
lex_bad (scanner *lexer)
{
  uint32_t begin = lexer->at;
  unsigned char c = (unsigned char) peek (lexer);
  lexer->at++;
  if (c >= 0x80)
    while (lexer->at < lexer->length && (unsigned char) peek (lexer) >= 0x80)
      lexer->at++;
  rp_span span = { begin, lexer->at };
  rp_diagnostic *error;
  if (c >= 0x80)
    error = rp_errors_add (lexer->errors, RP_ERROR_LEX, span,
                           "characters outside ASCII may stand only in comments");
  else if (c < 0x20 || c == 0x7f)
    error = rp_errors_add (lexer->errors, RP_ERROR_LEX, span, "unexpected byte 0x%02x", c);
  else
    error = rp_errors_add (lexer->errors, RP_ERROR_LEX, span, "unexpected character `%c`", c);
  error->label = "not part of the language";
  if (c == '"' || c == '\'')
    error->help = "the language has integers and arrays of integers, no strings";
  else if (c == '.')
    error->help = "ranges are written `low..high`";
  else if (c == '#')
    error->help = "comments begin with `//`";
  add_token (lexer, RP_TOKEN_BAD, begin);
}

static void
lex_one (scanner *lexer)
{
  char c = peek (lexer), next = lexer->text[lexer->at + 1];
  if (c == '/' && next == '/')
    lex_line_comment (lexer);
  else if (c == '/' && next == '*')
    lex_block_comment (lexer);
  else if (is_digit (c))
    lex_number (lexer);
  else if (starts_name (c))
    lex_word (lexer);
  else if (!lex_punctuation (lexer))
    lex_bad (lexer);
}

void
rp_tokens_read (rp_tokens *tokens, const rp_source *source, rp_errors *errors)
{
  scanner lexer = { .source = source,
                    .text = source->text,
                    .length = (uint32_t) source->length,
                    .tokens = tokens,
                    .errors = errors };
  if (source->length >= 3 && memcmp (source->text, "\xef\xbb\xbf", 3) == 0)
    lexer.at = 3; /* a byte order mark */
  for (skip_blanks (&lexer); lexer.at < lexer.length; skip_blanks (&lexer))
    lex_one (&lexer);
  add_token (&lexer, RP_TOKEN_END, lexer.at);
}

void
rp_tokens_clear (rp_tokens *tokens)
{
  RP_VEC_CLEAR (&tokens->list);
  RP_VEC_CLEAR (&tokens->comments);
}
