#include "base/options.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

#define ROW(TYPE, NAME, DEFAULT, HELP) \
  { RP_OPTION_##TYPE, #NAME, HELP, offsetof (rp_options, NAME) },
const rp_option_row rp_option_rows[] = { RP_OPTIONS (ROW) };
#undef ROW
const size_t rp_option_count = sizeof rp_option_rows / sizeof *rp_option_rows;

typedef struct option_parser
{
  rp_options *options;
  rp_options_warn *warn;
  void *context;
} option_parser;

void
rp_options_init (rp_options *options)
{
  options->used = 0;
#define ROW(TYPE, NAME, DEFAULT, HELP) options->NAME = (rp_option_##TYPE) DEFAULT;
  RP_OPTIONS (ROW)
#undef ROW
}

static void
complain (const option_parser *parser, const char *what, const char *text, size_t length)
{
  char line[256];
  if (!parser->warn)
    return;
  snprintf (line, sizeof line, "%s `%.*s'", what, (int) (length < 100 ? length : 100), text);
  parser->warn (parser->context, line);
}

static bool
is_separator (char c)
{
  return c && strchr (" \t\n\r,:", c);
}

static bool
is_word (const char *text, size_t length, const char *word)
{
  return strlen (word) == length && !strncmp (text, word, length);
}

static bool
parse_flag (const char *text, size_t length, bool *flag)
{
  static const char *const words[][2]
    = { { "0", "1" }, { "false", "true" }, { "no", "yes" }, { "off", "on" } };
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    for (int value = 0; value < 2; value++)
      if (is_word (text, length, words[i][value]))
        {
          *flag = value;
          return true;
        }
  return false;
}

/* Sets *NUMBER to the value of TEXT, a number in decimal or 0x... Returns false if TEXT is no number. Unlike strtoull,
 * accepts no blanks and no signs, and does not depend on the locale. */
static bool
parse_number (const char *text, size_t length, uint64_t *number)
{
  static const char digits[] = "0123456789abcdefABCDEF";
  bool is_hex = length > 2 && text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
  unsigned base = is_hex ? 16 : 10;
  size_t i = is_hex ? 2 : 0;
  uint64_t sum = 0;
  for (; i < length; i++)
    {
      const char *found = text[i] ? strchr (digits, text[i]) : NULL;
      unsigned digit = found ? (unsigned) (found - digits) : 16;
      digit = digit >= 16 && found ? digit - 6 : digit;
      if (digit >= base || __builtin_mul_overflow (sum, base, &sum)
          || __builtin_add_overflow (sum, digit, &sum))
        return false;
    }
  *number = sum;
  return length > 0;
}

bool
rp_options_keep (rp_options *options, const char *text, size_t length, const char **kept)
{
  if (length + 1 > sizeof options->values - options->used)
    return false;
  char *copy = options->values + options->used;
  memcpy (copy, text, length);
  copy[length] = '\0';
  options->used += length + 1;
  *kept = copy;
  return true;
}

static bool
set_value (rp_options *options, const rp_option_row *row, const char *text, size_t length)
{
  void *value = (char *) options + row->offset;
  switch (row->type)
    {
    case RP_OPTION_flag:
      return parse_flag (text, length, value);
    case RP_OPTION_number:
      return parse_number (text, length, value);
    case RP_OPTION_text:
      break;
    }
  return rp_options_keep (options, text, length, value);
}

static const rp_option_row *
find_row (const char *name, size_t length)
{
  for (size_t i = 0; i < rp_option_count; i++)
    if (is_word (name, length, rp_option_rows[i].name))
      return &rp_option_rows[i];
  return NULL;
}

/* Parses the pair at AT: name "=" (value | "'" any "'" | '"' any '"'). Sets the option, or warns. Returns the end of
 * the pair. */
static const char *
parse_pair (const option_parser *parser, const char *at)
{
  const char *name = at;
  while (*at && *at != '=' && !is_separator (*at))
    at++;
  size_t name_length = (size_t) (at - name);
  const rp_option_row *row = find_row (name, name_length);
  if (*at != '=')
    {
      complain (parser, row ? "no value for" : "not name=value:", name, name_length);
      return at;
    }
  char quote = at[1] == '\'' || at[1] == '"' ? at[1] : '\0';
  const char *value = at + 1 + (quote != '\0');
  for (at = value; *at && (quote ? *at != quote : !is_separator (*at)); at++)
    continue;
  size_t length = (size_t) (at - value);
  if (!row)
    complain (parser, "unknown option", name, name_length);
  else if (quote && !*at)
    complain (parser, "no closing quote after", name, (size_t) (value - name));
  else if (!set_value (parser->options, row, value, length))
    complain (parser, "bad value in", name, (size_t) (at - name));
  return quote && *at ? at + 1 : at;
}

void
rp_options_print_help (FILE *out)
{
  fputs ("RACEPROOF_OPTIONS: name=value, separated by blanks, commas or colons\n", out);
  for (size_t i = 0; i < rp_option_count; i++)
    fprintf (out, "  %-20s %s\n", rp_option_rows[i].name, rp_option_rows[i].help);
}

void
rp_options_parse (rp_options *options, const char *text, rp_options_warn *warn, void *context)
{
  option_parser parser = { options, warn, context };
  for (const char *at = text ? text : ""; *at;)
    if (is_separator (*at))
      at++;
    else
      at = parse_pair (&parser, at);
}
