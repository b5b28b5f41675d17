/* The text of a C or C++ program as tokens and statements, as far as a hint needs them. There is no
 * preprocessing and there are no types. A question gets an answer only if the text leaves no doubt, and a
 * function that cannot be read has no statements at all. */
#ifndef RP_ADVICE_CODE_H
#define RP_ADVICE_CODE_H

#include "base/source.h"
#include "base/vec.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum rp_code_token_kind
{
  RP_TOKEN_NAME,
  RP_TOKEN_NUMBER,
  RP_TOKEN_TEXT, /* a string or a character constant */
  RP_TOKEN_SIGN,
  RP_TOKEN_HASH, /* begins a line of the preprocessor; its words follow, up to LAST */
} rp_code_token_kind;

typedef struct rp_code_token
{
  rp_code_token_kind kind;
  uint32_t begin, end; /* offsets in the source, in bytes */
  uint32_t line;
  uint32_t last; /* for RP_TOKEN_HASH: the last token of its line; the hash itself if the line has no words */
} rp_code_token;

typedef enum rp_statement_kind
{
  RP_STATEMENT_BLOCK,
  RP_STATEMENT_IF, /* one or two children */
  RP_STATEMENT_LOOP,
  RP_STATEMENT_SWITCH,
  RP_STATEMENT_PLAIN,    /* an expression or a declaration, up to its semicolon */
  RP_STATEMENT_JUMP,     /* return, break, continue, goto */
  RP_STATEMENT_LABEL,    /* a label, also `case` and `default` */
  RP_STATEMENT_DIRECTIVE /* a directive of OpenMP; its child is the statement that it applies
                          * to, if there is one */
} rp_statement_kind;

enum
{
  RP_NO_STATEMENT = UINT32_MAX
};

typedef struct rp_statement
{
  rp_statement_kind kind;
  uint32_t first, last;     /* tokens */
  uint32_t head, head_last; /* tokens between the parentheses of an if, loop or switch, none if
                             * HEAD > HEAD_LAST; of a directive the words after `omp` */
  uint32_t parent, child, next; /* CHILD is the first one, NEXT the next child of PARENT;
                                 * RP_NO_STATEMENT: there is none */
} rp_statement;

/* An entry of an index by lines: LINE has tokens of STATEMENT. The index has the lines of all tokens of a plain
 * statement or a jump, and of the head of an if, loop or switch. */
typedef struct rp_code_line
{
  uint32_t line, statement;
} rp_code_line;

typedef struct rp_code
{
  const rp_source *source;
  RP_VEC (rp_code_token) tokens;
  RP_VEC (rp_statement) statements; /* statements of all functions; parents come before their children */
  RP_VEC (rp_code_line) lines;      /* sorted by line, then by statement */
} rp_code;

/* SOURCE is borrowed. */
void rp_code_init (rp_code *code, const rp_source *source);
void rp_code_clear (rp_code *code);

/* ---- tokens ---- */

bool rp_code_is (const rp_code *code, uint32_t token, const char *text);
bool rp_code_same (const rp_code *code, uint32_t a, uint32_t b);
uint32_t rp_code_column (const rp_code *code, uint32_t token); /* from 1, in bytes */
uint32_t rp_code_end_line (const rp_code *code, uint32_t token);

/* Returns the text from token FIRST to token LAST, not NUL-terminated. */
const char *rp_code_text (const rp_code *code, uint32_t first, uint32_t last, size_t *length);

/* Returns the token that closes the bracket at TOKEN; 0 if there is none up to LAST. */
uint32_t rp_code_close (const rp_code *code, uint32_t token, uint32_t last);

/* Returns the next token from FROM to LAST that is the variable NAME, and not a member of that name; LAST + 1 if
 * there is none. */
uint32_t rp_code_find_name (const rp_code *code, uint32_t from, uint32_t last, const char *name);

/* ---- statements ---- */

/* Returns the statement that mentions the variable NAME at LINE (NULL: that has any tokens at LINE). Only these tokens
 * count: all tokens of a plain statement or a jump, and the head of an if, loop or switch. If several statements
 * qualify, returns the one at COLUMN. Returns RP_NO_STATEMENT if there is none, or if COLUMN does not decide. */
uint32_t rp_code_statement_at (const rp_code *code, uint32_t line, uint32_t column,
                               const char *name);

/* Returns the directive of OpenMP at LINE; RP_NO_STATEMENT if there is none. */
uint32_t rp_code_directive_at (const rp_code *code, uint32_t line);

/* Returns the token of WORD if it is one of the words of the directive's name, or the name of one of its
 * clauses; else 0. */
uint32_t rp_code_clause (const rp_code *code, uint32_t directive, const char *word);

bool rp_code_is_inside (const rp_code *code, uint32_t statement, uint32_t outer);

/* Returns the nearest statement that stands in a block: STATEMENT itself, or one around it. RP_NO_STATEMENT if
 * STATEMENT is the body of a function. */
uint32_t rp_code_in_block (const rp_code *code, uint32_t statement);

/* Returns the body of the function that STATEMENT is in. */
uint32_t rp_code_body (const rp_code *code, uint32_t statement);

/* Returns whether the compiled code may differ from the text of the tokens FIRST to LAST: they have preprocessor
 * lines that are no OpenMP directives, or use a macro of this file that mentions NAME (may be NULL) or is more than
 * a plain value. */
bool rp_code_is_doubtful (const rp_code *code, uint32_t first, uint32_t last, const char *name);

#endif
