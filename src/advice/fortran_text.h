/* Lines of Fortran in the free or the fixed form, as far as a hint needs them. A question gets an answer only
 * if the text leaves no doubt: statements that are continued, or share a line with others, are not
 * understood. */
#ifndef RP_ADVICE_FORTRAN_TEXT_H
#define RP_ADVICE_FORTRAN_TEXT_H

#include "base/arena.h"
#include "base/source.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* One line, without its comment and in lower case, what is in strings taken out. */
typedef struct rp_fortran_line
{
  char *text;       /* begins with the first character that is no blank */
  bool is_directive; /* of OpenMP; TEXT is what follows !$omp */
  bool is_part;      /* goes on in the next line or comes from the one before, or has several statements, or a label and
                        something else than `continue` */
  bool goes_on;      /* in the next line; also a comment between such lines */
  uint32_t label;    /* 0: none */
  uint32_t end;      /* the column behind its last character that is no comment */
} rp_fortran_line;

typedef struct rp_fortran
{
  rp_fortran_line *lines; /* the first is number 1 */
  uint32_t count;
  bool is_fixed;
} rp_fortran;

void rp_fortran_read (rp_fortran *text, rp_arena *arena, const rp_source *source, bool is_fixed);

/* The first place of the word NAME in TEXT that is no component of something; NULL if there is none. */
const char *rp_fortran_find (const char *text, const char *name);

/* The last line of the construct that the directive at LINE begins: its `!$omp end`, or the end of its loop. 0 if
 * that is not
 * found. */
uint32_t rp_fortran_end (const rp_fortran *text, uint32_t line);

/* The directive at LINE has WORD among its first words: `do` in `parallel do`. */
bool rp_fortran_has_word (const rp_fortran *text, uint32_t line, const char *word);

/* The first line of the statement or directive that has LINE, and the last of the one that begins there. */
uint32_t rp_fortran_first (const rp_fortran *text, uint32_t line);
uint32_t rp_fortran_last (const rp_fortran *text, uint32_t line);

/* The lines of the procedure around LINE, without those that it contains. */
void rp_fortran_procedure (const rp_fortran *text, uint32_t line, uint32_t *first, uint32_t *last);

/* A statement `x = x op value`, or `x = max(x, value)`. */
typedef struct rp_fortran_update
{
  const char *reduction; /* what a reduction calls it: "+", ".or.", "max"; NULL if there is none */
  bool is_guarded;       /* by `if (...)` in the same line */
} rp_fortran_update;

/* Whether LINE is an update of the variable NAME, or, if PARTS, of a part of it, and NAME is nowhere else in
 * the line. */
bool rp_fortran_is_update (const rp_fortran *text, uint32_t line, const char *name, bool parts,
                           rp_fortran_update *update);

/* Whether TEXT declares variables, and gives them no values. */
bool rp_fortran_is_declaration (const char *text);

/* Whether LINE is `NAME = value`, without NAME in the value. */
bool rp_fortran_is_assignment (const rp_fortran *text, uint32_t line, const char *name);

#endif
