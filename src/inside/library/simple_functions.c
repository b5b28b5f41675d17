#include "inside/library/simple_functions.h"

#include "inside/hook/hook.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/sysinfo.h>
#include <sys/times.h>
#include <sys/utsname.h>
#include <time.h>
#include <wchar.h>

typedef struct description
{
  const char *names, *words;
} description;

/* The table has sizes of structures as numbers, which hold for this system. */
_Static_assert (sizeof (wchar_t) == 4 && sizeof (struct timespec) == 16 && sizeof (struct rlimit) == 16
                  && sizeof (long double) == 16 && sizeof (struct tm) == 56 && sizeof (struct tms) == 32
                  && sizeof (struct rusage) == 144 && sizeof (struct utsname) == 390 && sizeof (sigset_t) == 128,
                "sizes of structures");
#if defined(__x86_64__)
_Static_assert (sizeof (struct stat) == 144 && sizeof (struct sysinfo) == 112, "sizes of structures");
#endif

static const description functions[] = {
  /* libm */
  { "frexp frexpf frexpl remquo remquof remquol", "w4" },
  { "lgamma_r lgammaf_r lgammal_r gamma_r gammaf_r gammal_r", "w4" },
  { "modff", "w4" },
  { "modf", "w8" },
  { "modfl", "w16" },
  { "sincosf", "w4 w4" },
  { "sincos", "w8 w8" },
  { "sincosl", "w16 w16" },
  { "nan nanf nanl", "s" },
  /* files */
  { "stat lstat stat64 lstat64", "s w144" },
  { "fstat fstat64", ". w144" },
  { "fstatat fstatat64", ". s w144 ." },
  { "open open64 creat creat64 access chmod mkdir rmdir unlink remove chdir opendir truncate truncate64 mkfifo", "s" },
  { "openat openat64 mkdirat unlinkat faccessat", ". s" },
  { "rename link symlink", "s s" },
  { "freopen fopen64 freopen64 popen", "s s" },
  { "fdopen", ". s" },
  { "readlink", "s w+0 ." },
  { "pipe pipe2", "w8" },
  /* processes, the system, its time */
  { "wait", "w4" },
  { "waitpid", ". w4 ." },
  { "system unsetenv secure_getenv", "s" },
  { "setenv", "s s" },
  { "nanosleep", "r16" },
  { "clock_nanosleep", ". . r16" },
  { "clock_getres", ". w16" },
  { "timespec_get timespec_getres", "w16 ." },
  { "times", "w32" },
  { "getrusage", ". w144" },
  { "getrlimit getrlimit64", ". w16" },
  { "setrlimit setrlimit64", ". r16" },
  { "uname", "w390" },
  { "sysinfo", "w112" },
  { "getrandom getentropy arc4random_buf", "w1*2" },
  { "mktime timelocal timegm", "u56" },
  { "strftime", "w+1 . s r56" },
  { "sigemptyset sigfillset", "w128" },
  { "sigaddset sigdelset", "u128 ." },
  { "sigismember", "r128 ." },
  { "sigprocmask", ". r128 w128" },
  { "sigsuspend", "r128" },
  /* wide characters */
  { "wcslen", "S" },
  { "wcscpy wcpcpy", "D S" },
  { "wcsdup", "S" },
  { "wmemcpy wmemmove wmempcpy", "w4*3 r4*3 ." },
  { "wmemset", "w4*3 . ." },
  /* the rest */
  { "swab", "r1*3 w1*3 ." },
  { "initstate", ". w1*3 ." },
  { "srand48_r", ". w24" },
  { "a64l", "s" },
};

static bool
has_result (const char *words)
{
  return strchr (words, '+');
}

/* Returns the bytes of a string, with the zero at its end. Counts them itself, because strlen is a hook and wcslen
 * has a summary. */
static size_t
string_bytes (const void *text, size_t character)
{
  size_t count = 0;
  if (character == 1)
    while (((const char *) text)[count])
      count++;
  else
    while (((const wchar_t *) text)[count])
      count++;
  return (count + 1) * character;
}

static size_t
bytes_of (const char *word, const rp_call *call, uint64_t result)
{
  if (word[1] == '+')
    return (int64_t) result > 0 ? (size_t) result + strtoul (word + 2, NULL, 10) : 0;
  char *end;
  size_t bytes = strtoul (word + 1, &end, 10);
  return *end == '*' ? bytes * rp_call_word (call, (unsigned) strtoul (end + 1, NULL, 10) - 1) : bytes;
}

/* Records the accesses of a call through its parameters. If WITH_RESULT, records only the accesses whose size depends
 * on RESULT, the value that the call has returned (`w+N`); otherwise all other accesses. */
static void
note_words (const rp_call *call, const char *words, bool with_result, uint64_t result)
{
  uintptr_t pc = rp_call_pc (call);
  unsigned number = 0;
  for (const char *word = words; *word; word += strcspn (word, " "), word += strspn (word, " "), number++)
    {
      const void *address = (const void *) rp_call_word (call, number);
      if (*word == '.' || !address || (word[1] == '+') != with_result)
        continue;
      if (*word == 's' || *word == 'S')
        rp_note_read (address, string_bytes (address, *word == 's' ? 1 : sizeof (wchar_t)), pc);
      else if (*word == 'D')
        rp_note_write (address, string_bytes ((const void *) rp_call_word (call, number + 1), sizeof (wchar_t)), pc);
      else
        {
          size_t bytes = bytes_of (word, call, result);
          if (*word != 'w')
            rp_note_read (address, bytes, pc);
          if (*word != 'r')
            rp_note_write (address, bytes, pc);
        }
    }
}

static bool
note_call (rp_import *import, rp_call *call)
{
  const char *words = import->summary;
  if (!rp_monitor_is_on ())
    return false;
  note_words (call, words, false, 0);
  if (!has_result (words))
    return false;
  typedef uint64_t function (uint64_t, uint64_t, uint64_t, uint64_t);
  function *real = (function *) import->real;
  uint64_t result = real (call->general[0], call->general[1], call->general[2], call->general[3]);
  note_words (call, words, true, result);
  call->general[0] = result;
  return true;
}

bool
rp_simple_knows (const char *name, rp_import *import)
{
  size_t length = strlen (name);
  for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
    for (const char *at = functions[i].names; *at; at += strcspn (at, " "), at += strspn (at, " "))
      if (strcspn (at, " ") == length && !memcmp (at, name, length))
        {
          import->handle = note_call;
          import->summary = functions[i].words;
          return true;
        }
  return false;
}
