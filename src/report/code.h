/* What the text of a program says, as far as a hint needs it: C, C++ and OpenMP's directives, read
 * line by line without their grammar. Each question is answered with yes only where the text leaves
 * no doubt. */
#ifndef RP_REPORT_CODE_H
#define RP_REPORT_CODE_H

#include "base/source.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* LINE of SOURCE is a directive of OpenMP one of whose names is WORD, or that has it as a clause.
 */
bool rp_code_directive_has (const rp_source *source, uint32_t line, const char *word);

/* The last line of the statement that the directive at LINE stands before; 0 if that cannot be
 * told. */
uint32_t rp_code_statement_end (const rp_source *source, uint32_t line);

/* LINE has one statement that updates the variable NAME by an operator of reductions, and nothing
 * else on the line has to do with NAME. Returns the operator of the clause, '+', '*', '&', '|' or
 * '^'; 0: it is no such statement. */
char rp_code_reduction (const rp_source *source, uint32_t line, const char *name);

/* The same for all lines with NAME in the statement that the directive at LINE stands before, of
 * which there are some: its value is not used there. */
char rp_code_reduction_within (const rp_source *source, uint32_t line, const char *name);

/* LINE begins with an update of NAME, or of an element or member of it, that may stand after `omp
 * atomic`. */
bool rp_code_is_update (const rp_source *source, uint32_t line, const char *name);

/* In the statement after the directive at LINE nothing but local variables of the block is read
 * before NAME is written: every execution of the body gives NAME a value first; and after the
 * statement nobody reads it before it is written again. */
bool rp_code_is_temporary (const rp_source *source, uint32_t line, const char *name);

#endif
