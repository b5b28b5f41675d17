/* printf, scanf and the other functions that take the program's buffers. */
#include "fake_monitor.h"
#include "inside/libc/format.h"
#include "test.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

static char out[64], text[16] = "_hello_";

static void
begin (void)
{
  memset (out, 0, sizeof out);
  errno = 0;
  fake_start ();
}

static void
end (void)
{
  fake_stop ();
  CHECK_INT (errno, 0);
}

int __snprintf_chk (char *, size_t, int, size_t, const char *, ...);

TEST (prints_to_a_buffer)
{
  static char format[] = "%d:%s";
  begin ();
  CHECK_INT (snprintf (out + 1, 20, format, 42, text + 1), 9);
  end ();
  CHECK_STR (out + 1, "42:hello_");
  CHECK (fake_has_just (FAKE_READ, format, sizeof format));
  CHECK (fake_has_just (FAKE_READ, text + 1, 7));
  CHECK (fake_has_just (FAKE_WRITE, out + 1, 10));
  begin ();
  CHECK_INT (snprintf (out + 1, 4, format, 42, text + 1), 9);
  end ();
  CHECK (fake_has_just (FAKE_WRITE, out + 1, 4));
  begin ();
  sprintf (out + 1, "%.3s", text + 1);
  end ();
  CHECK_STR (out + 1, "hel");
  CHECK (fake_has_just (FAKE_READ, text + 1, 3) && fake_has_just (FAKE_WRITE, out + 1, 4));
  begin ();
  CHECK_INT (__snprintf_chk (out + 1, 20, 1, 63, "%s", text + 1), 6);
  end ();
  CHECK (fake_has_just (FAKE_READ, text + 1, 7) && fake_has_just (FAKE_WRITE, out + 1, 7));
}

/* Every way to pass an argument before the string, so that a wrong size would show. */
TEST (prints_find_their_arguments)
{
  int n = 0;
  begin ();
  sprintf (out + 1, "%c%hhd%ld%lld%zu%f%Lf%p%*d%-*.*s%%%n", 'x', (signed char) 1, 2L, 3LL,
           (size_t) 4, 0.5, 0.25L, NULL, 3, 5, 8, 4, text + 1, &n);
  end ();
  CHECK (fake_has_just (FAKE_READ, text + 1, 4));
  CHECK (fake_has_just (FAKE_WRITE, &n, sizeof n) && n == (int) strlen (out + 1));
  begin ();
  sprintf (out + 1, "%2$d %1$s", text + 1, 5);
  end ();
  CHECK_STR (out + 1, "5 hello_");
  CHECK (fake_has_just (FAKE_READ, text + 1, 7));
  begin ();
  sprintf (out + 1, "%s", (char *) NULL);
  end ();
  CHECK_STR (out + 1, "(null)");
}

TEST (prints_to_a_new_block)
{
  char *made = NULL;
  begin ();
  CHECK_INT (asprintf (&made, "%s!", text + 1), 7);
  end ();
  CHECK_STR (made, "hello_!");
  CHECK (fake_has_just (FAKE_WRITE, &made, sizeof made) && fake_has_just (FAKE_WRITE, made, 8));
  free (made);
}

TEST (prints_to_a_stream)
{
  FILE *null = fopen ("/dev/null", "w");
  begin ();
  fprintf (null, "%s", text + 3);
  fputs (text + 2, null);
  fwrite (out + 1, 2, 5, null);
  end ();
  fclose (null);
  CHECK (fake_has_just (FAKE_READ, text + 2, 6) && fake_has_just (FAKE_READ, out + 1, 10));
}

static int
scan_listed (const char *input, const char *format, ...)
{
  va_list list;
  va_start (list, format);
  int result = vsscanf (input, format, list);
  va_end (list);
  return result;
}

TEST (scans)
{
  static char input[] = "12 hello 2.5 xyz 3";
  struct
  {
    int before, number, after;
    char word[8];
    double value;
    char letters[4];
    short small;
  } got = { 0 };
  begin ();
  int count = sscanf (input, "%d%7s %lf%*1s%2c%hd", &got.number, got.word + 1, &got.value,
                      got.letters + 1, &got.small);
  end ();
  CHECK_INT (count, 5);
  CHECK (got.number == 12 && got.value == 2.5 && got.small == 3 && got.letters[2] == 'z');
  CHECK (fake_has_just (FAKE_READ, input, sizeof input));
  CHECK (fake_has_just (FAKE_WRITE, &got.number, 4) && fake_has_just (FAKE_WRITE, got.word + 1, 6));
  CHECK (fake_has_just (FAKE_WRITE, &got.value, 8) && fake_has_just (FAKE_WRITE, &got.small, 2));
  CHECK (fake_has_just (FAKE_WRITE, got.letters + 1, 2));
  begin ();
  count = scan_listed ("7 x", "%d%d%n", &got.number, &got.before, &got.after);
  end ();
  CHECK_INT (count, 1);
  CHECK (fake_has_just (FAKE_WRITE, &got.number, 4));
  CHECK (!fake_has_any (FAKE_WRITE, &got.before, 4) && !fake_has_any (FAKE_WRITE, &got.after, 4));
  begin ();
  count = scan_listed ("ab]c", "%[]ab]%n", got.word + 1, &got.after);
  end ();
  CHECK (count == 1 && got.after == 3);
  CHECK (fake_has_just (FAKE_WRITE, got.word + 1, 4) && fake_has_just (FAKE_WRITE, &got.after, 4));
}

TEST (reads_from_a_stream)
{
  static char content[] = "first\nsecond\nthird";
  FILE *file = fmemopen (content, sizeof content - 1, "r");
  char *line = NULL;
  size_t size = 0;
  begin ();
  CHECK (fgets (out + 1, 20, file) == out + 1);
  end ();
  CHECK (fake_has_just (FAKE_WRITE, out + 1, 7));
  begin ();
  CHECK_INT (getline (&line, &size, file), 7);
  end ();
  CHECK_STR (line, "second\n");
  CHECK (fake_has_all (FAKE_WRITE, line, 8) && fake_has_all (FAKE_WRITE, &line, sizeof line));
  CHECK (fake_has_all (FAKE_WRITE, &size, sizeof size));
  begin ();
  CHECK_INT (fread (out + 1, 2, 10, file), 2);
  end ();
  CHECK (fake_has_just (FAKE_WRITE, out + 1, 4));
  fclose (file);
  free (line);
}

TEST (system_calls)
{
  int pipes[2];
  char a[4], b[8];
  struct iovec parts[2] = { { a, 2 }, { b + 1, 6 } };
  CHECK_INT (pipe (pipes), 0);
  begin ();
  CHECK_INT (write (pipes[1], text + 1, 5), 5);
  CHECK_INT (read (pipes[0], out + 1, 20), 5);
  end ();
  CHECK (fake_has_just (FAKE_READ, text + 1, 5) && fake_has_just (FAKE_WRITE, out + 1, 5));
  begin ();
  CHECK_INT (writev (pipes[1], (struct iovec[]) { { text, 3 }, { text + 5, 1 } }, 2), 4);
  CHECK_INT (readv (pipes[0], parts, 2), 4);
  end ();
  CHECK (fake_has_just (FAKE_READ, text, 3) && fake_has_just (FAKE_READ, text + 5, 1));
  CHECK (fake_has_just (FAKE_WRITE, a, 2) && fake_has_just (FAKE_WRITE, b + 1, 2));
  close (pipes[0]);
  close (pipes[1]);
  errno = 0;
  fake_start ();
  CHECK_INT (read (-1, out, 1), -1);
  fake_stop ();
  CHECK_INT (errno, EBADF);
}

TEST (results_of_the_system)
{
  struct timespec now;
  time_t seconds;
  begin ();
  clock_gettime (CLOCK_REALTIME, &now);
  time (&seconds);
  time (NULL);
  end ();
  CHECK (fake_has_all (FAKE_WRITE, &now, sizeof now));
  CHECK (fake_has_all (FAKE_WRITE, &seconds, sizeof seconds));
  CHECK (labs ((long) (seconds - now.tv_sec)) <= 1);
  char path[4096];
  begin ();
  CHECK (getcwd (path, sizeof path) == path);
  end ();
  CHECK (fake_has_all (FAKE_WRITE, path, strlen (path) + 1));
}
