#include "option_parser.h"

#include "options.h"

#include "base/panic.h"
#include "base/strbuf.h"
#include "base/term.h"
#include "cli.h"

#include <ctype.h>
#include <errno.h>
#include <getopt.h>
#include <stdlib.h>
#include <string.h>

bool
rp_cli_option_is (const rp_cli_option *row, const char *name)
{
  return !strcmp (row->name, name);
}

#define HELP_COLUMN 32

static void
print_row (const rp_cli_option *row, FILE *out)
{
  rp_strbuf line = { 0 };
  if (row->letter)
    rp_strbuf_format (&line, "  -%c, ", row->letter);
  else
    rp_strbuf_add (&line, "      ");
  rp_strbuf_format (&line, "--%s%s%s", row->name, row->argument ? "=" : "",
                    row->argument ? row->argument : "");
  if (line.length + 2 > HELP_COLUMN)
    {
      fprintf (out, "%s\n", line.text);
      rp_strbuf_clear (&line);
    }
  rp_strbuf_repeat (&line, " ", HELP_COLUMN - line.length);
  rp_term_wrap (&line, row->help, HELP_COLUMN, HELP_COLUMN, 80);
  fprintf (out, "%s\n", line.text);
  rp_strbuf_clear (&line);
}

void
rp_cli_options_print (const rp_cli_option *rows, size_t count, FILE *out)
{
  for (size_t i = 0; i < count; i++)
    print_row (&rows[i], out);
}

int
rp_cli_choose (const char *verb, const rp_cli_option *row, const char *value)
{
  size_t length = strlen (value);
  const char *choice = row->argument;
  for (int position = 0;; position++)
    {
      size_t end = strcspn (choice, "|");
      if (end == length && !strncmp (choice, value, length))
        return position;
      if (!choice[end])
        break;
      choice += end + 1;
    }
  rp_cli_error (verb, "--%s wants %s, not `%s'", row->name, row->argument, value);
  return -1;
}

bool
rp_cli_int64 (const char *text, int64_t *value)
{
  const char *digits = text + (*text == '-' || *text == '+');
  bool is_hex = digits[0] == '0' && (digits[1] == 'x' || digits[1] == 'X');
  if (!isdigit ((unsigned char) *digits))
    return false;
  char *end;
  errno = 0;
  *value = strtoll (text, &end, is_hex ? 16 : 10);
  return !errno && !*end;
}

bool
rp_cli_number (const char *text, uint64_t *value)
{
  bool is_hex = text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
  if (!isdigit ((unsigned char) *text))
    return false;
  char *end;
  errno = 0;
  *value = strtoull (text, &end, is_hex ? 16 : 10);
  return !errno && !*end;
}

bool
rp_cli_seconds (const char *text, double *seconds)
{
  char *end;
  if (!isdigit ((unsigned char) *text) && *text != '.')
    return false;
  errno = 0;
  *seconds = strtod (text, &end);
  return !errno && !*end && *seconds > 0 && *seconds < 1e9;
}

/* Prints why getopt_long refused the option TEXT. RESULT is what getopt_long returned. Only short options have a letter
 * in optopt. Returns the exit status. */
static int
refuse (const rp_cli_verb *verb, int result, const char *text)
{
  char letter[3] = { '-', (char) optopt, '\0' };
  text = optopt ? letter : text;
  int length = (int) strcspn (text, "=");
  if (result == ':')
    return rp_cli_error (verb->verb, "option `%s' wants a value; try `raceproof help %s'", text,
                         verb->verb);
  for (size_t i = 0; i < verb->count && text[length]; i++)
    if (!strncmp (verb->rows[i].name, text + 2, (size_t) length - 2) && !verb->rows[i].argument)
      return rp_cli_error (verb->verb, "option `--%s' takes no value; try `raceproof help %s'",
                           verb->rows[i].name, verb->verb);
  return rp_cli_error (verb->verb, "unknown option `%.*s'; try `raceproof help %s'", length, text,
                       verb->verb);
}

static const rp_cli_option *
row_of (const rp_cli_verb *verb, int result, int index)
{
  if (result == 0)
    return &verb->rows[index];
  for (size_t i = 0; i < verb->count; i++)
    if (verb->rows[i].letter == result)
      return &verb->rows[i];
  return NULL;
}

int
rp_cli_options_parse (const rp_cli_verb *verb, int argc, char **argv, void *out)
{
  struct option longs[32] = { { 0 } };
  char shorts[64];
  snprintf (shorts, sizeof shorts, "%s", verb->stops_at_operand ? "+:" : ":");
  RP_ASSERT (verb->count < sizeof longs / sizeof *longs);
  for (size_t i = 0; i < verb->count; i++)
    {
      const rp_cli_option *row = &verb->rows[i];
      longs[i]
        = (struct option) { row->name, row->argument ? required_argument : no_argument, NULL, 0 };
      if (row->letter)
        snprintf (shorts + strlen (shorts), sizeof shorts - strlen (shorts), "%c%s", row->letter,
                  row->argument ? ":" : "");
    }
  opterr = 0;
  for (;;)
    {
      int index = -1;
      optopt = 0;
      int result = getopt_long (argc, argv, shorts, longs, &index);
      if (result == -1)
        return -1;
      const rp_cli_option *row
        = result == '?' || result == ':' ? NULL : row_of (verb, result, index);
      if (!row)
        return refuse (verb, result, argv[optind - 1]);
      if (rp_cli_option_is (row, "help"))
        {
          char *help[] = { "help", (char *) verb->verb, NULL };
          return rp_cli_help (2, help);
        }
      if (!verb->take (row, optarg, out))
        return RP_EXIT_USAGE;
    }
}
