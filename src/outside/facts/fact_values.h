/* Values of a JSON document that is not trusted, each with its type and range. The first wrong value is kept
 * as the reason. All values that are read after it are 0, "" or empty, so the caller need not check in
 * between. */
#ifndef RP_OUTSIDE_FACTS_FACT_VALUES_H
#define RP_OUTSIDE_FACTS_FACT_VALUES_H

#include "base/arena.h"
#include "base/strbuf.h"
#include "base/vec.h"
#include "outside/facts/facts.h"

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct rp_fact_reader
{
  rp_arena *arena;
  RP_VEC (rp_fact_stack) stacks; /* that were read */
  rp_strbuf path; /* of the value that is read: `races[3].later` */
  rp_strbuf why;  /* empty: nothing was wrong */
} rp_fact_reader;

/* The value KEY of OBJECT is wrong: "is WHAT". */
void rp_fact_wrong (rp_fact_reader *reader, const char *key, const char *what);

/* Whether there is one, and it is not null. */
bool rp_fact_has (const json_t *object, const char *key);

uint64_t rp_fact_number (rp_fact_reader *reader, const json_t *object, const char *key, uint64_t most);
uint64_t rp_fact_number_or (rp_fact_reader *reader, const json_t *object, const char *key, uint64_t most, uint64_t missing);
int64_t rp_fact_integer (rp_fact_reader *reader, const json_t *object, const char *key);
double rp_fact_real (rp_fact_reader *reader, const json_t *object, const char *key); /* at least 0; 0 if missing */

/* A string with a hexadecimal number: JSON's numbers end at 2^53 for many readers. */
uint64_t rp_fact_address (rp_fact_reader *reader, const json_t *object, const char *key);
uint64_t rp_fact_address_or_0 (rp_fact_reader *reader, const json_t *object, const char *key);

/* A missing one is false. */
bool rp_fact_flag (rp_fact_reader *reader, const json_t *object, const char *key);

/* Copied. The second returns NULL if it is missing. */
const char *rp_fact_text (rp_fact_reader *reader, const json_t *object, const char *key);
const char *rp_fact_text_or_null (rp_fact_reader *reader, const json_t *object, const char *key);

/* Which of the COUNT names it is. */
uint32_t rp_fact_choice (rp_fact_reader *reader, const json_t *object, const char *key, const char *const *names,
                         uint32_t count);

/* The object KEY; NULL, and wrong, if it is none. */
const json_t *rp_fact_object_at (rp_fact_reader *reader, const json_t *object, const char *key);

/* The array KEY; *COUNT elements, at most MOST of them. */
const json_t *rp_fact_array (rp_fact_reader *reader, const json_t *object, const char *key, uint32_t most, uint32_t *count);

/* The same for a value by itself; KEY is its name in the reason. */
uint64_t rp_fact_to_number (rp_fact_reader *reader, const json_t *value, const char *key, uint64_t most);
uint64_t rp_fact_to_address (rp_fact_reader *reader, const json_t *value, const char *key);
bool rp_fact_to_flag (rp_fact_reader *reader, const json_t *value, const char *key);
const char *rp_fact_to_text (rp_fact_reader *reader, const json_t *value, const char *key);

/* Adds KEY to the path that names the current value in messages. Returns the length before, which
 * rp_fact_leave gets to restore the path. */
size_t rp_fact_enter (rp_fact_reader *reader, const char *key);
size_t rp_fact_enter_row (rp_fact_reader *reader, const char *key, uint32_t index);
void rp_fact_leave (rp_fact_reader *reader, size_t before);

#endif
