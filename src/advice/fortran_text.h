/* Lines of Fortran in the free or the fixed form, as far as a hint needs them. A question gets an answer only if the
 * text leaves no doubt: statements that are continued, or share a line with others, are not understood. */
#ifndef RP_ADVICE_FORTRAN_TEXT_H
#define RP_ADVICE_FORTRAN_TEXT_H

#include "base/arena.h"
#include "base/source.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* One line in lower case, without its comment. The contents of strings are removed. */
typedef struct rp_fortran_line
{
  char *text;       /* begins with the first character that is no blank */
  bool is_directive; /* a directive of OpenMP; TEXT is the rest of the line behind !$omp */
  bool is_part;      /* the line is not one whole statement that we understand: it is continued, or
                      * a continuation, or has several statements, or a label before a statement
                      * other than `continue` or an end, or is a preprocessor line, or is too long
                      * for the fixed form */
  bool goes_on;      /* the next line continues this one; also set for comments between continued lines */
  uint32_t label;    /* 0: the line has no label */
  uint32_t end;      /* the column behind the last character that is not part of the comment */
} rp_fortran_line;

typedef struct rp_fortran
{
  rp_fortran_line *lines; /* lines are counted from 1 */
  uint32_t count;
  bool is_fixed;
} rp_fortran;

void rp_fortran_read (rp_fortran *text, rp_arena *arena, const rp_source *source, bool is_fixed);

/* Returns the first place in TEXT of the word NAME that is not the name of a component; NULL if there is none. */
const char *rp_fortran_find (const char *text, const char *name);

/* Returns the last line of the construct of the directive at LINE: the line with `!$omp end`, or the end of its
 * loop. 0 if it is not found. */
uint32_t rp_fortran_end (const rp_fortran *text, uint32_t line);

/* Returns whether WORD is in the name of the directive at LINE: `do` in `parallel do`. */
bool rp_fortran_has_word (const rp_fortran *text, uint32_t line, const char *word);

/* rp_fortran_first returns the first line of the statement or directive at LINE. rp_fortran_last returns the last line
 * of the statement or directive that begins at LINE. */
uint32_t rp_fortran_first (const rp_fortran *text, uint32_t line);
uint32_t rp_fortran_last (const rp_fortran *text, uint32_t line);

/* Stores in *FIRST and *LAST the lines of the procedure around LINE, without the procedures that it contains. */
void rp_fortran_procedure (const rp_fortran *text, uint32_t line, uint32_t *first, uint32_t *last);

/* A statement `x = x op value`, or `x = max(x, value)`. */
typedef struct rp_fortran_update
{
  const char *reduction; /* the operator for a reduction clause: "+", ".or.", "max"; NULL if
                          * there is none */
  bool is_guarded;       /* `if (...)` stands before the update on the same line */
} rp_fortran_update;

/* Returns whether LINE updates the variable NAME and does not mention it elsewhere. If PARTS, an update of an
 * element or component of NAME counts as well. Fills *UPDATE if LINE is such an update. */
bool rp_fortran_is_update (const rp_fortran *text, uint32_t line, const char *name, bool parts,
                           rp_fortran_update *update);

/* Returns whether TEXT declares variables without initial values. */
bool rp_fortran_is_declaration (const char *text);

/* Returns whether LINE is `NAME = value`, and the value does not mention NAME. */
bool rp_fortran_is_assignment (const rp_fortran *text, uint32_t line, const char *name);

#endif
