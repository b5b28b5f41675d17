/* exec and related functions: another program replaces this one, so the findings so far are reported before
 * that. If exec fails, the program goes on as if nothing had happened. */
#include "inside/engine/engine.h"
#include "inside/engine/spin.h"
#include "inside/hook/hook.h"
#include "inside/hook/libc_real.h"
#include "inside/system/signals.h"
#include "inside/system/threads.h"

#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

RP_HOOKS_FILE (exec);

/* Returns whether a directory of PATH has an executable FILE. Searches as execvp does. */
static bool
is_on_path (const char *file)
{
  char candidate[PATH_MAX];
  const char *rest = getenv ("PATH");
  for (rest = rest ? rest : "/bin:/usr/bin"; *rest;)
    {
      size_t length = strcspn (rest, ":");
      int written = length ? snprintf (candidate, sizeof candidate, "%.*s/%s", (int) length, rest, file)
                           : snprintf (candidate, sizeof candidate, "%s", file);
      if (written > 0 && (size_t) written < sizeof candidate && RP_REAL (access) (candidate, X_OK) == 0)
        return true;
      rest += length + (rest[length] == ':');
    }
  return false;
}

static bool
is_there (const char *file, bool searches)
{
  return searches && !strchr (file, '/') ? is_on_path (file) : RP_REAL (access) (file, X_OK) == 0;
}

/* Called before exec: if there is a program FILE, reports the findings so far. Stops the clock of spin.h. A signal
 * handler of the program that calls exec may have interrupted the verifier, so rp_monitor_inside is restored. */
static void
before (const char *file, bool searches, uintptr_t pc)
{
  int saved = errno;
  if (!rp_thread_is_main ())
    {
      if (rp_engine_now.started && is_there (file, searches))
        rp_engine_is_replaced (pc);
    }
  else if (rp_monitor_is_on () || rp_signals_is_running ())
    {
      int outer = rp_inside_begin_nested ();
      bool is_program = is_there (file, searches);
      rp_inside_end_nested (outer);
      if (is_program)
        rp_engine_is_replaced (pc);
    }
  rp_spin_stop_clock ();
  errno = saved;
}

/* Called if exec fails, for instance because there is no such program: starts the clock again. Returns RESULT. */
static int
after (int result)
{
  int saved = errno;
  rp_spin_start_clock ();
  errno = saved;
  return result;
}

RP_HOOK (int, execve, const char *path, char *const *arguments, char *const *environment)
{
  before (path, false, RP_CALLER);
  return after (RP_REAL (execve) (path, arguments, environment));
}

RP_HOOK (int, execv, const char *path, char *const *arguments)
{
  before (path, false, RP_CALLER);
  return after (RP_REAL (execv) (path, arguments));
}

RP_HOOK (int, execvp, const char *file, char *const *arguments)
{
  before (file, true, RP_CALLER);
  return after (RP_REAL (execvp) (file, arguments));
}

RP_HOOK (int, execvpe, const char *file, char *const *arguments, char *const *environment)
{
  before (file, true, RP_CALLER);
  return after (RP_REAL (execvpe) (file, arguments, environment));
}

RP_HOOK (int, fexecve, int file, char *const *arguments, char *const *environment)
{
  before ("/", false, RP_CALLER); /* a file that is open exists */
  return after (RP_REAL (fexecve) (file, arguments, environment));
}

/* How many arguments of execl and similar functions are passed on; more are left out. */
enum
{
  MAX_WORDS = 4096
};

static void
take_words (char **words, const char *first, va_list *rest)
{
  size_t count = 0;
  for (const char *word = first; word && count < MAX_WORDS; word = va_arg (*rest, const char *))
    words[count++] = (char *) word;
  words[count] = NULL;
}

RP_HOOK (int, execl, const char *path, const char *first, ...)
{
  char *words[MAX_WORDS + 1];
  va_list rest;
  va_start (rest, first);
  take_words (words, first, &rest);
  va_end (rest);
  before (path, false, RP_CALLER);
  return after (RP_REAL (execv) (path, words));
}

RP_HOOK (int, execlp, const char *file, const char *first, ...)
{
  char *words[MAX_WORDS + 1];
  va_list rest;
  va_start (rest, first);
  take_words (words, first, &rest);
  va_end (rest);
  before (file, true, RP_CALLER);
  return after (RP_REAL (execvp) (file, words));
}

RP_HOOK (int, execle, const char *path, const char *first, ...)
{
  char *words[MAX_WORDS + 1];
  va_list rest;
  va_start (rest, first);
  take_words (words, first, &rest);
  char *const *environment = va_arg (rest, char *const *);
  va_end (rest);
  before (path, false, RP_CALLER);
  return after (RP_REAL (execve) (path, words, environment));
}
