#include "lang/parser.h"

#include "lang/spelling.h"

#include <string.h>

rp_token_kind
rp_parser_kind_ahead (const rp_parser *parser, size_t ahead)
{
  for (size_t i = 0; i < ahead; i++)
    if (parser->tokens[parser->at + i].kind == RP_TOKEN_END)
      return RP_TOKEN_END;
  return (rp_token_kind) parser->tokens[parser->at + ahead].kind;
}

bool
rp_parser_sees_word (const rp_parser *parser, const char *text)
{
  rp_span span = parser->tokens[parser->at].span;
  return rp_parser_sees (parser, RP_TOKEN_NAME) && strlen (text) == span.end - span.begin
         && memcmp (text, parser->source->text + span.begin, span.end - span.begin) == 0;
}

static void
advance (rp_parser *parser)
{
  if (rp_parser_kind (parser) != RP_TOKEN_END)
    parser->at++;
}

bool
rp_parser_accept (rp_parser *parser, rp_token_kind kind)
{
  if (!rp_parser_sees (parser, kind))
    return false;
  advance (parser);
  return true;
}

rp_span
rp_parser_here (const rp_parser *parser)
{
  return parser->tokens[parser->at].span;
}

rp_span
rp_parser_span_from (const rp_parser *parser, size_t start)
{
  if (parser->at <= start)
    return parser->tokens[start].span;
  return (rp_span) { parser->tokens[start].span.begin, parser->tokens[parser->at - 1].span.end };
}

/* Returns the current token as messages name it. */
static const char *
found (rp_parser *parser)
{
  rp_span span = rp_parser_here (parser);
  if (rp_parser_kind (parser) == RP_TOKEN_END)
    return rp_token_text (RP_TOKEN_END);
  uint32_t length = span.end - span.begin;
  return rp_errors_text (parser->errors, "`%.*s%s`", length > 40 ? 40 : (int) length,
                         parser->source->text + span.begin, length > 40 ? "..." : "");
}

/* Returns the place of an error. If something is missing at the end of a line, the error is shown there, not at the
 * beginning of the next line. */
static rp_span
place_of_failure (const rp_parser *parser)
{
  const rp_token *token = &parser->tokens[parser->at];
  if (parser->at == 0 || (token->newlines == 0 && token->kind != RP_TOKEN_END))
    return token->span;
  uint32_t end = parser->tokens[parser->at - 1].span.end;
  return (rp_span) { end, end };
}

/* Returns whether the lexer has reported an error at the current token, or one that consumed the rest of the text. */
static bool
is_reported (const rp_parser *parser)
{
  rp_token_kind kind = rp_parser_kind (parser);
  return kind == RP_TOKEN_BAD
         || (kind == RP_TOKEN_END && parser->at > 0
             && parser->tokens[parser->at - 1].kind == RP_TOKEN_BAD);
}

static rp_diagnostic *
fail_at (rp_parser *parser, rp_span at, const char *what)
{
  if (parser->panicking)
    return NULL;
  parser->panicking = true;
  if (parser->gave_up || is_reported (parser))
    return NULL;
  return rp_errors_add (parser->errors, RP_ERROR_SYNTAX, at, "expected %s, found %s", what,
                        found (parser));
}

rp_diagnostic *
rp_parser_fail (rp_parser *parser, const char *what)
{
  return fail_at (parser, rp_parser_here (parser), what);
}

/* Returns the word of the language of which the token at index AT may be a misspelling, or NULL. */
static const char *
guess (const rp_parser *parser, size_t at)
{
  rp_span span = parser->tokens[at].span;
  if (parser->tokens[at].kind != RP_TOKEN_NAME)
    return NULL;
  return rp_spelling_guess (parser->source->text + span.begin, span.end - span.begin);
}

/* Suggests another spelling. If a statement does not go on as expected, its first word or the current word may be
 * misspelt. */
static void
help_with_spelling (rp_parser *parser, rp_diagnostic *error)
{
  const char *word = guess (parser, parser->at);
  if (!word)
    word = guess (parser, parser->statement);
  if (word)
    error->help = rp_errors_text (parser->errors, "did you mean `%s`?", word);
}

static rp_diagnostic *
fail_token (rp_parser *parser, rp_token_kind kind, const char *where)
{
  if (parser->panicking)
    return NULL;
  const char *what
    = rp_errors_text (parser->errors, "`%s`%s%s", rp_token_text (kind), *where ? " " : "", where);
  rp_token_kind seen = rp_parser_kind (parser);
  rp_diagnostic *error = fail_at (parser, place_of_failure (parser), what);
  if (!error)
    return NULL;
  if (seen == RP_TOKEN_ASSIGN)
    error->help = "`==` compares; `=` assigns, and stands only in statements";
  else if (seen == RP_TOKEN_COMMA && kind == RP_TOKEN_SEMICOLON)
    error->help = "write one declaration or assignment per statement";
  else if (kind == RP_TOKEN_ASSIGN && seen >= RP_TOKEN_BAR && seen <= RP_TOKEN_PERCENT)
    error->help = "there is no `+=` or `++`: write `x = x + 1`";
  else if (kind == RP_TOKEN_SEMICOLON || kind == RP_TOKEN_ASSIGN)
    help_with_spelling (parser, error);
  return error;
}

rp_diagnostic *
rp_parser_expect (rp_parser *parser, rp_token_kind kind, const char *where)
{
  return rp_parser_accept (parser, kind) ? NULL : fail_token (parser, kind, where);
}

/* Takes a `;`, or reports that it is missing. If it is missing before a `}`, or at the end of a line before the
 * next statement, nothing else is wrong: then the parser goes on without a panic. */
void
rp_parser_expect_semicolon (rp_parser *parser, const char *where)
{
  if (parser->panicking || rp_parser_accept (parser, RP_TOKEN_SEMICOLON))
    return;
  const rp_token *token = &parser->tokens[parser->at];
  bool goes_on = token->kind == RP_TOKEN_RIGHT_BRACE
                 || (token->newlines > 0
                     && (token->kind == RP_TOKEN_NAME
                         || rp_token_starts_statement ((rp_token_kind) token->kind)));
  fail_token (parser, RP_TOKEN_SEMICOLON, where);
  if (goes_on)
    parser->panicking = false;
}

static bool
is_keyword (rp_token_kind kind)
{
  return kind >= RP_TOKEN_PARAM;
}

const char *
rp_parser_expect_name (rp_parser *parser, const char *what, rp_span *span)
{
  rp_span here = rp_parser_here (parser);
  if (span)
    *span = here;
  if (rp_parser_accept (parser, RP_TOKEN_NAME))
    return rp_words_keep (parser->words, parser->source->text + here.begin, here.end - here.begin);
  const rp_token *token = &parser->tokens[parser->at];
  bool reserved = is_keyword ((rp_token_kind) token->kind);
  rp_diagnostic *error = rp_parser_fail (parser, what);
  if (error && reserved)
    error->label = "a reserved word";
  if (error && reserved && token->newlines == 0)
    advance (parser); /* a keyword in the place of a name: no statement begins here */
  return rp_words_keep (parser->words, "", 0);
}

int64_t
rp_parser_expect_number (rp_parser *parser, const char *what)
{
  bool negative = rp_parser_accept (parser, RP_TOKEN_MINUS);
  rp_span span = rp_parser_here (parser);
  int64_t value = 1;
  if (rp_parser_accept (parser, RP_TOKEN_INT))
    rp_token_value (parser->source, span, &value);
  else
    rp_parser_fail (parser, what);
  return negative ? -value : value;
}

bool
rp_token_starts_statement (rp_token_kind kind)
{
  switch (kind)
    {
    case RP_TOKEN_VAR:
    case RP_TOKEN_SKIP:
    case RP_TOKEN_IF:
    case RP_TOKEN_WHILE:
    case RP_TOKEN_FOR:
    case RP_TOKEN_RETURN:
    case RP_TOKEN_ASSERT:
    case RP_TOKEN_ASSUME:
    case RP_TOKEN_CLOCKED:
    case RP_TOKEN_FINISH:
    case RP_TOKEN_ASYNC:
    case RP_TOKEN_ADVANCE:
    case RP_TOKEN_ISOLATED:
    case RP_TOKEN_FUTURE:
    case RP_TOKEN_FORALL:
    case RP_TOKEN_FORASYNC:
    case RP_TOKEN_POST:
    case RP_TOKEN_AWAIT:
    case RP_TOKEN_EWAIT:
    case RP_TOKEN_ACQUIRE:
    case RP_TOKEN_RELEASE:
    case RP_TOKEN_LEFT_BRACE:
      return true;
    default:
      return false;
    }
}

/* If the current `{` begins a list of names in braces, or empty braces, skips them. Returns whether it did. */
static bool
skip_names (rp_parser *parser)
{
  size_t ahead = 1;
  while (rp_parser_kind_ahead (parser, ahead) == RP_TOKEN_NAME
         && rp_parser_kind_ahead (parser, ahead + 1) == RP_TOKEN_COMMA)
    ahead += 2;
  if (rp_parser_kind_ahead (parser, ahead) == RP_TOKEN_NAME)
    ahead++;
  if (rp_parser_kind_ahead (parser, ahead) != RP_TOKEN_RIGHT_BRACE)
    return false;
  parser->at += ahead + 1;
  return true;
}

void
rp_parser_drop_names (rp_parser *parser)
{
  while (rp_parser_kind (parser) == RP_TOKEN_NAME || rp_parser_kind (parser) == RP_TOKEN_COMMA
         || rp_parser_kind (parser) == RP_TOKEN_BAD || rp_parser_kind (parser) == RP_TOKEN_INT)
    advance (parser);
  if (rp_parser_kind (parser) == RP_TOKEN_RIGHT_BRACE)
    advance (parser);
}

static bool
may_go_on_at (rp_token_kind kind)
{
  return kind == RP_TOKEN_END || kind == RP_TOKEN_RIGHT_BRACE || kind == RP_TOKEN_PROC
         || kind == RP_TOKEN_PARAM || rp_token_starts_statement (kind);
}

void
rp_parser_give_up (rp_parser *parser)
{
  while (rp_parser_kind (parser) != RP_TOKEN_END)
    advance (parser);
  parser->panicking = true;
  parser->gave_up = true;
}

void
rp_parser_recover (rp_parser *parser, size_t start)
{
  if (rp_errors_full (parser->errors))
    rp_parser_give_up (parser);
  parser->panicking = false;
  if (parser->at == start)
    advance (parser);
  for (;;)
    {
      rp_token_kind kind = rp_parser_kind (parser);
      if (rp_parser_accept (parser, RP_TOKEN_SEMICOLON))
        return;
      if (kind == RP_TOKEN_LEFT_BRACE && skip_names (parser))
        continue;
      if (may_go_on_at (kind))
        return;
      advance (parser);
    }
}

/* If DEPTH is too large, reports an error and gives up: drops the rest of the text. Does nothing in a panic. */
void
rp_parser_give_up_if_deeper (rp_parser *parser, uint32_t depth, rp_span span)
{
  if (depth <= RP_MAX_DEPTH || parser->panicking)
    return;
  rp_diagnostic *error = rp_errors_add (parser->errors, RP_ERROR_SYNTAX, span,
                                        "nested more than %d deep", RP_MAX_DEPTH);
  error->label = "the limit is reached here";
  error->help = "split the expression or the statement, for instance into procedures";
  rp_parser_give_up (parser);
}

void
rp_parser_give_up_if_longer (rp_parser *parser, uint32_t operators, rp_span span)
{
  if (operators <= RP_MAX_OPERATORS || parser->panicking)
    return;
  rp_diagnostic *error = rp_errors_add (parser->errors, RP_ERROR_SYNTAX, span,
                                        "more than %d operators in a row", RP_MAX_OPERATORS);
  error->label = "the limit is reached here";
  error->help = "split the expression, for instance by a local variable";
  rp_parser_give_up (parser);
}

void
rp_parser_enter (rp_parser *parser)
{
  parser->depth++;
  rp_parser_give_up_if_deeper (parser, parser->depth, rp_parser_here (parser));
}

void
rp_parser_leave (rp_parser *parser)
{
  parser->depth--;
}

void *
rp_parser_keep (rp_parser *parser, const void *items, size_t count, size_t bytes)
{
  void *kept = rp_arena_alloc (&parser->program->arena, count * bytes);
  if (count)
    memcpy (kept, items, count * bytes);
  return kept;
}

rp_stmt *
rp_statement_new (rp_parser *parser, rp_stmt_kind kind)
{
  rp_stmt *stmt = RP_NEW (&parser->program->arena, rp_stmt);
  stmt->kind = kind;
  return stmt;
}

void
rp_statement_end_head (rp_parser *parser, rp_stmt *stmt, size_t start)
{
  stmt->head = rp_parser_span_from (parser, start);
}

void
rp_statement_add_body (rp_parser *parser, rp_stmt *stmt, rp_stmt *body)
{
  rp_stmt **all = rp_arena_alloc (&parser->program->arena, (stmt->body_count + 1) * sizeof *all);
  for (uint32_t i = 0; i < stmt->body_count; i++)
    all[i] = stmt->body[i];
  all[stmt->body_count++] = body;
  stmt->body = all;
}

rp_stmt *
rp_statement_with_body (rp_parser *parser, rp_stmt *stmt, size_t start)
{
  rp_statement_end_head (parser, stmt, start);
  rp_statement_add_body (parser, stmt, rp_parse_statement (parser));
  return stmt;
}

rp_stmt *
rp_statement_with_semicolon (rp_parser *parser, rp_stmt *stmt, size_t start, const char *where)
{
  rp_statement_end_head (parser, stmt, start);
  rp_parser_expect_semicolon (parser, where);
  return stmt;
}

void
rp_statement_name (rp_parser *parser, rp_stmt *stmt, const char *what)
{
  stmt->name = rp_parser_expect_name (parser, what, &stmt->name_span);
}
