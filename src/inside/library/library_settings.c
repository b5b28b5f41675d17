/* Some libraries replace malloc at run time by an allocator of their own. No hook of ours would see that, and one
 * allocator would then free blocks of the other. Such a library has an environment variable that forbids the
 * replacement. When the library asks for this variable, it gets the value that forbids it, unless the user has set the
 * variable.
 *
 * UCX, a library of MPI implementations, patches the tables of all loaded libraries, to get events for its registration
 * cache. Without the patches UCX gets the events in another way, or does without them. */
#include "inside/hook/hook.h"
#include "inside/hook/libc_real.h"

#include <stdlib.h>
#include <string.h>

RP_HOOKS_FILE (libraries);

static const char *const settings[][2] = { { "UCX_MEM_EVENTS", "n" } };

/* Libraries call getenv before the program's first constructor, so this hook needs nothing of the verifier. */
RP_HOOK (char *, getenv, const char *name)
{
  char *value = RP_REAL (getenv) (name);
  for (size_t i = 0; !value && i < sizeof settings / sizeof *settings; i++)
    if (!strcmp (name, settings[i][0]))
      value = (char *) settings[i][1];
  return value;
}
