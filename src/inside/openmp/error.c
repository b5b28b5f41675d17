/* The error directive, at execution [OpenMP 5.2, 8.5]: gcc's calls and clang's. */
#include "inside/openmp/kmp.h"
#include "inside/openmp/share.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum
{
  SEVERITY_WARNING = 1 /* clang's number; 2 is fatal */
};

static void
say (const char *severity, const char *message, size_t length)
{
  int outer = rp_inside_begin_nested ();
  if (message)
    fprintf (stderr, "OpenMP: %s: %.*s\n", severity, (int) length, message);
  else
    fprintf (stderr, "OpenMP: %s directive encountered\n", severity);
  rp_inside_end_nested (outer);
}

static size_t
length_of (const char *message, size_t length)
{
  return message && length == (size_t) -1 ? strlen (message) : length;
}

static bool
is_message (const char *message, size_t length, const char *text)
{
  return message && length == strlen (text) && !memcmp (message, text, length);
}

bool
rp_omp_is_own_message (const char *message, size_t length)
{
  return is_message (message, length, RP_OMP_HIDDEN_MESSAGE)
         || is_message (message, length, RP_OMP_UPDATE_MESSAGE)
         || is_message (message, length, RP_OMP_SCOPE_ENDS_MESSAGE)
         || is_message (message, length, RP_OMP_SCOPE_ENDED_MESSAGE);
}

void
GOMP_warning (const char *message, size_t length)
{
  if (is_message (message, length, RP_OMP_HIDDEN_MESSAGE))
    rp_omp_remark_hidden ();
  else if (is_message (message, length, RP_OMP_UPDATE_MESSAGE))
    rp_omp_current ()->updates_next = true;
  else if (is_message (message, length, RP_OMP_SCOPE_ENDS_MESSAGE))
    rp_omp_current ()->is_scope_ending = true;
  else if (is_message (message, length, RP_OMP_SCOPE_ENDED_MESSAGE))
    rp_omp_current ()->is_scope_ending = false;
  else
    say ("warning", message, length_of (message, length));
}

void
GOMP_error (const char *message, size_t length)
{
  say ("error", message, length_of (message, length));
  exit (EXIT_FAILURE);
}

void
__kmpc_error (rp_kmp_place *place, int severity, const char *message)
{
  (void) place;
  if (severity == SEVERITY_WARNING)
    GOMP_warning (message, (size_t) -1);
  else
    GOMP_error (message, (size_t) -1);
}
