/* The parser's top level: program, params, shared variables, procedures. */
#include "lang/parse.h"

#include "lang/parser.h"

static void
add_item (rp_parser *parser, rp_item_kind kind, size_t start, size_t first, size_t count)
{
  rp_item item
    = { kind, rp_parser_span_from (parser, start), (uint32_t) first, (uint32_t) count, NULL };
  RP_VEC_PUSH (&parser->items, item);
}

/* "param" NAME [">=" INT] {"," NAME [">=" INT]} ";" */
static void
parse_params (rp_parser *parser)
{
  size_t start = parser->at, first = parser->params.count;
  rp_parser_accept (parser, RP_TOKEN_PARAM);
  do
    {
      rp_param param = { 0 };
      param.name = rp_parser_expect_name (parser, "the name of a parameter", &param.span);
      param.has_minimum = rp_parser_accept (parser, RP_TOKEN_GE);
      if (param.has_minimum)
        param.minimum = rp_parser_expect_number (parser, "a number after `>=`");
      RP_VEC_PUSH (&parser->params, param);
    }
  while (rp_parser_accept (parser, RP_TOKEN_COMMA));
  rp_parser_expect_semicolon (parser, "after the parameters");
  add_item (parser, RP_ITEM_PARAM, start, first, parser->params.count - first);
}

/* "var" NAME {"[" expr "]"} ["=" expr] ";" */
static void
parse_shared (rp_parser *parser)
{
  size_t start = parser->at;
  rp_shared shared = { .declared = true };
  RP_VEC (rp_expr *) sizes = { 0 };
  rp_parser_accept (parser, RP_TOKEN_VAR);
  shared.name = rp_parser_expect_name (parser, "the name of a variable", &shared.span);
  while (rp_parser_accept (parser, RP_TOKEN_LEFT_BRACKET))
    {
      RP_VEC_PUSH (&sizes, rp_parse_expression (parser));
      rp_parser_expect (parser, RP_TOKEN_RIGHT_BRACKET, "after the size");
    }
  shared.dimensions = (uint32_t) sizes.count;
  shared.sizes = RP_PARSER_KEEP (parser, &sizes);
  RP_VEC_CLEAR (&sizes);
  if (rp_parser_accept (parser, RP_TOKEN_ASSIGN))
    shared.initial = rp_parse_expression (parser);
  rp_parser_expect_semicolon (parser, "after the declaration");
  RP_VEC_PUSH (&parser->shared, shared);
  add_item (parser, RP_ITEM_VAR, start, parser->shared.count - 1, 1);
}

/* "(" [NAME {"," NAME}] ")" */
static void
parse_parameters (rp_parser *parser, rp_proc *proc)
{
  RP_VEC (const char *) names = { 0 };
  RP_VEC (rp_span) spans = { 0 };
  rp_parser_expect (parser, RP_TOKEN_LEFT_PAREN, "after the procedure's name");
  if (!rp_parser_sees (parser, RP_TOKEN_RIGHT_PAREN))
    do
      {
        rp_span span;
        RP_VEC_PUSH (&names, rp_parser_expect_name (parser, "the name of a parameter", &span));
        RP_VEC_PUSH (&spans, span);
      }
    while (rp_parser_accept (parser, RP_TOKEN_COMMA));
  rp_parser_expect (parser, RP_TOKEN_RIGHT_PAREN, "after the parameters");
  proc->param_count = (uint32_t) names.count;
  proc->params = RP_PARSER_KEEP (parser, &names);
  proc->param_spans = RP_PARSER_KEEP (parser, &spans);
  RP_VEC_CLEAR (&names);
  RP_VEC_CLEAR (&spans);
}

/* proc = "proc" NAME "(" [NAME {"," NAME}] ")" block */
static void
parse_proc (rp_parser *parser)
{
  size_t start = parser->at;
  rp_proc proc = { 0 };
  rp_parser_accept (parser, RP_TOKEN_PROC);
  proc.name = rp_parser_expect_name (parser, "the name of a procedure", &proc.name_span);
  parse_parameters (parser, &proc);
  proc.body = rp_parse_block (parser);
  proc.span = rp_parser_span_from (parser, start);
  RP_VEC_PUSH (&parser->procs, proc);
  add_item (parser, RP_ITEM_PROC, start, parser->procs.count - 1, 1);
}

static void
parse_top_statement (rp_parser *parser)
{
  size_t start = parser->at;
  rp_stmt *stmt = rp_parse_statement (parser);
  add_item (parser, RP_ITEM_STMT, start, 0, 1);
  RP_VEC_LAST (&parser->items).stmt = stmt;
  if (stmt->kind == RP_STMT_VAR && !parser->panicking)
    rp_errors_add (parser->errors, RP_ERROR_SYNTAX, stmt->label_span,
                   "the declaration of a shared variable takes no label");
}

/* Takes a `}` that has no `{`, and reports it. Does not report it after an earlier error, since recovery may have
 * dropped the `{`. */
static void
parse_stray_brace (rp_parser *parser)
{
  if (parser->errors->count == 0)
    rp_errors_add (parser->errors, RP_ERROR_SYNTAX, rp_parser_here (parser),
                   "`}` without a `{` before it");
  rp_parser_accept (parser, RP_TOKEN_RIGHT_BRACE);
}

/* program = {params | shared | proc | stmt} */
static void
parse_program (rp_parser *parser)
{
  while (rp_parser_kind (parser) != RP_TOKEN_END)
    {
      size_t start = parser->at;
      switch (rp_parser_kind (parser))
        {
        case RP_TOKEN_PARAM:
          parse_params (parser);
          break;
        case RP_TOKEN_VAR:
          parse_shared (parser);
          break;
        case RP_TOKEN_PROC:
          parse_proc (parser);
          break;
        case RP_TOKEN_RIGHT_BRACE:
          parse_stray_brace (parser);
          break;
        default:
          parse_top_statement (parser);
          break;
        }
      if (parser->panicking)
        rp_parser_recover (parser, start);
    }
}

void
rp_parse (rp_program *program, const rp_tokens *tokens, rp_word_list *words, rp_errors *errors)
{
  rp_parser parser = { .program = program,
                       .source = errors->source,
                       .tokens = tokens->list.items,
                       .words = words,
                       .errors = errors };
  parse_program (&parser);
  program->items = RP_PARSER_KEEP (&parser, &parser.items);
  program->item_count = (uint32_t) parser.items.count;
  program->params = RP_PARSER_KEEP (&parser, &parser.params);
  program->param_count = (uint32_t) parser.params.count;
  program->shared = RP_PARSER_KEEP (&parser, &parser.shared);
  program->shared_count = (uint32_t) parser.shared.count;
  program->procs = RP_PARSER_KEEP (&parser, &parser.procs);
  program->proc_count = (uint32_t) parser.procs.count;
  RP_VEC_CLEAR (&parser.items);
  RP_VEC_CLEAR (&parser.params);
  RP_VEC_CLEAR (&parser.shared);
  RP_VEC_CLEAR (&parser.procs);
}
