/* Statements of a sequential language. Statements about tasks are in parse_task.c. Where a grammar rule says
 * `stmt`, any statement may stand, with or without braces. */
#include "lang/parser.h"

/* block = "{" {stmt} "}" */
static rp_stmt *
parse_block (rp_parser *parser)
{
  size_t start = parser->at;
  rp_stmt *block = rp_statement_new (parser, RP_STMT_BLOCK);
  rp_parser_expect (parser, RP_TOKEN_LEFT_BRACE, "to begin a block");
  rp_statement_end_head (parser, block, start);
  RP_VEC (rp_stmt *) body = { 0 };
  while (!parser->panicking && rp_parser_kind (parser) != RP_TOKEN_RIGHT_BRACE
         && rp_parser_kind (parser) != RP_TOKEN_END && rp_parser_kind (parser) != RP_TOKEN_PROC)
    {
      size_t first = parser->at;
      RP_VEC_PUSH (&body, rp_parse_statement (parser));
      if (parser->panicking)
        rp_parser_recover (parser, first);
    }
  block->end = rp_parser_here (parser);
  rp_diagnostic *error = rp_parser_expect (parser, RP_TOKEN_RIGHT_BRACE, "to end the block");
  if (error)
    {
      rp_errors_other (parser->errors, error, block->head, "the block begins here");
      if (rp_parser_kind (parser) == RP_TOKEN_PROC)
        error->help = "procedures are declared at the top level only";
    }
  block->body_count = (uint32_t) body.count;
  block->body = RP_PARSER_KEEP (parser, &body);
  RP_VEC_CLEAR (&body);
  block->span = rp_parser_span_from (parser, start);
  return block;
}

rp_stmt *
rp_parse_block (rp_parser *parser)
{
  rp_parser_enter (parser);
  rp_stmt *block = parse_block (parser);
  rp_parser_leave (parser);
  return block;
}

/* "var" NAME ["=" expr] ";" */
static rp_stmt *
parse_var (rp_parser *parser, size_t start)
{
  rp_stmt *stmt = rp_statement_new (parser, RP_STMT_VAR);
  rp_statement_name (parser, stmt, "the name of a variable");
  if (rp_parser_sees (parser, RP_TOKEN_LEFT_BRACKET))
    {
      rp_diagnostic *error = rp_errors_add (parser->errors, RP_ERROR_SYNTAX,
                                            rp_parser_here (parser), "a local cannot be an array");
      error->help = "arrays are shared: declare it at the top level";
      parser->panicking = true;
    }
  if (rp_parser_accept (parser, RP_TOKEN_ASSIGN))
    stmt->expr = rp_parse_expression (parser);
  return rp_statement_with_semicolon (parser, stmt, start, "after the declaration");
}

/* lvalue "=" expr ";" */
static rp_stmt *
parse_assignment (rp_parser *parser, size_t start)
{
  rp_stmt *stmt = rp_statement_new (parser, RP_STMT_ASSIGN);
  stmt->target = rp_parse_lvalue (parser);
  rp_parser_expect (parser, RP_TOKEN_ASSIGN, "after the variable");
  stmt->expr = rp_parse_expression (parser);
  return rp_statement_with_semicolon (parser, stmt, start, "after the assignment");
}

/* call ";" */
static rp_stmt *
parse_call_statement (rp_parser *parser, size_t start)
{
  rp_stmt *stmt = rp_statement_new (parser, RP_STMT_CALL);
  stmt->expr = rp_parse_call (parser);
  return rp_statement_with_semicolon (parser, stmt, start, "after the call");
}

/* "(" expr ")" */
static rp_expr *
parse_condition (rp_parser *parser)
{
  rp_parser_expect (parser, RP_TOKEN_LEFT_PAREN, "before the condition");
  rp_expr *expr = rp_parse_expression (parser);
  rp_parser_expect (parser, RP_TOKEN_RIGHT_PAREN, "after the condition");
  return expr;
}

/* "if" "(" expr ")" stmt ["else" stmt] */
static rp_stmt *
parse_if (rp_parser *parser, size_t start)
{
  rp_stmt *stmt = rp_statement_new (parser, RP_STMT_IF);
  stmt->expr = parse_condition (parser);
  rp_statement_with_body (parser, stmt, start);
  if (rp_parser_accept (parser, RP_TOKEN_ELSE))
    rp_statement_add_body (parser, stmt, rp_parse_statement (parser));
  return stmt;
}

/* "while" "(" expr ")" stmt */
static rp_stmt *
parse_while (rp_parser *parser, size_t start)
{
  rp_stmt *stmt = rp_statement_new (parser, RP_STMT_WHILE);
  stmt->expr = parse_condition (parser);
  return rp_statement_with_body (parser, stmt, start);
}

static int64_t
parse_step (rp_parser *parser)
{
  size_t start = parser->at;
  int64_t step = rp_parser_expect_number (parser, "a number after `step`");
  if (step != 0)
    return step;
  rp_diagnostic *error = rp_errors_add (
    parser->errors, RP_ERROR_TYPE, rp_parser_span_from (parser, start), "the step cannot be 0");
  error->label = "the loop would never end";
  return 1;
}

/* ("for" | "forall" | "forasync") "(" NAME "in" expr ".." expr ["step" INT] ")" stmt
 * where only "for" has a step */
static rp_stmt *
parse_loop (rp_parser *parser, size_t start, rp_stmt_kind kind)
{
  rp_stmt *stmt = rp_statement_new (parser, kind);
  stmt->step = 1;
  rp_parser_expect (parser, RP_TOKEN_LEFT_PAREN, "before the iterator");
  rp_statement_name (parser, stmt, "the name of an iterator");
  rp_parser_expect (parser, RP_TOKEN_IN, "after the iterator");
  stmt->low = rp_parse_expression (parser);
  rp_parser_expect (parser, RP_TOKEN_DOTS, "between the bounds");
  stmt->high = rp_parse_expression (parser);
  if (kind == RP_STMT_FOR && rp_parser_sees_word (parser, "step"))
    {
      rp_parser_accept (parser, RP_TOKEN_NAME);
      stmt->step = parse_step (parser);
    }
  rp_parser_expect (parser, RP_TOKEN_RIGHT_PAREN, "after the bounds");
  return rp_statement_with_body (parser, stmt, start);
}

/* "return" [expr] ";" */
static rp_stmt *
parse_return (rp_parser *parser, size_t start)
{
  rp_stmt *stmt = rp_statement_new (parser, RP_STMT_RETURN);
  if (!rp_parser_sees (parser, RP_TOKEN_SEMICOLON))
    stmt->expr = rp_parse_expression (parser);
  return rp_statement_with_semicolon (parser, stmt, start, "after the value");
}

/* ("assert" | "assume") expr ";" */
static rp_stmt *
parse_claim (rp_parser *parser, size_t start, rp_stmt_kind kind)
{
  rp_stmt *stmt = rp_statement_new (parser, kind);
  stmt->expr = rp_parse_expression (parser);
  return rp_statement_with_semicolon (parser, stmt, start, "after the condition");
}

/* "observe" expr ";" The word is not reserved: it is recognised if a name, a number or `get` follows. */
static rp_stmt *
parse_observe (rp_parser *parser, size_t start)
{
  rp_stmt *stmt = rp_statement_new (parser, RP_STMT_OBSERVE);
  rp_parser_accept (parser, RP_TOKEN_NAME);
  stmt->expr = rp_parse_expression (parser);
  rp_span span = stmt->expr->span;
  stmt->name
    = rp_words_keep (parser->words, parser->source->text + span.begin, span.end - span.begin);
  return rp_statement_with_semicolon (parser, stmt, start, "after the value");
}

static bool
sees_observe (const rp_parser *parser)
{
  rp_token_kind next = rp_parser_kind_ahead (parser, 1);
  return rp_parser_sees_word (parser, "observe")
         && (next == RP_TOKEN_NAME || next == RP_TOKEN_INT || next == RP_TOKEN_GET);
}

/* Parses a statement that begins with a name. */
static rp_stmt *
parse_named (rp_parser *parser, size_t start)
{
  if (rp_parser_kind_ahead (parser, 1) == RP_TOKEN_LEFT_PAREN)
    return parse_call_statement (parser, start);
  if (sees_observe (parser))
    return parse_observe (parser, start);
  rp_stmt *stmt = rp_parse_task_word (parser, start);
  return stmt ? stmt : parse_assignment (parser, start);
}

static rp_stmt *
fail_statement (rp_parser *parser)
{
  rp_token_kind kind = rp_parser_kind (parser);
  rp_stmt *stmt = rp_statement_new (parser, RP_STMT_SKIP);
  if (kind == RP_TOKEN_ELSE && parser->errors->count > 0)
    {
      parser->panicking = true; /* the `if` of this `else` was dropped after an earlier error */
      return stmt;
    }
  rp_diagnostic *error = rp_parser_fail (parser, "a statement");
  if (error && kind == RP_TOKEN_ELSE)
    error->label = "there is no `if` before it";
  else if (error && kind == RP_TOKEN_PARAM)
    error->help = "parameters are declared at the top level only";
  else if (error && kind == RP_TOKEN_PROC)
    error->help = "procedures are declared at the top level only";
  else if (error && kind == RP_TOKEN_SEMICOLON)
    error->help = "the empty statement is `skip;`";
  return stmt;
}

/* Parses a statement that begins with a keyword, and takes the keyword. */
static rp_stmt *
parse_keyword_statement (rp_parser *parser, size_t start)
{
  rp_token_kind keyword = rp_parser_kind (parser);
  rp_parser_accept (parser, keyword);
  switch (keyword)
    {
    case RP_TOKEN_VAR:
      return parse_var (parser, start);
    case RP_TOKEN_SKIP:
      return rp_statement_with_semicolon (parser, rp_statement_new (parser, RP_STMT_SKIP), start,
                                          "after `skip`");
    case RP_TOKEN_IF:
      return parse_if (parser, start);
    case RP_TOKEN_WHILE:
      return parse_while (parser, start);
    case RP_TOKEN_FOR:
      return parse_loop (parser, start, RP_STMT_FOR);
    case RP_TOKEN_FORALL:
      return parse_loop (parser, start, RP_STMT_FORALL);
    case RP_TOKEN_FORASYNC:
      return parse_loop (parser, start, RP_STMT_FORASYNC);
    case RP_TOKEN_RETURN:
      return parse_return (parser, start);
    case RP_TOKEN_ASSERT:
      return parse_claim (parser, start, RP_STMT_ASSERT);
    case RP_TOKEN_ASSUME:
      return parse_claim (parser, start, RP_STMT_ASSUME);
    default:
      return rp_parse_task (parser, start, keyword);
    }
}

static rp_stmt *
parse_unlabelled (rp_parser *parser)
{
  size_t start = parser->at;
  rp_token_kind kind = parser->panicking ? RP_TOKEN_BAD : rp_parser_kind (parser);
  if (kind == RP_TOKEN_NAME)
    return parse_named (parser, start);
  if (kind == RP_TOKEN_GET)
    return parse_call_statement (parser, start);
  if (kind == RP_TOKEN_LEFT_BRACE)
    return parse_block (parser);
  if (rp_token_starts_statement (kind))
    return parse_keyword_statement (parser, start);
  return fail_statement (parser);
}

/* stmt = [NAME ":"] (block | var | assignment | call | "skip" ";" | if | while | loop | ...) */
rp_stmt *
rp_parse_statement (rp_parser *parser)
{
  rp_parser_enter (parser);
  rp_span label_span = { 0 };
  const char *label = NULL;
  if (rp_parser_sees (parser, RP_TOKEN_NAME) && rp_parser_kind_ahead (parser, 1) == RP_TOKEN_COLON)
    {
      label = rp_parser_expect_name (parser, "a label", &label_span);
      rp_parser_accept (parser, RP_TOKEN_COLON);
      if (rp_parser_sees (parser, RP_TOKEN_NAME)
          && rp_parser_kind_ahead (parser, 1) == RP_TOKEN_COLON)
        rp_parser_fail (parser, "a statement after the label");
    }
  size_t start = parser->statement = parser->at;
  rp_stmt *stmt = parse_unlabelled (parser);
  stmt->label = label;
  stmt->label_span = label_span;
  stmt->span = rp_parser_span_from (parser, start);
  rp_parser_leave (parser);
  return stmt;
}
