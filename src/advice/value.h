/* Where a variable gets its value: whether each execution of a piece of the program could have a
 * variable of its own. */
#ifndef RP_ADVICE_VALUE_H
#define RP_ADVICE_VALUE_H

#include "advice/code.h"

/* In the statement after DIRECTIVE, the body of its loop or its region, every use of the variable
 * NAME comes after an assignment in the same execution of the body, and its address is not taken.
 */
bool rp_value_is_temporary (const rp_code *code, uint32_t directive, const char *name);

/* Moreover every execution of the body assigns it: behind the loop it has the value of the last
 * iteration. */
bool rp_value_is_always_assigned (const rp_code *code, uint32_t directive, const char *name);

/* After the statement of DIRECTIVE nothing in the function reads the variable NAME before assigning
 * it. */
bool rp_value_is_dead_after (const rp_code *code, uint32_t directive, const char *name);

/* Somewhere in the function with STATEMENT the address of the variable NAME is taken, or a lambda
 * may refer to it: others may access it by another name. */
bool rp_value_is_exposed (const rp_code *code, uint32_t statement, const char *name);

/* Whether the statement after DIRECTIVE only reads the variable NAME, a scalar, if only to follow it as a
 * pointer. */
bool rp_value_is_only_read (const rp_code *code, uint32_t directive, const char *name);

#endif
