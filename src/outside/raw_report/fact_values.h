/* Reads values of a JSON document that is not trusted, and checks type and range of each. The first wrong value is
 * kept as the reason for refusing the document. A wrong value is read as 0, "", NULL or empty, so the caller need
 * not check in between. */
#ifndef RP_OUTSIDE_RAW_REPORT_FACT_VALUES_H
#define RP_OUTSIDE_RAW_REPORT_FACT_VALUES_H

#include "base/arena.h"
#include "base/strbuf.h"
#include "base/vec.h"
#include "outside/raw_report/reader.h"

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct rp_fact_reader
{
  rp_arena *arena;
  RP_VEC (rp_fact_stack) stacks; /* all stacks read so far */
  rp_strbuf path;                /* which value is being read: `races[3].later` */
  rp_strbuf why;                 /* the first mistake; empty if there was none */
} rp_fact_reader;

/* Records that the value KEY of the current object is wrong. WHAT completes the message "KEY is ...". */
void rp_fact_wrong (rp_fact_reader *reader, const char *key, const char *what);

/* Returns whether OBJECT has a value KEY that is not null. */
bool rp_fact_has (const json_t *object, const char *key);

/* Reads a number from 0 to MOST. If there is none, rp_fact_number records a mistake, and rp_fact_number_or returns
 * MISSING. */
uint64_t rp_fact_number (rp_fact_reader *reader, const json_t *object, const char *key, uint64_t most);
uint64_t rp_fact_number_or (rp_fact_reader *reader, const json_t *object, const char *key, uint64_t most, uint64_t missing);
int64_t rp_fact_integer (rp_fact_reader *reader, const json_t *object, const char *key);
double rp_fact_real (rp_fact_reader *reader, const json_t *object, const char *key); /* at least 0; 0 if missing */

/* Reads a string with a hexadecimal number. If the string is missing, rp_fact_address records a mistake, and
 * rp_fact_address_or_0 returns 0. Addresses are strings because JSON's numbers end at 2^53 for many readers. */
uint64_t rp_fact_address (rp_fact_reader *reader, const json_t *object, const char *key);
uint64_t rp_fact_address_or_0 (rp_fact_reader *reader, const json_t *object, const char *key);

/* Returns the value KEY, which must be true or false; false if the value is missing. */
bool rp_fact_flag (rp_fact_reader *reader, const json_t *object, const char *key);

/* Returns a string, copied into the arena. If the string is missing, rp_fact_text records a mistake, and
 * rp_fact_text_or_null returns NULL. */
const char *rp_fact_text (rp_fact_reader *reader, const json_t *object, const char *key);
const char *rp_fact_text_or_null (rp_fact_reader *reader, const json_t *object, const char *key);

/* Reads a string that must be one of NAMES. Returns its index in NAMES; if it is none of them, records a mistake and
 * returns 0. */
uint32_t rp_fact_choice (rp_fact_reader *reader, const json_t *object, const char *key, const char *const *names,
                         uint32_t count);

/* Returns the value KEY, which must be an object. If it is missing or has another type, records a mistake and returns
 * NULL. */
const json_t *rp_fact_object_at (rp_fact_reader *reader, const json_t *object, const char *key);

/* Returns the value KEY, which must be an array of at most MOST elements; *COUNT becomes their number. If the value is
 * missing, has another type or is longer, records a mistake and sets *COUNT to 0. */
const json_t *rp_fact_array (rp_fact_reader *reader, const json_t *object, const char *key, uint32_t most, uint32_t *count);

/* These functions convert VALUE, which the caller already has, as the functions above convert the value of a key. KEY
 * names VALUE in messages. */
uint64_t rp_fact_to_number (rp_fact_reader *reader, const json_t *value, const char *key, uint64_t most);
uint64_t rp_fact_to_address (rp_fact_reader *reader, const json_t *value, const char *key);
bool rp_fact_to_flag (rp_fact_reader *reader, const json_t *value, const char *key);
const char *rp_fact_to_text (rp_fact_reader *reader, const json_t *value, const char *key);

/* Adds KEY, or KEY[INDEX], to the path that names the current value in messages. Returns the path's previous length;
 * rp_fact_leave shortens the path to BEFORE, which is that length. */
size_t rp_fact_enter (rp_fact_reader *reader, const char *key);
size_t rp_fact_enter_row (rp_fact_reader *reader, const char *key, uint32_t index);
void rp_fact_leave (rp_fact_reader *reader, size_t before);

#endif
