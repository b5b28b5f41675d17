/* Statements about tasks: creating, joining, ordering and excluding them. */
#include "lang/parser.h"

/* registration = lvalue [":" ("signal" | "wait" | "signal_wait")] */
static rp_registration
parse_registration (rp_parser *parser)
{
  rp_registration registration = { rp_parse_lvalue (parser), RP_PHASER_SIGNAL_WAIT };
  if (!rp_parser_accept (parser, RP_TOKEN_COLON))
    return registration;
  if (rp_parser_sees_word (parser, "signal"))
    registration.mode = RP_PHASER_SIGNAL;
  else if (rp_parser_sees_word (parser, "wait"))
    registration.mode = RP_PHASER_WAIT;
  else if (!rp_parser_sees_word (parser, "signal_wait"))
    rp_parser_fail (parser, "`signal`, `wait` or `signal_wait`");
  rp_parser_accept (parser, RP_TOKEN_NAME);
  return registration;
}

/* phased = "phased" "(" registration {"," registration} ")" */
static void
parse_phased (rp_parser *parser, rp_stmt *stmt)
{
  size_t start = parser->at;
  rp_parser_accept (parser, RP_TOKEN_NAME);
  rp_parser_expect (parser, RP_TOKEN_LEFT_PAREN, "after `phased`");
  RP_VEC (rp_registration) list = { 0 };
  do
    RP_VEC_PUSH (&list, parse_registration (parser));
  while (rp_parser_accept (parser, RP_TOKEN_COMMA));
  rp_parser_expect (parser, RP_TOKEN_RIGHT_PAREN, "after the phasers");
  stmt->phaser_count = (uint32_t) list.count;
  stmt->phasers = RP_PARSER_KEEP (parser, &list);
  RP_VEC_CLEAR (&list);
  if (!stmt->clocked || parser->panicking)
    return;
  rp_diagnostic *error
    = rp_errors_add (parser->errors, RP_ERROR_SYNTAX, rp_parser_span_from (parser, start),
                     "a task is either clocked or phased, not both");
  error->help = "use a phaser for the clock too";
}

/* ["clocked"] "finish" stmt */
static rp_stmt *
parse_finish (rp_parser *parser, size_t start, bool clocked)
{
  rp_stmt *stmt = rp_statement_new (parser, RP_STMT_FINISH);
  stmt->clocked = clocked;
  return rp_statement_with_body (parser, stmt, start);
}

/* ["clocked"] "async" [phased] stmt */
static rp_stmt *
parse_async (rp_parser *parser, size_t start, bool clocked)
{
  rp_stmt *stmt = rp_statement_new (parser, RP_STMT_ASYNC);
  stmt->clocked = clocked;
  if (rp_parser_sees_word (parser, "phased")
      && rp_parser_kind_ahead (parser, 1) == RP_TOKEN_LEFT_PAREN)
    parse_phased (parser, stmt);
  return rp_statement_with_body (parser, stmt, start);
}

static rp_stmt *
parse_clocked (rp_parser *parser, size_t start)
{
  if (rp_parser_accept (parser, RP_TOKEN_FINISH))
    return parse_finish (parser, start, true);
  if (!rp_parser_accept (parser, RP_TOKEN_ASYNC))
    rp_parser_fail (parser, "`finish` or `async` after `clocked`");
  return parse_async (parser, start, true);
}

/* Returns whether `commutes` stands here as a clause. The word is not reserved: after `isolated` it may also begin an
 * assignment, or be a label. */
static bool
sees_commutes (const rp_parser *parser)
{
  rp_token_kind next = rp_parser_kind_ahead (parser, 1);
  return rp_parser_sees_word (parser, "commutes") && next != RP_TOKEN_ASSIGN
         && next != RP_TOKEN_LEFT_BRACKET && next != RP_TOKEN_COLON;
}

/* "isolated" ["commutes"] ["(" lvalue {"," lvalue} ")"] stmt */
static rp_stmt *
parse_isolated (rp_parser *parser, size_t start)
{
  rp_stmt *stmt = rp_statement_new (parser, RP_STMT_ISOLATED);
  stmt->commutes = sees_commutes (parser) && rp_parser_accept (parser, RP_TOKEN_NAME);
  stmt->whole = !rp_parser_accept (parser, RP_TOKEN_LEFT_PAREN);
  if (!stmt->whole)
    {
      RP_VEC (rp_expr *) objects = { 0 };
      do
        RP_VEC_PUSH (&objects, rp_parse_lvalue (parser));
      while (rp_parser_accept (parser, RP_TOKEN_COMMA));
      rp_parser_expect (parser, RP_TOKEN_RIGHT_PAREN, "after the objects");
      stmt->arg_count = (uint32_t) objects.count;
      stmt->args = RP_PARSER_KEEP (parser, &objects);
      RP_VEC_CLEAR (&objects);
    }
  return rp_statement_with_body (parser, stmt, start);
}

/* "future" NAME "=" "async" block [";"] */
static rp_stmt *
parse_future (rp_parser *parser, size_t start)
{
  rp_stmt *stmt = rp_statement_new (parser, RP_STMT_FUTURE);
  rp_statement_name (parser, stmt, "the name of a future");
  rp_parser_expect (parser, RP_TOKEN_ASSIGN, "after the name");
  rp_parser_expect (parser, RP_TOKEN_ASYNC, "after `=`");
  rp_statement_end_head (parser, stmt, start);
  rp_statement_add_body (parser, stmt, rp_parse_block (parser));
  rp_parser_accept (parser, RP_TOKEN_SEMICOLON);
  return stmt;
}

/* names = "{" [NAME {"," NAME}] "}" */
static rp_names
parse_names (rp_parser *parser)
{
  RP_VEC (const char *) names = { 0 };
  RP_VEC (rp_span) spans = { 0 };
  rp_parser_accept (parser, RP_TOKEN_NAME);
  bool was_opened = !rp_parser_expect (parser, RP_TOKEN_LEFT_BRACE, "before the list of names");
  if (!rp_parser_sees (parser, RP_TOKEN_RIGHT_BRACE))
    do
      {
        rp_span span;
        RP_VEC_PUSH (&names, rp_parser_expect_name (parser, "a name", &span));
        RP_VEC_PUSH (&spans, span);
      }
    while (rp_parser_accept (parser, RP_TOKEN_COMMA));
  rp_parser_expect (parser, RP_TOKEN_RIGHT_BRACE, "after the list of names");
  if (was_opened && parser->panicking)
    rp_parser_drop_names (parser);
  rp_names list = { .given = true,
                    .count = (uint32_t) names.count,
                    .names = RP_PARSER_KEEP (parser, &names),
                    .spans = RP_PARSER_KEEP (parser, &spans) };
  RP_VEC_CLEAR (&names);
  RP_VEC_CLEAR (&spans);
  return list;
}

/* Parses the arrow: `<` and `-` side by side. */
static void
parse_arrow (rp_parser *parser)
{
  rp_span first = rp_parser_here (parser);
  if (rp_parser_sees (parser, RP_TOKEN_LT) && rp_parser_kind_ahead (parser, 1) == RP_TOKEN_MINUS
      && parser->tokens[parser->at + 1].span.begin == first.end)
    parser->at += 2;
  else
    rp_parser_fail (parser, "`<-` after the region");
}

/* handle = "handle" NAME block */
static void
parse_handler (rp_parser *parser, rp_stmt *stmt)
{
  rp_parser_accept (parser, RP_TOKEN_NAME);
  stmt->handler = rp_parser_expect_name (parser, "a name for the value", &stmt->handler_span);
  rp_statement_add_body (parser, stmt, rp_parse_block (parser));
}

/* "post" NAME "<-" NAME "(" arguments ["pass" names] ["reads" names] ["writes" names] [handle] ";"
 * where the ";" may be left out after a handler */
static rp_stmt *
parse_post (rp_parser *parser, size_t start)
{
  rp_stmt *stmt = rp_statement_new (parser, RP_STMT_POST);
  rp_statement_name (parser, stmt, "a region after `post`");
  parse_arrow (parser);
  stmt->callee = rp_parser_expect_name (parser, "a procedure after `<-`", &stmt->callee_span);
  rp_parser_expect (parser, RP_TOKEN_LEFT_PAREN, "before the arguments");
  stmt->args = rp_parse_arguments (parser, RP_TOKEN_RIGHT_PAREN, &stmt->arg_count);
  if (rp_parser_sees_word (parser, "pass"))
    stmt->pass = parse_names (parser);
  if (rp_parser_sees_word (parser, "reads"))
    stmt->read_list = parse_names (parser);
  if (rp_parser_sees_word (parser, "writes"))
    stmt->write_list = parse_names (parser);
  rp_statement_end_head (parser, stmt, start);
  if (rp_parser_sees_word (parser, "handle"))
    {
      parse_handler (parser, stmt);
      rp_parser_accept (parser, RP_TOKEN_SEMICOLON);
      return stmt;
    }
  rp_parser_expect_semicolon (parser, "after the posted task");
  return stmt;
}

/* ("await" | "ewait") NAME ";" */
static rp_stmt *
parse_region_wait (rp_parser *parser, size_t start, rp_stmt_kind kind)
{
  rp_stmt *stmt = rp_statement_new (parser, kind);
  rp_statement_name (parser, stmt, "a region");
  return rp_statement_with_semicolon (parser, stmt, start, "after the region");
}

/* ("acquire" | "release") ("read" | "write") lvalue ";" */
static rp_stmt *
parse_permission (rp_parser *parser, size_t start, rp_stmt_kind kind)
{
  rp_stmt *stmt = rp_statement_new (parser, kind);
  stmt->writes = rp_parser_sees_word (parser, "write");
  if (!stmt->writes && !rp_parser_sees_word (parser, "read"))
    rp_parser_fail (parser, "`read` or `write`");
  rp_parser_accept (parser, RP_TOKEN_NAME);
  stmt->target = rp_parse_lvalue (parser);
  return rp_statement_with_semicolon (parser, stmt, start, "after the object");
}

/* "phaser" NAME ";" */
static rp_stmt *
parse_phaser (rp_parser *parser, size_t start)
{
  rp_stmt *stmt = rp_statement_new (parser, RP_STMT_PHASER);
  rp_statement_name (parser, stmt, "the name of a phaser");
  return rp_statement_with_semicolon (parser, stmt, start, "after the phaser");
}

/* ("next" | "signal" | "wait" | "drop") lvalue ";" | "next" ";" */
static rp_stmt *
parse_phaser_step (rp_parser *parser, size_t start, rp_stmt_kind kind)
{
  rp_stmt *stmt = rp_statement_new (parser, kind);
  if (!rp_parser_sees (parser, RP_TOKEN_SEMICOLON))
    stmt->expr = rp_parse_lvalue (parser);
  return rp_statement_with_semicolon (parser, stmt, start, "after the phaser");
}

/* "actor" NAME "(" [NAME] ")" block */
static rp_stmt *
parse_actor (rp_parser *parser, size_t start)
{
  rp_stmt *stmt = rp_statement_new (parser, RP_STMT_ACTOR);
  rp_statement_name (parser, stmt, "the name of an actor");
  rp_parser_expect (parser, RP_TOKEN_LEFT_PAREN, "after the actor's name");
  if (!rp_parser_sees (parser, RP_TOKEN_RIGHT_PAREN))
    stmt->handler = rp_parser_expect_name (parser, "a name for the message", &stmt->handler_span);
  rp_parser_expect (parser, RP_TOKEN_RIGHT_PAREN, "after the message's name");
  rp_statement_end_head (parser, stmt, start);
  rp_statement_add_body (parser, stmt, rp_parse_block (parser));
  return stmt;
}

/* "send" lvalue "(" [expr] ")" ";" */
static rp_stmt *
parse_send (rp_parser *parser, size_t start)
{
  rp_stmt *stmt = rp_statement_new (parser, RP_STMT_SEND);
  stmt->expr = rp_parse_lvalue (parser);
  rp_parser_expect (parser, RP_TOKEN_LEFT_PAREN, "before the message");
  if (!rp_parser_sees (parser, RP_TOKEN_RIGHT_PAREN))
    {
      rp_expr *message = rp_parse_expression (parser);
      stmt->arg_count = 1;
      stmt->args = rp_parser_keep (parser, &message, 1, sizeof message);
    }
  rp_parser_expect (parser, RP_TOKEN_RIGHT_PAREN, "after the message");
  return rp_statement_with_semicolon (parser, stmt, start, "after the message");
}

/* Parses a statement about phasers or actors. The first words of these statements are not reserved. But no other
 * statement begins with one of these words and then a name, or is `next;`. Returns NULL if no such statement begins
 * here. */
rp_stmt *
rp_parse_task_word (rp_parser *parser, size_t start)
{
  static const struct
  {
    const char *text;
    rp_stmt_kind kind;
  } words[]
    = { { "phaser", RP_STMT_PHASER }, { "next", RP_STMT_NEXT }, { "signal", RP_STMT_SIGNAL },
        { "wait", RP_STMT_WAIT },     { "drop", RP_STMT_DROP }, { "actor", RP_STMT_ACTOR },
        { "send", RP_STMT_SEND } };
  rp_token_kind next = rp_parser_kind_ahead (parser, 1);
  bool is_next = next == RP_TOKEN_SEMICOLON && rp_parser_sees_word (parser, "next");
  size_t i = 0, count = sizeof words / sizeof words[0];
  while (i < count && !rp_parser_sees_word (parser, words[i].text))
    i++;
  if (i == count || (next != RP_TOKEN_NAME && !is_next))
    return NULL;
  rp_parser_accept (parser, RP_TOKEN_NAME);
  switch (words[i].kind)
    {
    case RP_STMT_PHASER:
      return parse_phaser (parser, start);
    case RP_STMT_ACTOR:
      return parse_actor (parser, start);
    case RP_STMT_SEND:
      return parse_send (parser, start);
    default:
      return parse_phaser_step (parser, start, words[i].kind);
    }
}

rp_stmt *
rp_parse_task (rp_parser *parser, size_t start, rp_token_kind keyword)
{
  switch (keyword)
    {
    case RP_TOKEN_FINISH:
      return parse_finish (parser, start, false);
    case RP_TOKEN_ASYNC:
      return parse_async (parser, start, false);
    case RP_TOKEN_CLOCKED:
      return parse_clocked (parser, start);
    case RP_TOKEN_ADVANCE:
      return rp_statement_with_semicolon (parser, rp_statement_new (parser, RP_STMT_ADVANCE), start,
                                          "after `advance`");
    case RP_TOKEN_ISOLATED:
      return parse_isolated (parser, start);
    case RP_TOKEN_FUTURE:
      return parse_future (parser, start);
    case RP_TOKEN_POST:
      return parse_post (parser, start);
    case RP_TOKEN_AWAIT:
      return parse_region_wait (parser, start, RP_STMT_AWAIT);
    case RP_TOKEN_EWAIT:
      return parse_region_wait (parser, start, RP_STMT_EWAIT);
    case RP_TOKEN_ACQUIRE:
      return parse_permission (parser, start, RP_STMT_ACQUIRE);
    default:
      return parse_permission (parser, start, RP_STMT_RELEASE);
    }
}
