/* Tokens, comments and numbers. */
#include "lang/lex.h"
#include "test.h"

#include <string.h>

typedef struct lexing
{
  rp_source *source;
  rp_diagnostics diagnostics;
  rp_errors errors;
  rp_tokens tokens;
} lexing;

static void
begin (lexing *reading, const char *text, size_t length)
{
  memset (reading, 0, sizeof *reading);
  reading->source = rp_source_from_text ("test.rp", text, length);
  rp_errors_init (&reading->errors, reading->source, &reading->diagnostics);
  rp_tokens_read (&reading->tokens, reading->source, &reading->errors);
}

static void
end (lexing *reading)
{
  rp_tokens_clear (&reading->tokens);
  rp_diagnostics_clear (&reading->diagnostics);
  rp_source_free (reading->source);
}

static rp_token_kind
kind_of (const lexing *reading, size_t at)
{
  return (rp_token_kind) reading->tokens.list.items[at].kind;
}

TEST (punctuation_takes_the_longest_spelling)
{
  static const struct
  {
    const char *text;
    rp_token_kind kinds[4];
  } rows[] = {
    { "<<=", { RP_TOKEN_SHL, RP_TOKEN_ASSIGN } },
    { "<=<", { RP_TOKEN_LE, RP_TOKEN_LT } },
    { "===", { RP_TOKEN_EQ, RP_TOKEN_ASSIGN } },
    { "!==", { RP_TOKEN_NE, RP_TOKEN_ASSIGN } },
    { "&&&", { RP_TOKEN_AND, RP_TOKEN_AMPERSAND } },
    { "|||", { RP_TOKEN_OR, RP_TOKEN_BAR } },
    { ">>>=", { RP_TOKEN_SHR, RP_TOKEN_GE } },
    { "<-", { RP_TOKEN_LT, RP_TOKEN_MINUS } },
    { "0..n", { RP_TOKEN_INT, RP_TOKEN_DOTS, RP_TOKEN_NAME } },
    { "for fort", { RP_TOKEN_FOR, RP_TOKEN_NAME } },
    { "next step", { RP_TOKEN_NAME, RP_TOKEN_NAME } },
    { "_a1 A", { RP_TOKEN_NAME, RP_TOKEN_NAME } },
  };
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
    {
      lexing reading;
      begin (&reading, rows[i].text, strlen (rows[i].text));
      size_t at = 0;
      do
        if (!CHECK_INT (kind_of (&reading, at), rows[i].kinds[at]))
          test_note ("token %zu of `%s`", at, rows[i].text);
      while (rows[i].kinds[at++] != RP_TOKEN_END);
      CHECK_INT (reading.tokens.list.count, at);
      CHECK_INT (reading.diagnostics.list.count, 0);
      end (&reading);
    }
}

TEST (every_word_reads_back)
{
#define ROW(NAME, TEXT) { RP_TOKEN_##NAME, TEXT },
  static const struct
  {
    rp_token_kind kind;
    const char *text;
  } rows[] = { RP_PUNCTUATION (ROW) RP_KEYWORDS (ROW) };
#undef ROW
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
    {
      lexing reading;
      begin (&reading, rows[i].text, strlen (rows[i].text));
      CHECK_INT (reading.tokens.list.count, 2);
      CHECK_INT (kind_of (&reading, 0), rows[i].kind);
      CHECK_STR (rp_token_text (rows[i].kind), rows[i].text);
      end (&reading);
    }
}

TEST (numbers)
{
  static const struct
  {
    const char *text;
    bool fits;
    int64_t value;
  } rows[] = {
    { "0", true, 0 },
    { "007", true, 7 },
    { "0x1F", true, 31 },
    { "0XaB", true, 171 },
    { "9223372036854775807", true, INT64_MAX },
    { "0x7fffffffffffffff", true, INT64_MAX },
    { "9223372036854775808", false, 0 },
    { "0x8000000000000000", false, 0 },
    { "99999999999999999999999999999999999999999999999999", false, 0 },
  };
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
    {
      lexing reading;
      begin (&reading, rows[i].text, strlen (rows[i].text));
      CHECK_INT (kind_of (&reading, 0), rows[i].fits ? RP_TOKEN_INT : RP_TOKEN_BAD);
      CHECK_INT (reading.diagnostics.list.count, rows[i].fits ? 0 : 1);
      int64_t value;
      if (CHECK_INT (rp_token_value (reading.source, reading.tokens.list.items[0].span, &value),
                     rows[i].fits)
          && rows[i].fits)
        CHECK_INT (value, rows[i].value);
      end (&reading);
    }
}

TEST (errors_have_places)
{
  static const struct
  {
    const char *text;
    uint32_t line, column, end_column;
    const char *message;
  } rows[] = {
    { "x = 1 $ 2;", 1, 7, 8, "unexpected character `$`" },
    { "x\n  12ab", 2, 3, 7, "`12ab` is not a number" },
    { "0x", 1, 1, 3, "`0x` is not a number" },
    { "0xg", 1, 1, 4, "`0xg` is not a number" },
    { "a . b", 1, 3, 4, "unexpected character `.`" },
    { "x /* a\n", 1, 3, 5, "comment without an end" },
    { "/*/", 1, 1, 3, "comment without an end" },
    { "\x01", 1, 1, 2, "unexpected byte 0x01" },
    { "a \xc3\xa4\xc3\xb6 b", 1, 3, 7, "characters outside ASCII may stand only in comments" },
  };
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
    {
      lexing reading;
      begin (&reading, rows[i].text, strlen (rows[i].text));
      if (CHECK_INT (reading.diagnostics.list.count, 1))
        {
          const rp_diagnostic *error = &reading.diagnostics.list.items[0];
          CHECK_INT (error->rule, RP_ERROR_LEX);
          CHECK_INT (error->at.line, rows[i].line);
          CHECK_INT (error->at.column, rows[i].column);
          CHECK_INT (error->at.end_column, rows[i].end_column);
          CHECK_STR (error->message, rows[i].message);
        }
      end (&reading);
    }
}

TEST (a_nul_byte_is_an_error_not_an_end)
{
  lexing reading;
  begin (&reading, "a\0b", 3);
  CHECK_INT (reading.tokens.list.count, 4);
  CHECK_INT (kind_of (&reading, 1), RP_TOKEN_BAD);
  CHECK_INT (reading.diagnostics.list.count, 1);
  end (&reading);
}

TEST (a_byte_order_mark_is_skipped)
{
  lexing reading;
  begin (&reading, "\xef\xbb\xbfx", 4);
  CHECK_INT (reading.diagnostics.list.count, 0);
  CHECK_INT (kind_of (&reading, 0), RP_TOKEN_NAME);
  end (&reading);
}

TEST (comments_know_their_token_and_line_breaks)
{
  static const char text[] = "// a \t\r\n\n\n/* b\n */ x // c\ny";
  lexing reading;
  begin (&reading, text, sizeof text - 1);
  if (!CHECK_INT (reading.tokens.comments.count, 3))
    return;
  const rp_comment *comments = reading.tokens.comments.items;
  CHECK_INT (comments[0].token, 0);
  CHECK (comments[0].to_line_end);
  CHECK_INT (comments[0].span.end, 4);
  CHECK_INT (comments[1].token, 0);
  CHECK_INT (comments[1].newlines, 2);
  CHECK (!comments[1].to_line_end);
  CHECK_INT (comments[2].token, 1);
  CHECK_INT (comments[2].newlines, 0);
  CHECK_INT (reading.tokens.list.items[0].newlines, 0);
  CHECK_INT (reading.tokens.list.items[1].newlines, 1);
  end (&reading);
}

TEST (only_the_first_errors_are_kept)
{
  char text[100];
  memset (text, '$', sizeof text);
  lexing reading;
  begin (&reading, text, sizeof text);
  CHECK_INT (reading.diagnostics.list.count, RP_MAX_ERRORS);
  CHECK_INT (reading.errors.count, sizeof text);
  end (&reading);
}
