/* The standard layout. The tokens of the source are written again, each exactly once and in order; only the space
 * between them is chosen anew. So the formatted text has the same tree. The tree says where statements and blocks
 * begin.
 *
 * G1. Formatting the formatted text again changes nothing. The space depends on the tokens, the comments, and a few
 *     line breaks of the source that the layout keeps where it finds them: before a body that is no block, before
 *     an `else` that follows such a body, before and after a comment, one blank line between statements or
 *     declarations, and inside a block that could stand on one line.
 * G2. No comment is lost: all comments that stand before a token are written before it. */
#include "lang/lang.h"
#include "lang/lex.h"

#include <string.h>

#define STEP 2         /* columns of one level of indentation */
#define CONTINUATION 4 /* columns by which a broken statement is indented further */
#define WIDTH 100      /* a longer line is broken before the token that does not fit */
#define FLAT_WIDTH 60  /* the longest block that may stay on one line */

typedef enum gap
{
  NOTHING,
  SPACE,
  LINE
} gap;

typedef struct layout
{
  const rp_source *source;
  rp_tokens tokens;
  size_t at, comment; /* the next token and the next comment to write */
  rp_strbuf *out;
  size_t line_begin; /* where the last line of OUT begins */
  size_t indent;
  size_t arrow;       /* the index of the `<` of the last post's `<-` */
  uint32_t questions; /* number of `?` so far whose `:` has not come yet */
  bool flat;          /* the next token is in a block that stays on one line */
  bool tight;         /* the next token is in the head of a loop over a range: no spaces around + - * / % */
  uint32_t brackets;  /* number of open subscripts */
  bool after_operand; /* the last token ended an operand: an operator now is binary */
  bool was_unary;     /* the last token was a unary operator */
  bool was_choice;    /* the last token was `*` as an operand */
  bool was_tight;     /* the last token was a binary operator without spaces */
  bool was_comment;   /* a comment was written since the last token */
  bool must_break;    /* the next token must begin a line: the last comment goes to the end of its line, or the line
                       * is too long */
  bool leads;         /* a comment since the last token is the first thing on its line */
} layout;

static const rp_token *
next_token (const layout *printer)
{
  return &printer->tokens.list.items[printer->at];
}

static rp_token_kind
kind_at (const layout *printer, size_t at)
{
  return (rp_token_kind) printer->tokens.list.items[at].kind;
}

static void
write_span (layout *printer, rp_span span)
{
  rp_strbuf_add_bytes (printer->out, printer->source->text + span.begin, span.end - span.begin);
}

/* Ends the line, adds an empty line if BLANK is true, and indents the next line. At the beginning of the file, only
 * indents. */
static void
break_line (layout *printer, size_t indent, bool blank)
{
  if (printer->out->length)
    rp_strbuf_add (printer->out, blank ? "\n\n" : "\n");
  printer->line_begin = printer->out->length;
  rp_strbuf_repeat (printer->out, " ", indent);
}

static bool
is_first_in_block (const layout *printer)
{
  return printer->at > 0 && kind_at (printer, printer->at - 1) == RP_TOKEN_LEFT_BRACE
         && !printer->was_comment;
}

static size_t
indent_for (const layout *printer, gap separator)
{
  return printer->indent + (separator == LINE ? 0 : CONTINUATION);
}

/* Writes the comments before the next token. SEPARATOR is the space that the layout wants before that token. */
static void
put_comments (layout *printer, gap separator)
{
  for (; printer->comment < printer->tokens.comments.count; printer->comment++)
    {
      const rp_comment *comment = &printer->tokens.comments.items[printer->comment];
      if (comment->token != printer->at)
        return;
      bool breaks = printer->out->length == 0 || comment->newlines > 0;
      printer->leads |= breaks;
      if (breaks)
        break_line (printer, indent_for (printer, separator),
                    comment->newlines > 1 && separator == LINE && !is_first_in_block (printer));
      else
        rp_strbuf_add_char (printer->out, ' ');
      write_span (printer, comment->span);
      printer->was_comment = true;
      printer->must_break = comment->to_line_end;
    }
}

static size_t
column (const layout *printer)
{
  return printer->out->length - printer->line_begin;
}

static bool
starts_operand (rp_token_kind kind)
{
  return kind == RP_TOKEN_NAME || kind == RP_TOKEN_INT || kind == RP_TOKEN_TRUE
         || kind == RP_TOKEN_FALSE || kind == RP_TOKEN_GET || kind == RP_TOKEN_LEFT_PAREN;
}

static bool
is_arithmetic (rp_token_kind kind)
{
  return kind == RP_TOKEN_PLUS || kind == RP_TOKEN_MINUS || kind == RP_TOKEN_STAR
         || kind == RP_TOKEN_SLASH || kind == RP_TOKEN_PERCENT;
}

/* Returns whether the next token is a binary operator to be written without spaces. An operator beside a unary operator
 * or a choice gets spaces: `a / *` must not become the beginning of a comment. */
static bool
is_tight (const layout *printer)
{
  return (printer->tight || printer->brackets > 0) && printer->after_operand && !printer->was_choice
         && is_arithmetic (kind_at (printer, printer->at))
         && starts_operand (kind_at (printer, printer->at + 1));
}

/* Records enough about the last token to distinguish unary from binary operators. A name directly behind an operand is
 * a word of the language such as `step`; behind that word, a new operand begins. */
static void
note_token (layout *printer, rp_token_kind kind)
{
  bool was_operand = printer->after_operand;
  printer->was_unary
    = !was_operand && (kind == RP_TOKEN_MINUS || kind == RP_TOKEN_NOT || kind == RP_TOKEN_TILDE);
  printer->was_choice = !was_operand && kind == RP_TOKEN_STAR;
  printer->after_operand = (kind == RP_TOKEN_NAME && !was_operand) || kind == RP_TOKEN_INT
                           || kind == RP_TOKEN_TRUE || kind == RP_TOKEN_FALSE
                           || kind == RP_TOKEN_RIGHT_PAREN || kind == RP_TOKEN_RIGHT_BRACKET
                           || printer->was_choice;
  if (kind == RP_TOKEN_LEFT_BRACKET)
    printer->brackets++;
  else if (kind == RP_TOKEN_RIGHT_BRACKET)
    printer->brackets--;
  else if (kind == RP_TOKEN_QUESTION)
    printer->questions++;
  else if (kind == RP_TOKEN_COLON && printer->questions > 0)
    printer->questions--;
}

/* Writes the comments before the next token, then space, then the token. The space is SEPARATOR or, if a comment or
 * printer->must_break requires another one, a line break or a blank. */
static void
put_token (layout *printer, gap separator)
{
  put_comments (printer, separator);
  bool tight = is_tight (printer);
  const rp_token *token = next_token (printer);
  bool closes = token->kind == RP_TOKEN_RIGHT_BRACE;
  bool kept = printer->was_comment && token->newlines > 0;
  bool joins = printer->leads && !kept && !closes; /* the comment before the token stays on the same line */
  if ((separator == LINE && !joins) || printer->must_break || kept)
    break_line (printer, indent_for (printer, separator),
                token->newlines > 1 && separator == LINE && !closes
                  && !is_first_in_block (printer));
  else if (separator == SPACE || printer->was_comment)
    rp_strbuf_add_char (printer->out, ' ');
  write_span (printer, token->span);
  printer->was_comment = printer->must_break = printer->leads = false;
  printer->was_tight = tight;
  note_token (printer, (rp_token_kind) token->kind);
  printer->at++;
}

static bool
is_word (const layout *printer, size_t at, const char *text)
{
  rp_span span = printer->tokens.list.items[at].span;
  return kind_at (printer, at) == RP_TOKEN_NAME && strlen (text) == span.end - span.begin
         && memcmp (text, printer->source->text + span.begin, span.end - span.begin) == 0;
}

/* Returns the space before `(`: `f(x)` and `get(f)`, but `if (x)`, `phased (p)` and `isolated commutes (x)`. */
static gap
before_parenthesis (const layout *printer)
{
  size_t last = printer->at - 1;
  if (kind_at (printer, last) == RP_TOKEN_GET)
    return NOTHING;
  bool is_phased = is_word (printer, last, "phased") && last > 0
                   && kind_at (printer, last - 1) == RP_TOKEN_ASYNC;
  bool is_commutes = is_word (printer, last, "commutes") && last > 0
                     && kind_at (printer, last - 1) == RP_TOKEN_ISOLATED;
  return kind_at (printer, last) == RP_TOKEN_NAME && !is_phased && !is_commutes ? NOTHING : SPACE;
}

/* Returns the space between the last token and the next one, inside a line. */
static gap
between (const layout *printer)
{
  rp_token_kind last = kind_at (printer, printer->at - 1), next = kind_at (printer, printer->at);
  if (printer->arrow && printer->at == printer->arrow + 1)
    return NOTHING;
  if (printer->arrow && printer->at == printer->arrow + 2)
    return SPACE;
  if (last == RP_TOKEN_LEFT_PAREN || last == RP_TOKEN_LEFT_BRACKET || last == RP_TOKEN_LEFT_BRACE
      || last == RP_TOKEN_DOTS || printer->was_unary || printer->was_tight || is_tight (printer))
    return NOTHING;
  switch (next)
    {
    case RP_TOKEN_RIGHT_PAREN:
    case RP_TOKEN_RIGHT_BRACKET:
    case RP_TOKEN_RIGHT_BRACE:
    case RP_TOKEN_LEFT_BRACKET:
    case RP_TOKEN_COMMA:
    case RP_TOKEN_SEMICOLON:
    case RP_TOKEN_DOTS:
      return NOTHING;
    case RP_TOKEN_COLON:
      return printer->questions > 0 ? SPACE : NOTHING;
    case RP_TOKEN_LEFT_PAREN:
      return before_parenthesis (printer);
    default:
      return SPACE;
    }
}

static bool
is_too_wide (const layout *printer)
{
  rp_span span = next_token (printer)->span;
  return !printer->flat && column (printer) + 1 + (span.end - span.begin) > WIDTH;
}

/* Writes the tokens that begin before offset END. FIRST is the space before the first of them. */
static void
put_until (layout *printer, uint32_t end, gap first)
{
  if (next_token (printer)->span.begin < end)
    put_token (printer, first);
  while (next_token (printer)->span.begin < end)
    {
      gap separator = between (printer);
      printer->must_break = separator == SPACE && is_too_wide (printer);
      put_token (printer, separator);
    }
}

/* Returns whether there is a line break, outside of comments, between the last token and the next. */
static bool
is_broken (const layout *printer)
{
  bool broken = next_token (printer)->newlines > 0;
  for (size_t i = printer->comment;
       i < printer->tokens.comments.count && printer->tokens.comments.items[i].token == printer->at;
       i++)
    broken |= printer->tokens.comments.items[i].newlines > 0;
  return broken;
}

static bool
has_comment (const layout *printer)
{
  return printer->comment < printer->tokens.comments.count
         && printer->tokens.comments.items[printer->comment].token == printer->at;
}

/* Returns whether BLOCK, whose `{` comes next, stays on one line: it is short, has no comment inside, and is on one
 * line in the source or has no statements. */
static bool
fits_one_line (const layout *printer, const rp_stmt *block)
{
  size_t width = 0, i = printer->at;
  do
    {
      const rp_token *token = &printer->tokens.list.items[i++];
      if (token->span.begin > block->span.begin && token->newlines > 0 && block->body_count > 0)
        return false;
      width += token->span.end - token->span.begin + 1;
    }
  while (width <= FLAT_WIDTH && printer->tokens.list.items[i - 1].span.end < block->span.end);
  size_t comment = printer->comment;
  while (comment < printer->tokens.comments.count
         && printer->tokens.comments.items[comment].token <= printer->at)
    comment++;
  return width <= FLAT_WIDTH
         && (comment == printer->tokens.comments.count
             || printer->tokens.comments.items[comment].token >= i);
}

static void put_statement (layout *printer, const rp_stmt *stmt, gap separator);

static void
put_block (layout *printer, const rp_stmt *block, gap separator)
{
  bool outer = printer->flat;
  printer->flat = fits_one_line (printer, block);
  put_token (printer, separator);
  printer->indent += STEP;
  for (uint32_t i = 0; i < block->body_count; i++)
    put_statement (printer, block->body[i], printer->flat ? SPACE : LINE);
  put_comments (printer, LINE);
  printer->indent -= STEP;
  put_token (printer, printer->flat ? SPACE : LINE);
  printer->flat = outer;
}

static uint32_t
begin_of (const rp_stmt *stmt)
{
  return stmt->label ? stmt->label_span.begin : stmt->span.begin;
}

/* Writes BODY, the statement after a header. A block begins on the header's line, and `if` on the line of its
 * `else`, unless a comment stands between them. Any other body begins a line if it does so in the source. */
static void
put_body (layout *printer, const rp_stmt *body)
{
  bool is_chain = kind_at (printer, printer->at - 1) == RP_TOKEN_ELSE && body->kind == RP_STMT_IF;
  bool is_block = body->kind == RP_STMT_BLOCK && !body->label;
  bool joins = !is_broken (printer) || ((is_block || is_chain) && !has_comment (printer));
  if (joins || is_block)
    put_statement (printer, body, joins ? SPACE : LINE);
  else
    {
      printer->indent += STEP;
      put_statement (printer, body, LINE);
      printer->indent -= STEP;
    }
}

static void
put_else (layout *printer, const rp_stmt *stmt)
{
  bool follows_brace = kind_at (printer, printer->at - 1) == RP_TOKEN_RIGHT_BRACE;
  bool joins = follows_brace && !has_comment (printer);
  put_token (printer, joins || !is_broken (printer) ? SPACE : LINE);
  put_body (printer, stmt->body[1]);
}

static void
put_head (layout *printer, const rp_stmt *stmt, gap separator)
{
  uint32_t end = stmt->body_count ? begin_of (stmt->body[0]) : stmt->span.end;
  if (stmt->kind == RP_STMT_POST)
    printer->arrow = printer->at + 2;
  printer->tight
    = stmt->kind == RP_STMT_FOR || stmt->kind == RP_STMT_FORALL || stmt->kind == RP_STMT_FORASYNC;
  put_until (printer, end, separator);
  printer->tight = false;
}

static void
put_statement (layout *printer, const rp_stmt *stmt, gap separator)
{
  if (stmt->label)
    {
      put_until (printer, stmt->span.begin, separator);
      separator = SPACE;
    }
  if (stmt->kind == RP_STMT_BLOCK)
    {
      put_block (printer, stmt, separator);
      return;
    }
  put_head (printer, stmt, separator);
  if (stmt->body_count > 0)
    put_body (printer, stmt->body[0]);
  if (stmt->body_count > 1)
    put_else (printer, stmt);
  put_until (printer, stmt->span.end, NOTHING);
}

static void
put_item (layout *printer, const rp_program *program, const rp_item *item)
{
  gap separator = printer->out->length || has_comment (printer) ? LINE : NOTHING;
  if (item->kind == RP_ITEM_STMT)
    put_statement (printer, item->stmt, separator);
  else if (item->kind == RP_ITEM_PROC)
    {
      const rp_stmt *body = program->procs[item->first].body;
      put_until (printer, body->span.begin, separator);
      put_body (printer, body);
    }
  else
    put_until (printer, item->span.end, separator);
}

void
rp_lang_format (const rp_program *program, rp_strbuf *out)
{
  rp_strbuf text = { 0 };
  rp_diagnostics none = { 0 };
  rp_errors errors;
  rp_errors_init (&errors, program->source, &none);
  layout printer = { .source = program->source, .out = &text };
  rp_tokens_read (&printer.tokens, program->source, &errors);
  for (uint32_t i = 0; i < program->item_count; i++)
    put_item (&printer, program, &program->items[i]);
  put_comments (&printer, LINE);
  rp_strbuf_add_char (&text, '\n');
  rp_strbuf_add_bytes (out, text.text, text.length);
  rp_strbuf_clear (&text);
  rp_tokens_clear (&printer.tokens);
  rp_diagnostics_clear (&none);
}
