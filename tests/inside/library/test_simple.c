/* Functions of libm and the C library that have no other hook: their accesses by the table of simple_functions.c, and
 * their results. */
#include "fake_monitor.h"
#include "inside/library/imports.h"
#include "test.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#include <wchar.h>

static struct
{
  char before[16];
  double first;
  char between[16];
  double second;
  char after[16];
} numbers;

static char bytes[256];
static wchar_t wide[32], text[] = L"wide text";

static void
begin (void)
{
  rp_imports_start ();
  errno = 0;
  fake_start ();
}

static void
end (void)
{
  fake_stop ();
  CHECK_INT (errno, 0);
}

TEST (libm)
{
  int exponent = 0;
  begin ();
  double fraction = frexp (12, &exponent);
  end ();
  CHECK (fraction == 0.75 && exponent == 4);
  CHECK (fake_has_just (FAKE_WRITE, &exponent, sizeof exponent) && !fake_has_any (FAKE_READ, &exponent, sizeof exponent));
  begin ();
  fraction = modf (2.5, &numbers.first);
  end ();
  CHECK (fraction == 0.5 && numbers.first == 2);
  CHECK (fake_has_just (FAKE_WRITE, &numbers.first, sizeof (double)));
  begin ();
  sincos (0, &numbers.first, &numbers.second);
  end ();
  CHECK (numbers.first == 0 && numbers.second == 1);
  CHECK (fake_has_just (FAKE_WRITE, &numbers.first, sizeof (double)));
  CHECK (fake_has_just (FAKE_WRITE, &numbers.second, sizeof (double)));
  int quotient = 0;
  begin ();
  double left = remquo (7, 2, &quotient);
  end ();
  CHECK (left == -1 && (quotient & 7) == 4);
  CHECK (fake_has_all (FAKE_WRITE, &quotient, sizeof quotient));
  begin ();
  CHECK (sqrt (16) == 4); /* no pointer, no word */
  end ();
  CHECK_INT (fake_count (), 0);
}

TEST (files)
{
  static struct stat info;
  static char path[] = "/";
  begin ();
  int status = stat (path, &info);
  end ();
  CHECK (!status && S_ISDIR (info.st_mode));
  CHECK (fake_has_all (FAKE_READ, path, sizeof path) && fake_has_all (FAKE_WRITE, &info, sizeof info));
  begin ();
  status = access (path, R_OK);
  end ();
  CHECK (!status && fake_has_all (FAKE_READ, path, sizeof path));
  int ends[2];
  begin ();
  status = pipe (ends);
  end ();
  CHECK (!status && fake_has_all (FAKE_WRITE, ends, sizeof ends));
  begin ();
  ssize_t length = readlink ("/proc/self/exe", bytes, sizeof bytes);
  end ();
  CHECK (length > 0 && fake_has_all (FAKE_WRITE, bytes, (size_t) length));
  CHECK (!fake_has_any (FAKE_WRITE, bytes + length, sizeof bytes - (size_t) length));
}

TEST (times)
{
  static struct tm day = { .tm_mday = 5, .tm_year = 100 };
  begin ();
  size_t length = strftime (bytes, sizeof bytes, "%Y", &day);
  end ();
  CHECK_INT (length, 4);
  CHECK_STR (bytes, "2000");
  CHECK (fake_has_all (FAKE_WRITE, bytes, 5) && !fake_has_any (FAKE_WRITE, bytes + 5, 8));
  CHECK (fake_has_all (FAKE_READ, &day, sizeof day) && !fake_has_any (FAKE_WRITE, &day, sizeof day));
  begin ();
  mktime (&day);
  fake_stop ();
  CHECK (fake_has_all (FAKE_WRITE, &day, sizeof day));
}

TEST (wide_characters)
{
  begin ();
  size_t length = wcslen (text);
  end ();
  CHECK_INT (length, 9);
  CHECK (fake_has_all (FAKE_READ, text, sizeof text));
  begin ();
  wcscpy (wide, text);
  end ();
  CHECK (!wcscmp (wide, text));
  CHECK (fake_has_all (FAKE_WRITE, wide, sizeof text) && !fake_has_any (FAKE_WRITE, wide + 10, 4));
  begin ();
  wmemset (wide, L'x', 3);
  end ();
  CHECK (fake_has_all (FAKE_WRITE, wide, 12) && !fake_has_any (FAKE_WRITE, wide + 3, 4));
}
