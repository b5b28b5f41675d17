/* Libraries that would put an allocator of their own in the place of malloc, at run time and behind our back: blocks of
 * one allocator would be freed by the other. Such a library is told to leave that, by the answer to its question for the
 * environment variable that says so. What the user has set is the answer, always.
 *
 *   UCX, of MPI implementations: patches the tables of all loaded libraries, for events of which its registration cache
 *   hears without that, too, or does without. */
#include "hooks/hook.h"
#include "hooks/libc_real.h"

#include <stdlib.h>
#include <string.h>

RP_HOOKS_FILE (libraries);

static const char *const settings[][2] = { { "UCX_MEM_EVENTS", "n" } };

/* Libraries ask before the program's first constructor. */
RP_HOOK (char *, getenv, const char *name)
{
  char *value = RP_REAL (getenv) (name);
  for (size_t i = 0; !value && i < sizeof settings / sizeof *settings; i++)
    if (!strcmp (name, settings[i][0]))
      value = (char *) settings[i][1];
  return value;
}
