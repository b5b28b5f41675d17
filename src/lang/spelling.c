#include "lang/spelling.h"

#include "lang/lex.h"

#include <stdbool.h>
#include <string.h>

#define SHORTEST 4

static const char *const words[] = {
#define ROW(NAME, TEXT) TEXT,
  RP_KEYWORDS (ROW)
#undef ROW
  "step", "pass", "reads", "writes", "handle", "read", "write", "phaser", "phased", "signal",
  "wait", "signal_wait", "next", "drop", "actor", "send", "observe", "commutes"
};

static size_t
common_prefix (const char *a, size_t a_length, const char *b, size_t b_length)
{
  size_t length = 0;
  while (length < a_length && length < b_length && a[length] == b[length])
    length++;
  return length;
}

static bool
equal (const char *a, size_t a_length, const char *b, size_t b_length)
{
  return a_length == b_length && memcmp (a, b, a_length) == 0;
}

/* Returns whether A and B differ by exactly one slip. */
static bool
is_one_slip (const char *a, size_t a_length, const char *b, size_t b_length)
{
  size_t prefix = common_prefix (a, a_length, b, b_length);
  a += prefix, b += prefix;
  a_length -= prefix, b_length -= prefix;
  if (a_length == 0 || b_length == 0)
    return a_length + b_length == 1;
  return equal (a + 1, a_length - 1, b + 1, b_length - 1)
         || equal (a + 1, a_length - 1, b, b_length) || equal (a, a_length, b + 1, b_length - 1)
         || (a_length > 1 && b_length > 1 && a[0] == b[1] && a[1] == b[0]
             && equal (a + 2, a_length - 2, b + 2, b_length - 2));
}

const char *
rp_spelling_guess (const char *text, size_t length)
{
  for (size_t i = 0; length >= SHORTEST && i < sizeof words / sizeof words[0]; i++)
    if (strlen (words[i]) >= SHORTEST && is_one_slip (text, length, words[i], strlen (words[i])))
      return words[i];
  return NULL;
}
