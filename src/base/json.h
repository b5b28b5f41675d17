/* A JSON writer. It indents, separates and escapes; the caller opens and closes objects and arrays. Bytes that are not
 * UTF-8 become U+FFFD, so the output is always valid. Inside an object every value takes a key; inside an array the key
 * is NULL. */
#ifndef RP_BASE_JSON_H
#define RP_BASE_JSON_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

typedef struct rp_json
{
  FILE *out;
  unsigned depth;
  bool has_items; /* the innermost open object or array has at least one item */
} rp_json;

void rp_json_object (rp_json *json, const char *key);
void rp_json_object_end (rp_json *json);
void rp_json_array (rp_json *json, const char *key);
void rp_json_array_end (rp_json *json);

void rp_json_string (rp_json *json, const char *key, const char *value); /* NULL writes null */
void rp_json_number (rp_json *json, const char *key, uint64_t value);
void rp_json_integer (rp_json *json, const char *key, int64_t value);
void rp_json_real (rp_json *json, const char *key, double value);
void rp_json_bool (rp_json *json, const char *key, bool value);
void rp_json_null (rp_json *json, const char *key);

/* Writes the newline after the outermost value. */
void rp_json_end (rp_json *json);

#endif
