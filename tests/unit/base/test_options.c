#include "base/options.h"
#include "test.h"

#include <string.h>

typedef struct lines
{
  int count;
  char last[256];
} lines;

static void
keep_line (void *context, const char *line)
{
  lines *got = context;
  got->count++;
  snprintf (got->last, sizeof got->last, "%s", line);
}

static int
parse (rp_options *options, const char *text, lines *got)
{
  *got = (lines) { 0 };
  rp_options_init (options);
  rp_options_parse (options, text, keep_line, got);
  return got->count;
}

TEST (defaults)
{
  rp_options options;
  lines got;
  CHECK_INT (parse (&options, NULL, &got), 0);
  CHECK_INT (options.exitcode, 66);
  CHECK (options.symbolize && options.print_summary && !options.halt_on_error);
  CHECK_STR (options.engine, "bags");
  CHECK_STR (options.log_path, "");
}

TEST (separators)
{
  static const char *const texts[]
    = { "exitcode=3 seed=5 color=never", "exitcode=3,seed=5,color=never",
        "exitcode=3:seed=5:color=never", "  exitcode=3\n\tseed=5 ,: color=never:" };
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
    {
      rp_options options;
      lines got;
      CHECK_INT (parse (&options, texts[i], &got), 0);
      CHECK_INT (options.exitcode, 3);
      CHECK_INT (options.seed, 5);
      CHECK_STR (options.color, "never");
    }
}

TEST (quotes_keep_separators)
{
  rp_options options;
  lines got;
  CHECK_INT (parse (&options, "log_path='a b:c,d' suppressions=\"x'y\" engine=graph", &got), 0);
  CHECK_STR (options.log_path, "a b:c,d");
  CHECK_STR (options.suppressions, "x'y");
  CHECK_STR (options.engine, "graph");
  CHECK_INT (parse (&options, "log_path='a b", &got), 1);
  CHECK_STR (options.log_path, "");
}

TEST (flags_and_numbers)
{
  rp_options options;
  lines got;
  CHECK_INT (parse (&options, "halt_on_error=yes symbolize=off all=true help=1", &got), 0);
  CHECK (options.halt_on_error && !options.symbolize && options.all && options.help);
  CHECK_INT (parse (&options, "seed=0xFfffFFFFffffffff", &got), 0);
  CHECK (options.seed == UINT64_MAX);
  static const char *const bad[] = {
    "seed=18446744073709551616", "seed=", "seed=-1", "seed=1x", "seed=a", "all=2", "all=", "seed=0x"
  };
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
    {
      CHECK_INT (parse (&options, bad[i], &got), 1);
      CHECK (options.seed == 0 && !options.all);
    }
}

TEST (unknown_names_are_told_and_skipped)
{
  rp_options options;
  lines got;
  CHECK_INT (parse (&options, "history_size=4 exitcode=9", &got), 1);
  CHECK_STR (got.last, "unknown option `history_size'");
  CHECK_INT (options.exitcode, 9);
  CHECK_INT (parse (&options, "exitcode", &got), 1);
  CHECK_STR (got.last, "no value for `exitcode'");
  CHECK_INT (parse (&options, "what", &got), 1);
}

TEST (later_values_win)
{
  rp_options options;
  lines got;
  parse (&options, "engine=graph engine=bags seed=1", &got);
  rp_options_parse (&options, "seed=2", NULL, NULL);
  CHECK_STR (options.engine, "bags");
  CHECK_INT (options.seed, 2);
}

TEST (no_room_is_told)
{
  static char text[RP_OPTIONS_MAX_TEXT + 100];
  rp_options options;
  lines got;
  strcpy (text, "log_path=");
  memset (text + strlen (text), 'x', RP_OPTIONS_MAX_TEXT);
  CHECK_INT (parse (&options, text, &got), 1);
  CHECK_STR (options.log_path, "");
}
