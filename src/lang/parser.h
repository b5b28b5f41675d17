/* Declarations that the files of the parser share: the token cursor, and the handling of errors.
 *
 * After a syntax error the parser is in a panic: it takes no more tokens and reports nothing, until the enclosing
 * list of statements finds a token at which it can continue (rp_parser_recover). So the functions for grammar rules
 * need not check for errors; they return trees, never NULL (rp_parse_task_word excepted). */
#ifndef RP_LANG_PARSER_H
#define RP_LANG_PARSER_H

#include "lang/parse.h"

typedef struct rp_parser
{
  rp_program *program;
  const rp_source *source;
  const rp_token *tokens;
  size_t at;
  rp_word_list *words;
  rp_errors *errors;
  size_t statement; /* first token of the current statement, behind its label */
  bool panicking;
  bool gave_up;   /* the rest of the text was dropped: nothing more is reported */
  uint32_t depth; /* depth of the nested statements and parentheses around the current token */
  RP_VEC (rp_item) items;
  RP_VEC (rp_param) params;
  RP_VEC (rp_shared) shared;
  RP_VEC (rp_proc) procs;
} rp_parser;

/* rp_parser_kind returns the kind of the current token, also in a panic. rp_parser_kind_ahead returns the kind of the
 * token that is AHEAD tokens further on. */
static inline rp_token_kind
rp_parser_kind (const rp_parser *parser)
{
  return (rp_token_kind) parser->tokens[parser->at].kind;
}

rp_token_kind rp_parser_kind_ahead (const rp_parser *parser, size_t ahead);

/* Returns whether the current token is of this KIND. In a panic, the answer is always false. */
static inline bool
rp_parser_sees (const rp_parser *parser, rp_token_kind kind)
{
  return !parser->panicking && rp_parser_kind (parser) == kind;
}

/* Returns whether the current token is the name TEXT. For words that are not reserved. In a panic, the answer is
 * always false. */
bool rp_parser_sees_word (const rp_parser *parser, const char *text);

/* If the current token is of this KIND, takes it. Returns whether it did. */
bool rp_parser_accept (rp_parser *parser, rp_token_kind kind);

/* If the current token is of this kind, takes it and returns NULL. Otherwise begins a panic, and returns the
 * diagnostic, or NULL where rp_parser_fail returns NULL. WHERE completes the message "expected `;` ...". */
rp_diagnostic *rp_parser_expect (rp_parser *parser, rp_token_kind kind, const char *where);
void rp_parser_expect_semicolon (rp_parser *parser, const char *where);

/* Takes a name and returns it. Sets *SPAN to its place; SPAN may be NULL. WHAT completes the message "expected
 * ...". If there is no name, fails with WHAT, and returns ""; it also takes a reserved word that stands there on
 * the same line. */
const char *rp_parser_expect_name (rp_parser *parser, const char *what, rp_span *span);

/* Takes `[-] INT` and returns its value. If there is no INT, fails with WHAT, and returns a number that is not 0. */
int64_t rp_parser_expect_number (rp_parser *parser, const char *what);

/* Reports that WHAT was expected here, begins a panic, and returns the diagnostic. Reports nothing and returns NULL
 * if the parser was in a panic or has given up, or if the lexer has reported this token. */
rp_diagnostic *rp_parser_fail (rp_parser *parser, const char *what);

/* Ends the panic. Skips tokens up to a `{`, a `}`, a keyword that begins a statement, `proc`, `param` or the end of
 * the file, or until it has taken a `;`. Skips lists of names in braces. START is the first token of the bad
 * statement; if no token was taken since START, skips at least one. If RP_MAX_ERRORS mistakes were found, drops the
 * rest of the text. */
void rp_parser_recover (rp_parser *parser, size_t start);

/* Drops the rest of a bad list of names with its `}`, which rp_parser_recover would take for the end of a block. */
void rp_parser_drop_names (rp_parser *parser);

/* Drops the rest of the text, and begins a panic. From then on the parser reports nothing. */
void rp_parser_give_up (rp_parser *parser);

/* Goes one level deeper. If this is deeper than RP_MAX_DEPTH, the parser gives up. Every rp_parser_enter needs an
 * rp_parser_leave. */
void rp_parser_enter (rp_parser *parser);
void rp_parser_leave (rp_parser *parser);
void rp_parser_give_up_if_deeper (rp_parser *parser, uint32_t depth, rp_span span);
void rp_parser_give_up_if_longer (rp_parser *parser, uint32_t operators, rp_span span);

/* Returns the span from the token at index START to the last token taken; the span of the token at START if it was
 * not taken. */
rp_span rp_parser_span_from (const rp_parser *parser, size_t start);
rp_span rp_parser_here (const rp_parser *parser);

/* Returns a copy of COUNT objects of BYTES bytes each, in the program's arena. */
void *rp_parser_keep (rp_parser *parser, const void *items, size_t count, size_t bytes);

#define RP_PARSER_KEEP(PARSER, VEC) \
  rp_parser_keep ((PARSER), (VEC)->items, (VEC)->count, sizeof *(VEC)->items)

/* Build statements. The head of a statement goes from token START to the last token taken; its body, or
 * the `;`, follows. */
rp_stmt *rp_statement_new (rp_parser *parser, rp_stmt_kind kind);
void rp_statement_name (rp_parser *parser, rp_stmt *stmt, const char *what);
void rp_statement_end_head (rp_parser *parser, rp_stmt *stmt, size_t start);
void rp_statement_add_body (rp_parser *parser, rp_stmt *stmt, rp_stmt *body);
rp_stmt *rp_statement_with_body (rp_parser *parser, rp_stmt *stmt, size_t start);
rp_stmt *rp_statement_with_semicolon (rp_parser *parser, rp_stmt *stmt, size_t start,
                                      const char *where);

/* Grammar rules that several files use. */
rp_expr *rp_parse_expression (rp_parser *parser);
rp_expr *rp_parse_lvalue (rp_parser *parser);
rp_expr *rp_parse_call (rp_parser *parser);
rp_stmt *rp_parse_statement (rp_parser *parser);
rp_stmt *rp_parse_block (rp_parser *parser);

/* rp_parse_task parses a statement about tasks whose first word, KEYWORD, was taken. rp_parse_task_word parses a
 * statement about phasers or actors that begins at the current token, with a word that is not reserved; it returns
 * NULL if no such statement begins there. START is the first token of the statement. */
rp_stmt *rp_parse_task (rp_parser *parser, size_t start, rp_token_kind keyword);
rp_stmt *rp_parse_task_word (rp_parser *parser, size_t start);

bool rp_token_starts_statement (rp_token_kind kind);

/* Parses `expr {"," expr} CLOSE`, or CLOSE alone. The opening bracket was taken. Returns the *COUNT expressions. */
rp_expr **rp_parse_arguments (rp_parser *parser, rp_token_kind close, uint32_t *count);

#endif
