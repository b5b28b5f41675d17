#include "base/panic.h"
#include "test.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

/* Runs ACTION in a child; returns its exit status, -1 if it died otherwise; what it wrote to stderr
 * is in TEXT. */
static int
status_of (void (*action) (void), char *text, size_t capacity)
{
  int ends[2], status;
  size_t length = 0;
  ssize_t got;
  fflush (stdout);
  if (pipe (ends) != 0)
    return -1;
  pid_t child = fork ();
  if (!child)
    {
      dup2 (ends[1], STDERR_FILENO);
      action ();
      _exit (0);
    }
  close (ends[1]);
  while (length + 1 < capacity && (got = read (ends[0], text + length, capacity - 1 - length)) > 0)
    length += (size_t) got;
  text[length] = '\0';
  close (ends[0]);
  waitpid (child, &status, 0);
  return WIFEXITED (status) ? WEXITSTATUS (status) : -1;
}

static void
fail_an_assertion (void)
{
  RP_ASSERT (1 + 1 == 3);
}

static void
hold_an_assertion (void)
{
  RP_ASSERT (1 + 1 == 2);
}

static void
take_too_much (void)
{
  struct rlimit limit = { 1, 1 };
  setrlimit (RLIMIT_AS, &limit);
  rp_malloc ((size_t) 1 << 30);
}

TEST (failed_assertion_ends_with_70)
{
  char text[512];
  CHECK_INT (status_of (fail_an_assertion, text, sizeof text), RP_EXIT_INTERNAL);
  CHECK (strstr (text, "raceproof: internal error at ") == text);
  CHECK (strstr (text, "test_panic.c:") != NULL);
  CHECK (strstr (text, "1 + 1 == 3") != NULL);
  CHECK_INT (status_of (hold_an_assertion, text, sizeof text), 0);
  CHECK_STR (text, "");
}

TEST (exhaustion_ends_with_70)
{
  char text[4096];
#if defined(__SANITIZE_ADDRESS__)
  (void) text, (void) take_too_much; /* ASan's malloc ends the process itself */
#else
  CHECK_INT (status_of (take_too_much, text, sizeof text), RP_EXIT_INTERNAL);
  CHECK (strstr (text, "raceproof: out of memory") == text);
#endif
}

TEST (allocations)
{
  char *block = rp_calloc (3, 5);
  for (int i = 0; i < 15; i++)
    CHECK_INT (block[i], 0);
  memcpy (block, "raceproof", 10);
  block = rp_realloc (block, 100000);
  CHECK_STR (block, "raceproof");
  char *copy = rp_strdup (block);
  CHECK (copy != block);
  CHECK_STR (copy, "raceproof");
  free (copy);
  free (block);
}
