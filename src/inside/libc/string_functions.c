/* The str* functions: what they read and write. A search reads up to the byte that it finds, a comparison up to the
 * first difference. Copies with their _FORTIFY_SOURCE forms are in string_copies.c. */
#include "inside/hook/hook.h"
#include "inside/hook/libc_real.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

RP_HOOKS_FILE (strings);

static inline __attribute__ ((always_inline)) void
note (const char *text, size_t size, uintptr_t pc)
{
  if (rp_monitor_is_on ())
    rp_note_read (text, size, pc);
}

static size_t
whole (const char *text)
{
  return RP_REAL (strlen) (text) + 1;
}

RP_HOOK (size_t, strlen, const char *text)
{
  size_t length = RP_REAL (strlen) (text);
  note (text, length + 1, RP_CALLER);
  return length;
}

RP_HOOK (size_t, strnlen, const char *text, size_t most)
{
  size_t length = RP_REAL (strnlen) (text, most);
  note (text, length < most ? length + 1 : most, RP_CALLER);
  return length;
}

/* Returns how many bytes of A, and of B, a comparison of at most MOST bytes reads. */
static size_t
compared (const char *a, const char *b, size_t most, bool folds_case)
{
  for (size_t i = 0; i < most; i++)
    {
      unsigned char x = (unsigned char) a[i], y = (unsigned char) b[i];
      bool is_equal = folds_case ? tolower (x) == tolower (y) : x == y;
      if (!is_equal || !x)
        return i + 1;
    }
  return most;
}

static void
note_compared (const char *a, const char *b, size_t most, bool folds_case, uintptr_t pc)
{
  if (!rp_monitor_is_on ())
    return;
  size_t size = compared (a, b, most, folds_case);
  rp_note_read (a, size, pc);
  rp_note_read (b, size, pc);
}

#define COMPARE(NAME, FOLDS_CASE) \
  RP_HOOK (int, NAME, const char *a, const char *b) \
  { \
    note_compared (a, b, SIZE_MAX, FOLDS_CASE, RP_CALLER); \
    return RP_REAL (NAME) (a, b); \
  }

#define COMPARE_SOME(NAME, FOLDS_CASE) \
  RP_HOOK (int, NAME, const char *a, const char *b, size_t most) \
  { \
    note_compared (a, b, most, FOLDS_CASE, RP_CALLER); \
    return RP_REAL (NAME) (a, b, most); \
  }

COMPARE (strcmp, false)
COMPARE (strcasecmp, true)
COMPARE_SOME (strncmp, false)
COMPARE_SOME (strncasecmp, true)

/* strcoll compares by the rules of the locale, and may read all of both strings. */
RP_HOOK (int, strcoll, const char *a, const char *b)
{
  note (a, whole (a), RP_CALLER);
  note (b, whole (b), RP_CALLER);
  return RP_REAL (strcoll) (a, b);
}

/* Records that a search read TEXT up to FOUND, and SIZE bytes there; if FOUND is NULL, all of TEXT. */
static void
note_search (const char *text, const char *found, size_t size, uintptr_t pc)
{
  if (rp_monitor_is_on ())
    rp_note_read (text, found ? (size_t) (found - text) + size : whole (text), pc);
}

#define FIND_FIRST(NAME, REAL) \
  RP_HOOK (char *, NAME, const char *text, int byte) \
  { \
    char *found = RP_REAL (REAL) (text, byte); \
    note_search (text, found, 1, RP_CALLER); \
    return found; \
  }

#define FIND_LAST(NAME) \
  RP_HOOK (char *, NAME, const char *text, int byte) \
  { \
    note_search (text, NULL, 0, RP_CALLER); \
    return RP_REAL (strrchr) (text, byte); \
  }

FIND_FIRST (strchr, strchr)
FIND_FIRST (index, strchr)
FIND_FIRST (strchrnul, strchrnul)
FIND_LAST (strrchr)
FIND_LAST (rindex)

#define FIND_TEXT(NAME) \
  RP_HOOK (char *, NAME, const char *text, const char *part) \
  { \
    char *found = RP_REAL (NAME) (text, part); \
    if (rp_monitor_is_on ()) \
      { \
        size_t size = whole (part); \
        rp_note_read (part, size, RP_CALLER); \
        note_search (text, found, size - 1, RP_CALLER); \
      } \
    return found; \
  }

FIND_TEXT (strstr)
FIND_TEXT (strcasestr)

RP_HOOK (char *, strpbrk, const char *text, const char *set)
{
  char *found = RP_REAL (strpbrk) (text, set);
  note (set, whole (set), RP_CALLER);
  note_search (text, found, 1, RP_CALLER);
  return found;
}

#define SPAN(NAME) \
  RP_HOOK (size_t, NAME, const char *text, const char *set) \
  { \
    size_t length = RP_REAL (NAME) (text, set); \
    note (set, whole (set), RP_CALLER); \
    note (text, length + 1, RP_CALLER); \
    return length; \
  }

SPAN (strspn)
SPAN (strcspn)

/* Ends the token at PIECE: writes a null byte over the first byte of PIECE that is in SET, and stores in *REST the
 * address behind that byte, where the next search begins. If no byte of PIECE is in SET, writes nothing to PIECE, and
 * stores in *REST the end of PIECE, or NULL if IS_NULL_AT_END. Records what is read and written of PIECE, at PC. The
 * null byte is all that strtok and strsep write to the program's text. */
static void
cut_piece (char *piece, const char *set, char **rest, bool is_null_at_end, uintptr_t pc)
{
  char *end = piece + RP_REAL (strcspn) (piece, set);
  note (piece, (size_t) (end - piece) + 1, pc);
  if (!*end)
    {
      *rest = is_null_at_end ? NULL : end;
      return;
    }
  if (rp_monitor_is_on ())
    rp_note_write (end, 1, pc);
  *end = '\0';
  *rest = end + 1;
}

static char *
next_token (char *text, const char *set, char **rest, uintptr_t pc)
{
  if (!text)
    {
      note ((const char *) rest, sizeof *rest, pc);
      text = *rest;
    }
  if (rp_monitor_is_on ())
    rp_note_write (rest, sizeof *rest, pc);
  if (!text)
    return NULL;
  char *token = text + RP_REAL (strspn) (text, set);
  note (set, whole (set), pc);
  note (text, (size_t) (token - text) + 1, pc);
  cut_piece (token, set, rest, false, pc);
  return *token ? token : NULL;
}

RP_HOOK (char *, strtok_r, char *text, const char *set, char **rest)
{
  return next_token (text, set, rest, RP_CALLER);
}

RP_HOOK (char *, __strtok_r, char *text, const char *set, char **rest)
{
  return next_token (text, set, rest, RP_CALLER);
}

/* strtok's hidden variable is shared by all tasks, so two parallel calls race on it. Reports show its name. */
static char *strtok_state;

RP_HOOK (char *, strtok, char *text, const char *set)
{
  return next_token (text, set, &strtok_state, RP_CALLER);
}

RP_HOOK (char *, strsep, char **rest, const char *set)
{
  char *piece = *rest;
  note ((const char *) rest, sizeof *rest, RP_CALLER);
  if (!piece)
    return NULL;
  if (rp_monitor_is_on ())
    rp_note_write (rest, sizeof *rest, RP_CALLER);
  note (set, whole (set), RP_CALLER);
  cut_piece (piece, set, rest, true, RP_CALLER);
  return piece;
}
