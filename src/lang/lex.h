/* From text to tokens. Comments are kept in a list of their own, for the formatter. */
#ifndef RP_LANG_LEX_H
#define RP_LANG_LEX_H

#include "base/source.h"
#include "base/vec.h"
#include "lang/errors.h"

#include <stdbool.h>
#include <stdint.h>

/* `<-` is no token, because `a<-1` is a comparison. For the arrow of post, the parser reads `<` and `-` side by side.
 * In this table, longer spellings stand before their prefixes. */
#define RP_PUNCTUATION(ROW) \
  ROW (DOTS, "..") \
  ROW (OR, "||") \
  ROW (AND, "&&") \
  ROW (EQ, "==") \
  ROW (NE, "!=") \
  ROW (LE, "<=") \
  ROW (GE, ">=") \
  ROW (SHL, "<<") \
  ROW (SHR, ">>") \
  ROW (LT, "<") \
  ROW (GT, ">") \
  ROW (ASSIGN, "=") \
  ROW (BAR, "|") \
  ROW (CARET, "^") \
  ROW (AMPERSAND, "&") \
  ROW (PLUS, "+") \
  ROW (MINUS, "-") \
  ROW (STAR, "*") \
  ROW (SLASH, "/") \
  ROW (PERCENT, "%") \
  ROW (NOT, "!") \
  ROW (TILDE, "~") \
  ROW (QUESTION, "?") \
  ROW (COLON, ":") \
  ROW (SEMICOLON, ";") \
  ROW (COMMA, ",") \
  ROW (LEFT_PAREN, "(") \
  ROW (RIGHT_PAREN, ")") \
  ROW (LEFT_BRACKET, "[") \
  ROW (RIGHT_BRACKET, "]") \
  ROW (LEFT_BRACE, "{") \
  ROW (RIGHT_BRACE, "}")

/* Reserved words. The other words of the language, which spelling.c lists, are names that the parser recognises by
 * position. */
#define RP_KEYWORDS(ROW) \
  ROW (PARAM, "param") \
  ROW (VAR, "var") \
  ROW (PROC, "proc") \
  ROW (SKIP, "skip") \
  ROW (IF, "if") \
  ROW (ELSE, "else") \
  ROW (WHILE, "while") \
  ROW (FOR, "for") \
  ROW (IN, "in") \
  ROW (RETURN, "return") \
  ROW (ASSERT, "assert") \
  ROW (ASSUME, "assume") \
  ROW (CLOCKED, "clocked") \
  ROW (FINISH, "finish") \
  ROW (ASYNC, "async") \
  ROW (ADVANCE, "advance") \
  ROW (ISOLATED, "isolated") \
  ROW (FUTURE, "future") \
  ROW (GET, "get") \
  ROW (FORALL, "forall") \
  ROW (FORASYNC, "forasync") \
  ROW (POST, "post") \
  ROW (AWAIT, "await") \
  ROW (EWAIT, "ewait") \
  ROW (ACQUIRE, "acquire") \
  ROW (RELEASE, "release") \
  ROW (TRUE, "true") \
  ROW (FALSE, "false")

typedef enum rp_token_kind
{
  RP_TOKEN_END,
  RP_TOKEN_BAD, /* a mistake that was reported: the parser reports nothing about it */
  RP_TOKEN_NAME,
  RP_TOKEN_INT,
#define ROW(NAME, TEXT) RP_TOKEN_##NAME,
  RP_PUNCTUATION (ROW) RP_KEYWORDS (ROW)
#undef ROW
} rp_token_kind;

typedef struct rp_token
{
  rp_span span;
  uint8_t kind;     /* rp_token_kind */
  uint8_t newlines; /* line breaks since the token or comment before it: 0, 1, or 2 for more */
} rp_token;

typedef struct rp_comment
{
  rp_span span;
  uint32_t token; /* index of the token behind the comment */
  bool to_line_end;
  uint8_t newlines; /* as in rp_token */
} rp_comment;

typedef struct rp_tokens
{
  RP_VEC (rp_token) list; /* the last one is RP_TOKEN_END */
  RP_VEC (rp_comment) comments;
} rp_tokens;

void rp_tokens_read (rp_tokens *tokens, const rp_source *source, rp_errors *errors);
void rp_tokens_clear (rp_tokens *tokens);

/* Sets *VALUE to the value of the RP_TOKEN_INT at SPAN. Returns false if the value is larger than INT64_MAX; *VALUE
 * must then not be used. */
bool rp_token_value (const rp_source *source, rp_span span, int64_t *value);

/* Returns the spelling of punctuation and keywords; for the first four kinds "a name", "a number" and so on. */
const char *rp_token_text (rp_token_kind kind);

#endif
