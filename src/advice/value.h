/* Finds out where a variable gets its value, and so whether each execution of a piece of code could have its own copy
 * of the variable. */
#ifndef RP_ADVICE_VALUE_H
#define RP_ADVICE_VALUE_H

#include "advice/code.h"

/* Returns whether, in the statement after DIRECTIVE (the body of its loop or region), every use of the variable
 * NAME comes after an assignment in the same execution of the body, and the address of NAME is not taken. Returns
 * false if that is not certain: for instance, if the body has a goto or declares another variable of this name. */
bool rp_value_is_temporary (const rp_code *code, uint32_t directive, const char *name);

/* Returns whether rp_value_is_temporary returns true, every execution of the body assigns the variable, and the
 * body has no jump. Behind the loop the variable then has the value that the last iteration gave it. */
bool rp_value_is_always_assigned (const rp_code *code, uint32_t directive, const char *name);

/* Returns whether no code of the function reads the variable NAME after the statement of DIRECTIVE, until the
 * variable is assigned again. Returns false if that is not certain. */
bool rp_value_is_dead_after (const rp_code *code, uint32_t directive, const char *name);

/* Returns whether the function around STATEMENT takes the address of the variable NAME, or has a lambda that may
 * refer to it. Then other code may access it under another name. */
bool rp_value_is_exposed (const rp_code *code, uint32_t statement, const char *name);

/* Returns whether the statement after DIRECTIVE only reads the variable NAME, a scalar. Following NAME as a pointer
 * counts as a read. */
bool rp_value_is_only_read (const rp_code *code, uint32_t directive, const char *name);

#endif
