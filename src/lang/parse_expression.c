/* Expressions: the operators of C with C's precedence, by precedence climbing. */
#include "lang/parser.h"

/* A binary operator, and how strongly it binds; 0: not a binary operator. */
typedef struct infix
{
  rp_op op;
  int strength;
} infix;

static const infix infixes[] = {
  [RP_TOKEN_OR] = { RP_OP_OR, 1 },
  [RP_TOKEN_AND] = { RP_OP_AND, 2 },
  [RP_TOKEN_BAR] = { RP_OP_BIT_OR, 3 },
  [RP_TOKEN_CARET] = { RP_OP_BIT_XOR, 4 },
  [RP_TOKEN_AMPERSAND] = { RP_OP_BIT_AND, 5 },
  [RP_TOKEN_EQ] = { RP_OP_EQ, 6 },
  [RP_TOKEN_NE] = { RP_OP_NE, 6 },
  [RP_TOKEN_LT] = { RP_OP_LT, 7 },
  [RP_TOKEN_LE] = { RP_OP_LE, 7 },
  [RP_TOKEN_GT] = { RP_OP_GT, 7 },
  [RP_TOKEN_GE] = { RP_OP_GE, 7 },
  [RP_TOKEN_SHL] = { RP_OP_SHL, 8 },
  [RP_TOKEN_SHR] = { RP_OP_SHR, 8 },
  [RP_TOKEN_PLUS] = { RP_OP_ADD, 9 },
  [RP_TOKEN_MINUS] = { RP_OP_SUB, 9 },
  [RP_TOKEN_STAR] = { RP_OP_MUL, 10 },
  [RP_TOKEN_SLASH] = { RP_OP_DIV, 10 },
  [RP_TOKEN_PERCENT] = { RP_OP_MOD, 10 },
};

static infix
infix_of (rp_token_kind kind)
{
  return kind < sizeof infixes / sizeof infixes[0] ? infixes[kind] : (infix) { 0 };
}

/* Returns a new expression, from the token START to the last token taken. */
static rp_expr *
new_expression (rp_parser *parser, rp_expr_kind kind, size_t start)
{
  rp_expr *expr = RP_NEW (&parser->program->arena, rp_expr);
  expr->kind = kind;
  expr->span = rp_parser_span_from (parser, start);
  expr->height = 1;
  return expr;
}

static void
set_arguments (rp_parser *parser, rp_expr *expr, rp_expr **args, uint32_t count)
{
  expr->args = args;
  expr->arg_count = count;
  bool is_chain = expr->kind == RP_EXPR_BINARY;
  for (uint32_t i = 0; i < count; i++)
    {
      uint32_t least = args[i]->height + (is_chain && i == 0 ? 0 : 1);
      if (expr->height < least)
        expr->height = least;
    }
  rp_parser_give_up_if_deeper (parser, parser->depth + expr->height, expr->span);
  if (!is_chain)
    return;
  args[0]->up = expr;
  expr->chain = args[0]->chain + 1;
  rp_parser_give_up_if_longer (parser, expr->chain, expr->span);
}

static rp_expr *
new_operation (rp_parser *parser, rp_expr_kind kind, rp_op op, size_t start, rp_expr **args,
               uint32_t count)
{
  rp_expr *expr = new_expression (parser, kind, start);
  expr->op = op;
  set_arguments (parser, expr, rp_parser_keep (parser, args, count, sizeof *args), count);
  return expr;
}

/* arguments = [expr {"," expr}] CLOSE */
rp_expr **
rp_parse_arguments (rp_parser *parser, rp_token_kind close, uint32_t *count)
{
  RP_VEC (rp_expr *) args = { 0 };
  if (!rp_parser_sees (parser, close))
    do
      RP_VEC_PUSH (&args, rp_parse_expression (parser));
    while (rp_parser_accept (parser, RP_TOKEN_COMMA));
  rp_parser_expect (parser, close, "after the arguments");
  *count = (uint32_t) args.count;
  rp_expr **kept = RP_PARSER_KEEP (parser, &args);
  RP_VEC_CLEAR (&args);
  return kept;
}

/* lvalue = NAME {"[" expr "]"} */
rp_expr *
rp_parse_lvalue (rp_parser *parser)
{
  size_t start = parser->at;
  const char *name = rp_parser_expect_name (parser, "a variable", NULL);
  RP_VEC (rp_expr *) subscripts = { 0 };
  while (rp_parser_accept (parser, RP_TOKEN_LEFT_BRACKET))
    {
      RP_VEC_PUSH (&subscripts, rp_parse_expression (parser));
      rp_parser_expect (parser, RP_TOKEN_RIGHT_BRACKET, "after the subscript");
    }
  rp_expr *expr = new_expression (parser, subscripts.count ? RP_EXPR_INDEX : RP_EXPR_NAME, start);
  expr->name = name;
  set_arguments (parser, expr, RP_PARSER_KEEP (parser, &subscripts), (uint32_t) subscripts.count);
  RP_VEC_CLEAR (&subscripts);
  return expr;
}

/* call = NAME "(" arguments | "get" "(" expr ")" */
rp_expr *
rp_parse_call (rp_parser *parser)
{
  size_t start = parser->at;
  bool is_get = rp_parser_accept (parser, RP_TOKEN_GET);
  const char *name = is_get ? "get" : rp_parser_expect_name (parser, "a procedure", NULL);
  rp_parser_expect (parser, RP_TOKEN_LEFT_PAREN, is_get ? "after `get`" : "before the arguments");
  uint32_t count;
  rp_expr **args = rp_parse_arguments (parser, RP_TOKEN_RIGHT_PAREN, &count);
  rp_expr *expr = new_expression (parser, is_get ? RP_EXPR_GET : RP_EXPR_CALL, start);
  expr->name = name;
  set_arguments (parser, expr, args, count);
  if (is_get && count != 1 && !parser->panicking)
    {
      rp_diagnostic *error = rp_errors_add (parser->errors, RP_ERROR_SYNTAX, expr->span,
                                            "`get` takes one future, found %u", count);
      error->help = "write `get (f)`";
    }
  return expr;
}

/* "(" expr ")" */
static rp_expr *
parse_parenthesised (rp_parser *parser)
{
  rp_span open = rp_parser_here (parser);
  rp_parser_accept (parser, RP_TOKEN_LEFT_PAREN);
  rp_expr *expr = rp_parse_expression (parser);
  expr->parenthesised = true;
  rp_diagnostic *error
    = rp_parser_expect (parser, RP_TOKEN_RIGHT_PAREN, "to close the parenthesis");
  if (error)
    rp_errors_other (parser->errors, error, open, "opened here");
  return expr;
}

/* Reports an error. Returns a number in place of the operand. */
static rp_expr *
fail_operand (rp_parser *parser)
{
  rp_diagnostic *error = rp_parser_fail (parser, "an expression");
  rp_token_kind kind = rp_parser_kind (parser);
  if (error && kind == RP_TOKEN_ASYNC)
    error->help = "a task with a value is declared by `future f = async { ... }`, and read by "
                  "`get (f)`";
  return new_expression (parser, RP_EXPR_INT, parser->at);
}

/* operand = INT | "true" | "false" | "*" | "(" expr ")" | call | lvalue */
static rp_expr *
parse_operand (rp_parser *parser)
{
  size_t start = parser->at;
  rp_expr *expr;
  if (rp_parser_accept (parser, RP_TOKEN_INT))
    {
      expr = new_expression (parser, RP_EXPR_INT, start);
      rp_token_value (parser->source, expr->span, &expr->value);
      return expr;
    }
  if (rp_parser_accept (parser, RP_TOKEN_TRUE) || rp_parser_accept (parser, RP_TOKEN_FALSE))
    {
      expr = new_expression (parser, RP_EXPR_INT, start);
      expr->value = parser->tokens[start].kind == RP_TOKEN_TRUE;
      return expr;
    }
  if (rp_parser_accept (parser, RP_TOKEN_STAR))
    return new_expression (parser, RP_EXPR_CHOICE, start);
  if (rp_parser_sees (parser, RP_TOKEN_LEFT_PAREN))
    return parse_parenthesised (parser);
  if (rp_parser_sees (parser, RP_TOKEN_GET))
    return rp_parse_call (parser);
  if (!rp_parser_sees (parser, RP_TOKEN_NAME))
    return fail_operand (parser);
  if (rp_parser_kind_ahead (parser, 1) == RP_TOKEN_LEFT_PAREN)
    return rp_parse_call (parser);
  return rp_parse_lvalue (parser);
}

/* unary = ("!" | "~" | "-") unary | operand */
static rp_expr *
parse_unary (rp_parser *parser)
{
  size_t start = parser->at;
  rp_op op = rp_parser_accept (parser, RP_TOKEN_NOT)     ? RP_OP_NOT
             : rp_parser_accept (parser, RP_TOKEN_TILDE) ? RP_OP_COMPLEMENT
             : rp_parser_accept (parser, RP_TOKEN_MINUS) ? RP_OP_NEGATE
                                                         : RP_OP_NONE;
  if (op == RP_OP_NONE)
    return parse_operand (parser);
  rp_parser_enter (parser);
  rp_expr *operand = parse_unary (parser);
  rp_parser_leave (parser);
  return new_operation (parser, RP_EXPR_UNARY, op, start, &operand, 1);
}

/* binary = unary {OPERATOR binary}, where the operators of the right operand bind more strongly:
 *   ||   &&   |   ^   &   == !=   < <= > >=   << >>   + -   * / %        all group to the left */
static rp_expr *
parse_binary (rp_parser *parser, int at_least)
{
  size_t start = parser->at;
  rp_expr *left = parse_unary (parser);
  while (!parser->panicking)
    {
      infix operator= infix_of (rp_parser_kind (parser));
      if (operator.strength<at_least)
        break;
      rp_parser_accept (parser, rp_parser_kind (parser));
      rp_parser_enter (parser);
      rp_expr *right = parse_binary (parser, operator.strength + 1);
      rp_parser_leave (parser);
      rp_expr *args[] = { left, right };
      left = new_operation (parser, RP_EXPR_BINARY, operator.op, start, args, 2);
    }
  return left;
}

/* conditional = binary ["?" expr ":" conditional] */
static rp_expr *
parse_conditional (rp_parser *parser)
{
  size_t start = parser->at;
  rp_expr *condition = parse_binary (parser, 1);
  if (!rp_parser_accept (parser, RP_TOKEN_QUESTION))
    return condition;
  rp_expr *args[] = { condition, rp_parse_expression (parser), NULL };
  rp_parser_expect (parser, RP_TOKEN_COLON, "between the two values of `?`");
  args[2] = rp_parse_expression (parser);
  return new_operation (parser, RP_EXPR_COND, RP_OP_NONE, start, args, 3);
}

/* expr = conditional */
rp_expr *
rp_parse_expression (rp_parser *parser)
{
  rp_parser_enter (parser);
  rp_expr *expr = parse_conditional (parser);
  rp_parser_leave (parser);
  return expr;
}
