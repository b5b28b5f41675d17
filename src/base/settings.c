#include "base/settings.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define HEAD "raceproof-settings/1:"

/* FNV-1a */
static uint64_t
hash_text (const char *text)
{
  uint64_t hash = 0xcbf29ce484222325u;
  for (; text && *text; text++)
    hash = (hash ^ (unsigned char) *text) * 0x100000001b3u;
  return hash;
}

/* ---- writing ---- */

static int
write_value (const rp_options *options, const rp_option_row *row, char *to, size_t room)
{
  const void *value = (const char *) options + row->offset;
  switch (row->type)
    {
    case RP_OPTION_flag:
      return snprintf (to, room, "%s=f%d;", row->name, *(const bool *) value);
    case RP_OPTION_number:
      return snprintf (to, room, "%s=n%" PRIu64 ";", row->name, *(const uint64_t *) value);
    case RP_OPTION_text:
      break;
    }
  const char *text = *(const char *const *) value;
  return snprintf (to, room, "%s=t%zu:%s;", row->name, strlen (text), text);
}

bool
rp_settings_write (const rp_options *options, const char *user, char text[RP_SETTINGS_MAX_TEXT])
{
  size_t used = (size_t) snprintf (text, RP_SETTINGS_MAX_TEXT, HEAD "%" PRIx64 ":", hash_text (user));
  for (size_t i = 0; i < rp_option_count; i++)
    {
      int length = write_value (options, &rp_option_rows[i], text + used, RP_SETTINGS_MAX_TEXT - used);
      if (length < 0 || (size_t) length >= RP_SETTINGS_MAX_TEXT - used)
        return false;
      used += (size_t) length;
    }
  return true;
}

/* ---- reading: each function reads at AT, and returns the end of what it read; NULL if the text is wrong ---- */

static const char *
read_word (const char *at, const char *word)
{
  size_t length = strlen (word);
  return at && !strncmp (at, word, length) ? at + length : NULL;
}

static const char *
read_number (const char *at, unsigned base, uint64_t *number)
{
  static const char digits[] = "0123456789abcdef";
  const char *first = at;
  *number = 0;
  for (; at && *at; at++)
    {
      const char *digit = memchr (digits, *at, base);
      if (!digit)
        break;
      if (__builtin_mul_overflow (*number, base, number)
          || __builtin_add_overflow (*number, (uint64_t) (digit - digits), number))
        return NULL;
    }
  return at == first ? NULL : at;
}

static const char *
read_text (rp_options *options, const char *at, const char **text)
{
  uint64_t length;
  at = read_word (read_number (at, 10, &length), ":");
  if (!at || length > RP_OPTIONS_MAX_TEXT || strnlen (at, (size_t) length) < length)
    return NULL;
  return rp_options_keep (options, at, (size_t) length, text) ? at + length : NULL;
}

static const char *
read_value (rp_options *options, const rp_option_row *row, const char *at)
{
  static const char types[] = { [RP_OPTION_flag] = 'f', [RP_OPTION_number] = 'n', [RP_OPTION_text] = 't' };
  void *value = (char *) options + row->offset;
  uint64_t number;
  if (!at || *at++ != types[row->type])
    return NULL;
  if (row->type == RP_OPTION_text)
    return read_text (options, at, value);
  at = read_number (at, 10, &number);
  if (row->type == RP_OPTION_number)
    *(uint64_t *) value = number;
  else if (number <= 1)
    *(bool *) value = number;
  else
    return NULL;
  return at;
}

bool
rp_settings_read (rp_options *options, const char *text, uint64_t *hash)
{
  const char *at = read_word (read_number (read_word (text, HEAD), 16, hash), ":");
  rp_options_init (options);
  for (size_t i = 0; i < rp_option_count && at; i++)
    {
      at = read_word (read_word (at, rp_option_rows[i].name), "=");
      at = read_word (read_value (options, &rp_option_rows[i], at), ";");
    }
  if (at && !*at)
    return true;
  rp_options_init (options);
  return false;
}

/* ---- the environment ---- */

static void
complain (void *context, const char *line)
{
  (void) context;
  fprintf (stderr, "raceproof: " RP_OPTIONS_VARIABLE ": %s\n", line);
}

void
rp_settings_take (rp_options *options)
{
  const char *user = getenv (RP_OPTIONS_VARIABLE);
  uint64_t hash = 0;
  bool is_read = rp_settings_read (options, getenv (RP_SETTINGS_VARIABLE), &hash);
  if (!is_read || hash != hash_text (user))
    rp_options_parse (options, user, complain, NULL);
}

bool
rp_settings_leave (const rp_options *options)
{
  static char text[RP_SETTINGS_MAX_TEXT];
  return rp_settings_write (options, getenv (RP_OPTIONS_VARIABLE), text) && setenv (RP_SETTINGS_VARIABLE, text, 1) == 0;
}
