/* str*: results as the C library's, accesses as far as each function looks. */
#include "fake_monitor.h"
#include "test.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static char text[32], other[32], out[64];

static void
begin (const char *first, const char *second)
{
  fake_stop ();
  memset (text, 0, sizeof text);
  memset (other, 0, sizeof other);
  memset (out, 0, sizeof out);
  strcpy (text + 1, first);
  strcpy (other + 1, second);
  errno = 0;
  fake_start ();
}

static bool
has_read (size_t of_text, size_t of_other)
{
  fake_stop ();
  return CHECK_INT (errno, 0) && (!of_text || fake_has_just (FAKE_READ, text + 1, of_text))
         && (!of_other || fake_has_just (FAKE_READ, other + 1, of_other));
}

TEST (lengths)
{
  begin ("hello", "world");
  CHECK_INT (strlen (text + 1), 5);
  CHECK_INT (strnlen (other + 1, 3), 3);
  CHECK (has_read (6, 3));
}

TEST (comparisons)
{
  begin ("hello", "help");
  CHECK (strcmp (text + 1, other + 1) < 0);
  CHECK (has_read (4, 4));
  begin ("hello", "hello");
  CHECK (strcmp (text + 1, other + 1) == 0);
  CHECK (has_read (6, 6));
  begin ("hello", "hexxx");
  CHECK (strncmp (text + 1, other + 1, 2) == 0);
  CHECK (has_read (2, 2));
  begin ("HELlo", "help");
  CHECK (strcasecmp (text + 1, other + 1) < 0);
  CHECK (has_read (4, 4));
  begin ("HELlo", "help");
  CHECK (strncasecmp (text + 1, other + 1, 3) == 0);
  CHECK (has_read (3, 3));
}

TEST (searches)
{
  begin ("hello", "hello");
  CHECK (strchr (text + 1, 'l') == text + 3);
  CHECK (!strchr (other + 1, 'x'));
  CHECK (has_read (3, 6));
  begin ("hello", "lo");
  CHECK (strrchr (text + 1, 'e') == text + 2);
  CHECK (has_read (6, 0));
  begin ("a hello!", "hello");
  CHECK (strstr (text + 1, other + 1) == text + 3);
  CHECK (has_read (7, 6));
  begin ("a hello!", "!l");
  CHECK (strpbrk (text + 1, other + 1) == text + 5);
  CHECK (has_read (5, 3));
  begin ("aabbc", "ab");
  CHECK_INT (strspn (text + 1, other + 1), 4);
  CHECK (has_read (5, 3));
  begin ("aabbc", "cb");
  CHECK_INT (strcspn (text + 1, other + 1), 2);
  CHECK (has_read (3, 3));
}

char *__strcpy_chk (char *, const char *, size_t);
char *__strncat_chk (char *, const char *, size_t, size_t);

TEST (copies)
{
  begin ("hello", "");
  CHECK (strcpy (out + 1, text + 1) == out + 1);
  CHECK (has_read (6, 0) && fake_has_just (FAKE_WRITE, out + 1, 6));
  CHECK_STR (out + 1, "hello");
  begin ("hello", "");
  CHECK (stpcpy (out + 1, text + 1) == out + 6);
  CHECK (has_read (6, 0) && fake_has_just (FAKE_WRITE, out + 1, 6));
  begin ("hello", "");
  CHECK (strncpy (out + 1, text + 1, 9) == out + 1);
  CHECK (has_read (6, 0) && fake_has_just (FAKE_WRITE, out + 1, 9));
  begin ("hello", "");
  strncpy (out + 1, text + 1, 3);
  CHECK (has_read (3, 0) && fake_has_just (FAKE_WRITE, out + 1, 3));
  begin ("hello", "");
  __strcpy_chk (out + 1, text + 1, 6);
  CHECK (has_read (6, 0) && fake_has_just (FAKE_WRITE, out + 1, 6));
}

TEST (appends)
{
  begin ("hello", " you");
  CHECK (strcat (text + 1, other + 1) == text + 1);
  CHECK (has_read (6, 5) && fake_has_just (FAKE_WRITE, text + 6, 5));
  CHECK_STR (text + 1, "hello you");
  begin ("hello", " you");
  strncat (text + 1, other + 1, 2);
  CHECK (has_read (6, 2) && fake_has_just (FAKE_WRITE, text + 6, 3));
  CHECK_STR (text + 1, "hello y");
  begin ("hello", " you");
  __strncat_chk (text + 1, other + 1, 2, 8);
  CHECK_STR (text + 1, "hello y");
}

TEST (tokens)
{
  char *rest;
  begin (",,one,two", ",");
  CHECK_STR (strtok_r (text + 1, other + 1, &rest), "one");
  CHECK (fake_has_just (FAKE_WRITE, text + 6, 1));
  CHECK (fake_has_all (FAKE_WRITE, &rest, sizeof rest));
  CHECK (has_read (6, 2));
  CHECK_STR (strtok_r (NULL, ",", &rest), "two");
  CHECK (rest == text + 10);
  CHECK (!strtok_r (NULL, ",", &rest) && !strtok_r (NULL, ",", &rest));
}

TEST (strtok_has_hidden_state)
{
  begin ("a b", " ");
  CHECK_STR (strtok (text + 1, " "), "a");
  CHECK_STR (strtok (NULL, " "), "b");
  CHECK (!strtok (NULL, " "));
  fake_stop ();
  CHECK (fake_count () > 6);
}

TEST (separated)
{
  char *rest = text + 1;
  begin ("a,,b", "");
  CHECK_STR (strsep (&rest, ","), "a");
  CHECK_STR (strsep (&rest, ","), "");
  CHECK_STR (strsep (&rest, ","), "b");
  CHECK (!rest && !strsep (&rest, ","));
  fake_stop ();
  CHECK (fake_has_just (FAKE_WRITE, text + 2, 2));
}

TEST (numbers)
{
  char *end;
  begin (" 123x4", "2.5e1 7");
  CHECK_INT (strtol (text + 1, &end, 10), 123);
  CHECK (end == text + 5);
  CHECK (strtod (other + 1, NULL) == 25.0);
  CHECK (has_read (5, 6) && fake_has_all (FAKE_WRITE, &end, sizeof end));
  begin ("42", "99999999999999999999");
  CHECK_INT (atoi (text + 1), 42);
  CHECK (has_read (3, 0));
  begin ("", "99999999999999999999");
  CHECK (strtoul (other + 1, NULL, 10) == (unsigned long) -1);
  CHECK_INT (errno, ERANGE);
}

static int calls_while_on;

static int
by_first (const void *a, const void *b)
{
  const int *x = a, *y = b;
  calls_while_on++;
  return (*x > *y) - (*x < *y);
}

TEST (qsort_is_stable_and_in_place)
{
  static int pairs[100][2];
  unsigned seed = 1;
  for (int i = 0; i < 100; i++)
    {
      seed = seed * 1103515245u + 12345u;
      pairs[i][0] = (int) (seed >> 16) % 10;
      pairs[i][1] = i;
    }
  calls_while_on = 0;
  fake_start ();
  qsort (pairs, 100, sizeof *pairs, by_first);
  fake_stop ();
  CHECK (calls_while_on > 100);
  CHECK (fake_has_just (FAKE_READ, pairs, sizeof pairs));
  CHECK (fake_has_just (FAKE_WRITE, pairs, sizeof pairs));
  for (int i = 1; i < 100; i++)
    CHECK (pairs[i - 1][0] < pairs[i][0]
           || (pairs[i - 1][0] == pairs[i][0] && pairs[i - 1][1] < pairs[i][1]));
}
