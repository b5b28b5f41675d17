/* Some libraries would replace malloc by an allocator of their own, at run time, without our noticing. One allocator
 * would then free blocks of the other. When such a library asks for the environment variable that turns this off, the
 * answer is that it is off. If the user has set the variable, the user's value is the answer.
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
