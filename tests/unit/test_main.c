/* Runs the tests of one program: all, or those named on the command line. */
#include "test.h"

#include <stdarg.h>
#include <string.h>

static test *first_test, **last_link = &first_test;
static const char *current_name;
static int failed_checks; /* of the current test */

void
test_register (test *entry)
{
  *last_link = entry;
  last_link = &entry->next;
}

static void
print_failure (const char *file, int line)
{
  failed_checks++;
  printf ("%s:%d: %s: ", file, line, current_name);
}

bool
test_check (bool holds, const char *file, int line, const char *expression)
{
  if (!holds)
    {
      print_failure (file, line);
      printf ("not true: %s\n", expression);
    }
  return holds;
}

bool
test_check_int (long long actual, long long expected, const char *file, int line,
                const char *expression)
{
  bool holds = actual == expected;
  if (!holds)
    {
      print_failure (file, line);
      printf ("%s is %lld, expected %lld\n", expression, actual, expected);
    }
  return holds;
}

static void
print_quoted (const char *label, const char *text)
{
  if (text)
    printf ("  %s \"%s\"\n", label, text);
  else
    printf ("  %s NULL\n", label);
}

bool
test_check_str (const char *actual, const char *expected, const char *file, int line,
                const char *expression)
{
  bool holds = actual && expected ? strcmp (actual, expected) == 0 : actual == expected;
  if (!holds)
    {
      print_failure (file, line);
      printf ("%s differs\n", expression);
      print_quoted ("is      ", actual);
      print_quoted ("expected", expected);
    }
  return holds;
}

void
test_note (const char *format, ...)
{
  va_list arguments;
  fputs ("  note: ", stdout);
  va_start (arguments, format);
  vprintf (format, arguments);
  va_end (arguments);
  putchar ('\n');
}

static bool
run (const test *entry)
{
  current_name = entry->name;
  failed_checks = 0;
  entry->run ();
  if (failed_checks)
    printf ("FAILED %s\n", entry->name);
  fflush (stdout);
  return failed_checks == 0;
}

static const test *
find (const char *name)
{
  const test *entry = first_test;
  while (entry && strcmp (entry->name, name) != 0)
    entry = entry->next;
  return entry;
}

int
main (int argc, char **argv)
{
  int counts[2] = { 0, 0 };          /* failed, passed */
  setvbuf (stdout, NULL, _IOLBF, 0); /* what was printed survives a crash */
  if (argc == 1)
    for (const test *entry = first_test; entry; entry = entry->next)
      counts[run (entry)]++;
  for (int i = 1; i < argc; i++)
    {
      const test *entry = find (argv[i]);
      if (!entry)
        printf ("no test is named %s\n", argv[i]);
      counts[entry && run (entry)]++;
    }
  printf ("%d passed, %d failed\n", counts[1], counts[0]);
  return counts[0] || !counts[1];
}
