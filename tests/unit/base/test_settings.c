#include "base/settings.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>

static char text[RP_SETTINGS_MAX_TEXT];

TEST (what_is_written_is_read)
{
  rp_options options, again;
  uint64_t hash;
  rp_options_init (&options);
  options.exitcode = UINT64_MAX;
  options.halt_on_error = true;
  options.symbolize = false;
  options.graph = "/a b/'\";=:,graph=t3:x;\n.dot";
  options.engine = "";
  CHECK (rp_settings_write (&options, "a=1", text));
  CHECK (rp_settings_read (&again, text, &hash));
  CHECK (again.exitcode == UINT64_MAX);
  CHECK (again.halt_on_error && !again.symbolize && again.print_summary);
  CHECK_STR (again.graph, options.graph);
  CHECK_STR (again.engine, "");
  CHECK_STR (again.schedule, "depth-first");
}

TEST (all_or_nothing)
{
  rp_options options;
  uint64_t hash;
  rp_options_init (&options);
  options.graph = "some.dot";
  options.seed = 3;
  CHECK (rp_settings_write (&options, NULL, text));
  size_t length = strlen (text);
  CHECK (!rp_settings_read (&options, NULL, &hash));
  /* cut anywhere, or with one byte changed: refused, or read to the end; never half of it */
  for (size_t i = 0; i < length; i++)
    {
      char copy[RP_SETTINGS_MAX_TEXT];
      rp_options read;
      memcpy (copy, text, i);
      copy[i] = '\0';
      CHECK (!rp_settings_read (&read, copy, &hash));
      CHECK_INT (read.seed, 0);
      CHECK_STR (read.graph, "");
      memcpy (copy, text, length + 1);
      copy[i] ^= 1;
      bool is_read = rp_settings_read (&read, copy, &hash);
      CHECK (is_read || (read.seed == 0 && !*read.graph));
    }
}

TEST (a_text_beyond_the_room_is_refused)
{
  static char big[3 * RP_OPTIONS_MAX_TEXT];
  rp_options options, read;
  uint64_t hash;
  memset (big, 'x', sizeof big - 1);
  rp_options_init (&options);
  options.graph = big;
  CHECK (!rp_settings_write (&options, NULL, text));
  CHECK (rp_settings_write (&(rp_options) { .log_path = "", .suppressions = "", .strip_path_prefix = "", .color = "",
                                            .engine = "", .schedule = "", .loops = "", .graph = "", .format = "" },
                            NULL, text));
  char *at = strstr (text, "graph=t0:");
  CHECK (at);
  memcpy (at, "graph=t9:", 9);
  CHECK (!rp_settings_read (&read, text, &hash));
}

TEST (the_user_s_text_is_parsed_once)
{
  rp_options options, next;
  setenv ("RACEPROOF_OPTIONS", "seed=5 exitcode=7", 1);
  unsetenv ("RACEPROOF_SETTINGS");
  rp_settings_take (&options);
  CHECK_INT (options.seed, 5);
  options.seed = 9; /* as the command line says */
  CHECK (rp_settings_leave (&options));
  rp_settings_take (&next);
  CHECK_INT (next.seed, 9);
  CHECK_INT (next.exitcode, 7);
  /* another text is a later wish */
  setenv ("RACEPROOF_OPTIONS", "exitcode=8", 1);
  rp_settings_take (&next);
  CHECK_INT (next.seed, 9);
  CHECK_INT (next.exitcode, 8);
  setenv ("RACEPROOF_SETTINGS", "raceproof-settings/0:", 1);
  rp_settings_take (&next);
  CHECK_INT (next.seed, 0);
  CHECK_INT (next.exitcode, 8);
  unsetenv ("RACEPROOF_OPTIONS");
  unsetenv ("RACEPROOF_SETTINGS");
}
