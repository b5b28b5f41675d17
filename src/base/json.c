#include "base/json.h"

#include "base/panic.h"
#include "base/term.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

static void
indent (rp_json *json)
{
  fputc ('\n', json->out);
  for (unsigned i = 0; i < json->depth; i++)
    fputs ("  ", json->out);
}

static void
write_string (rp_json *json, const char *text)
{
  fputc ('"', json->out);
  for (size_t length = strlen (text); length;)
    {
      unsigned char c = (unsigned char) *text;
      size_t bytes = rp_utf8_length (text, length);
      if (c == '"' || c == '\\')
        fprintf (json->out, "\\%c", c);
      else if (c == '\n')
        fputs ("\\n", json->out);
      else if (c == '\t')
        fputs ("\\t", json->out);
      else if (c < 0x20 || c == 0x7f)
        fprintf (json->out, "\\u%04x", c);
      else if (bytes)
        fwrite (text, 1, bytes, json->out);
      else
        fputs ("\\ufffd", json->out);
      text += bytes ? bytes : 1;
      length -= bytes ? bytes : 1;
    }
  fputc ('"', json->out);
}

/* Writes everything before a value: comma, newline, key. */
static void
begin_value (rp_json *json, const char *key)
{
  if (json->has_items)
    fputc (',', json->out);
  if (json->depth)
    indent (json);
  if (key)
    {
      write_string (json, key);
      fputs (": ", json->out);
    }
  json->has_items = true;
}

static void
open_value (rp_json *json, const char *key, char bracket)
{
  begin_value (json, key);
  fputc (bracket, json->out);
  json->depth++;
  json->has_items = false;
}

static void
close_value (rp_json *json, char bracket)
{
  RP_ASSERT (json->depth > 0);
  json->depth--;
  if (json->has_items)
    indent (json);
  fputc (bracket, json->out);
  json->has_items = true;
}

void
rp_json_object (rp_json *json, const char *key)
{
  open_value (json, key, '{');
}

void
rp_json_object_end (rp_json *json)
{
  close_value (json, '}');
}

void
rp_json_array (rp_json *json, const char *key)
{
  open_value (json, key, '[');
}

void
rp_json_array_end (rp_json *json)
{
  close_value (json, ']');
}

void
rp_json_null (rp_json *json, const char *key)
{
  begin_value (json, key);
  fputs ("null", json->out);
}

void
rp_json_string (rp_json *json, const char *key, const char *value)
{
  if (!value)
    {
      rp_json_null (json, key);
      return;
    }
  begin_value (json, key);
  write_string (json, value);
}

void
rp_json_number (rp_json *json, const char *key, uint64_t value)
{
  begin_value (json, key);
  fprintf (json->out, "%" PRIu64, value);
}

void
rp_json_integer (rp_json *json, const char *key, int64_t value)
{
  begin_value (json, key);
  fprintf (json->out, "%" PRId64, value);
}

/* JSON has neither infinities nor NaN; they become null. The decimal separator is always a point, whatever the locale
 * of the program under test uses. */
void
rp_json_real (rp_json *json, const char *key, double value)
{
  if (!isfinite (value))
    {
      rp_json_null (json, key);
      return;
    }
  char text[64];
  snprintf (text, sizeof text, "%.6g", value);
  begin_value (json, key);
  for (const char *c = text; *c; c++)
    if (strchr ("0123456789+-e", *c))
      fputc (*c, json->out);
    else if (c == text || strchr ("0123456789", c[-1]))
      fputc ('.', json->out);
}

void
rp_json_bool (rp_json *json, const char *key, bool value)
{
  begin_value (json, key);
  fputs (value ? "true" : "false", json->out);
}

void
rp_json_end (rp_json *json)
{
  RP_ASSERT (json->depth == 0);
  fputc ('\n', json->out);
}
