#include "command/gdb.h"

#include "base/strbuf.h"
#include "core/event/wire.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef RP_VEC (char *) word_list;

static void
set_answers (const rp_compiled *compiled)
{
  size_t count;
  const uint64_t *answers = rp_program_answers (compiled->subject, &count);
  rp_strbuf text = { 0 };
  for (size_t i = 0; i < count; i++)
    rp_strbuf_format (&text, "%s%" PRIu64, i ? "," : "", answers[i]);
  setenv (RP_WIRE_ANSWERS_VARIABLE, rp_strbuf_text (&text), 1);
  rp_strbuf_clear (&text);
}

static void
add_command (word_list *words, const char *command)
{
  RP_VEC_PUSH (words, "-ex");
  RP_VEC_PUSH (words, strdup (command));
}

static void
add_breaks (word_list *words, const rp_finding *finding)
{
  add_command (words, "set breakpoint pending on");
  add_command (words, "break rp_breakpoint");
  for (uint32_t i = 0; i < finding->access_count && finding->rule == RP_RULE_RACE; i++)
    {
      const rp_place *at = &finding->accesses[i].at;
      rp_strbuf text = { 0 };
      if (!at->line || (i && at->line == finding->accesses[0].at.line))
        continue;
      rp_strbuf_format (&text, "break %s:%u", at->file, at->line);
      add_command (words, text.text);
      rp_strbuf_clear (&text);
    }
}

/* Adds gdb's command `run`. If the program has an input, gdb starts the program by a shell, which opens the input
 * file. */
static void
add_run (word_list *words, const rp_compiled *compiled)
{
  rp_strbuf text = { 0 };
  rp_strbuf_add (&text, "run");
  if (compiled->input_size)
    {
      fcntl (compiled->input, F_SETFD, 0);
      rp_strbuf_format (&text, " < /dev/fd/%d", compiled->input);
    }
  add_command (words, text.text);
  rp_strbuf_clear (&text);
}

int
rp_gdb_run (const rp_compiled *compiled, const rp_finding *finding)
{
  word_list words = { 0 };
  const char *own = getenv ("RACEPROOF_GDB");
  const char *gdb = own && *own ? own : "gdb";
  set_answers (compiled);
  RP_VEC_PUSH (&words, (char *) gdb);
  RP_VEC_PUSH (&words, "-q");
  add_breaks (&words, finding);
  /* without an input no shell is needed, and the arguments need no quotes */
  if (!compiled->input_size)
    add_command (&words, "set startup-with-shell off");
  add_run (&words, compiled);
  RP_VEC_PUSH (&words, "--args");
  RP_VEC_PUSH (&words, compiled->path);
  for (char **word = compiled->arguments + 1; *word; word++)
    RP_VEC_PUSH (&words, *word);
  RP_VEC_PUSH (&words, NULL);
  fflush (NULL);
  execvp (gdb, words.items);
  return rp_cli_error ("replay", "cannot start %s: %s", gdb, strerror (errno));
}
