#include "outside/raw_report/fact_values.h"

#include <string.h>

enum
{
  MAX_TEXT = 1 << 20 /* limit for the bytes of one text */
};

void
rp_fact_wrong (rp_fact_reader *reader, const char *key, const char *what)
{
  if (reader->why.length)
    return;
  rp_strbuf_format (&reader->why, "%s%s%s is %s", rp_strbuf_text (&reader->path), reader->path.length && *key ? "." : "", key,
                    what);
}

bool
rp_fact_has (const json_t *object, const char *key)
{
  const json_t *value = json_object_get (object, key);
  return value && !json_is_null (value);
}

uint64_t
rp_fact_to_number (rp_fact_reader *reader, const json_t *value, const char *key, uint64_t most)
{
  if (!json_is_integer (value) || json_integer_value (value) < 0 || (uint64_t) json_integer_value (value) > most)
    {
      rp_fact_wrong (reader, key, !value ? "missing" : json_is_integer (value) ? "out of range" : "no number");
      return 0;
    }
  return (uint64_t) json_integer_value (value);
}

uint64_t
rp_fact_number (rp_fact_reader *reader, const json_t *object, const char *key, uint64_t most)
{
  return rp_fact_to_number (reader, json_object_get (object, key), key, most);
}

uint64_t
rp_fact_number_or (rp_fact_reader *reader, const json_t *object, const char *key, uint64_t most, uint64_t missing)
{
  return rp_fact_has (object, key) ? rp_fact_number (reader, object, key, most) : missing;
}

int64_t
rp_fact_integer (rp_fact_reader *reader, const json_t *object, const char *key)
{
  const json_t *value = json_object_get (object, key);
  if (!json_is_integer (value))
    rp_fact_wrong (reader, key, "no integer");
  return json_integer_value (value);
}

double
rp_fact_real (rp_fact_reader *reader, const json_t *object, const char *key)
{
  const json_t *value = json_object_get (object, key);
  double number = json_number_value (value);
  if (rp_fact_has (object, key) && (!json_is_number (value) || !(number >= 0)))
    {
      rp_fact_wrong (reader, key, "no number from 0 on");
      return 0;
    }
  return number;
}

/* Stores in *ADDRESS the number TEXT: "0x" and 1 to 16 hexadecimal digits. Returns false if TEXT is NULL or has
 * another form. */
static bool
parse_address (const char *text, uint64_t *address)
{
  static const char digits[] = "0123456789abcdef";
  size_t length = text ? strlen (text) : 0;
  *address = 0;
  if (length < 3 || length > 18 || text[0] != '0' || text[1] != 'x')
    return false;
  for (size_t i = 2; i < length; i++)
    {
      const char *digit = strchr (digits, text[i]);
      if (!digit)
        return false;
      *address = *address << 4 | (uint64_t) (digit - digits);
    }
  return true;
}

uint64_t
rp_fact_to_address (rp_fact_reader *reader, const json_t *value, const char *key)
{
  uint64_t address;
  if (parse_address (json_string_value (value), &address))
    return address;
  rp_fact_wrong (reader, key, "no address");
  return 0;
}

uint64_t
rp_fact_address (rp_fact_reader *reader, const json_t *object, const char *key)
{
  return rp_fact_to_address (reader, json_object_get (object, key), key);
}

uint64_t
rp_fact_address_or_0 (rp_fact_reader *reader, const json_t *object, const char *key)
{
  return rp_fact_has (object, key) ? rp_fact_address (reader, object, key) : 0;
}

bool
rp_fact_to_flag (rp_fact_reader *reader, const json_t *value, const char *key)
{
  if (value && !json_is_boolean (value))
    rp_fact_wrong (reader, key, "neither true nor false");
  return json_is_true (value);
}

bool
rp_fact_flag (rp_fact_reader *reader, const json_t *object, const char *key)
{
  return rp_fact_to_flag (reader, json_object_get (object, key), key);
}

const char *
rp_fact_to_text (rp_fact_reader *reader, const json_t *value, const char *key)
{
  const char *text = json_string_value (value);
  size_t length = json_string_length (value);
  if (!text || length > MAX_TEXT)
    {
      rp_fact_wrong (reader, key, !value ? "missing" : text ? "too long" : "no text");
      return "";
    }
  return rp_arena_copy (reader->arena, text, length);
}

const char *
rp_fact_text (rp_fact_reader *reader, const json_t *object, const char *key)
{
  return rp_fact_to_text (reader, json_object_get (object, key), key);
}

const char *
rp_fact_text_or_null (rp_fact_reader *reader, const json_t *object, const char *key)
{
  return rp_fact_has (object, key) ? rp_fact_text (reader, object, key) : NULL;
}

uint32_t
rp_fact_choice (rp_fact_reader *reader, const json_t *object, const char *key, const char *const *names, uint32_t count)
{
  const char *text = json_string_value (json_object_get (object, key));
  for (uint32_t i = 0; text && i < count; i++)
    if (!strcmp (names[i], text))
      return i;
  rp_fact_wrong (reader, key, text ? "of no kind that is known" : "no kind");
  return 0;
}

const json_t *
rp_fact_object_at (rp_fact_reader *reader, const json_t *object, const char *key)
{
  const json_t *value = json_object_get (object, key);
  if (json_is_object (value))
    return value;
  rp_fact_wrong (reader, key, value ? "no object" : "missing");
  return NULL;
}

const json_t *
rp_fact_array (rp_fact_reader *reader, const json_t *object, const char *key, uint32_t most, uint32_t *count)
{
  const json_t *value = json_object_get (object, key);
  *count = 0;
  if (!json_is_array (value))
    rp_fact_wrong (reader, key, value ? "no list" : "missing");
  else if (json_array_size (value) > most)
    rp_fact_wrong (reader, key, "too long");
  else
    *count = (uint32_t) json_array_size (value);
  return value;
}

size_t
rp_fact_enter (rp_fact_reader *reader, const char *key)
{
  size_t before = reader->path.length;
  rp_strbuf_format (&reader->path, "%s%s", before ? "." : "", key);
  return before;
}

size_t
rp_fact_enter_row (rp_fact_reader *reader, const char *key, uint32_t index)
{
  size_t before = rp_fact_enter (reader, key);
  rp_strbuf_format (&reader->path, "[%u]", index);
  return before;
}

void
rp_fact_leave (rp_fact_reader *reader, size_t before)
{
  reader->path.length = before;
  if (reader->path.text)
    reader->path.text[before] = '\0';
}
