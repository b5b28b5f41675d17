#include "base/source.h"
#include "test.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool
line_is (const rp_source *source, uint32_t line, const char *expected)
{
  const char *text;
  size_t length;
  return rp_source_line (source, line, &text, &length) && length == strlen (expected)
         && memcmp (text, expected, length) == 0;
}

TEST (lines)
{
  const char *text;
  size_t length;
  rp_source *source = rp_source_from_text ("a.rp", "one\ntwo\r\n\nfour", 14);
  CHECK_STR (source->name, "a.rp");
  CHECK_INT (source->line_count, 4);
  CHECK (line_is (source, 1, "one"));
  CHECK (line_is (source, 2, "two"));
  CHECK (line_is (source, 3, ""));
  CHECK (line_is (source, 4, "four"));
  CHECK (!rp_source_line (source, 0, &text, &length));
  CHECK (!rp_source_line (source, 5, &text, &length));
  rp_source_free (source);
}

TEST (places)
{
  static const struct
  {
    uint32_t begin, end, line, column, end_line, end_column;
  } cases[] = {
    { 0, 3, 1, 1, 1, 4 },   { 4, 7, 2, 1, 2, 4 }, { 5, 6, 2, 2, 2, 3 },
    { 2, 10, 1, 3, 3, 2 },  { 3, 3, 1, 4, 1, 4 }, /* the newline itself */
    { 13, 13, 3, 5, 3, 5 }, { 9, 9, 3, 1, 3, 1 },
  };
  rp_source *source = rp_source_from_text ("a.rp", "one\ntwo \nfour", 13);
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
    {
      rp_place place = rp_source_place (source, (rp_span) { cases[i].begin, cases[i].end });
      CHECK_STR (place.file, "a.rp");
      CHECK_INT (place.line, cases[i].line);
      CHECK_INT (place.column, cases[i].column);
      CHECK_INT (place.end_line, cases[i].end_line);
      if (!CHECK_INT (place.end_column, cases[i].end_column))
        test_note ("case %zu", i);
    }
  rp_source_free (source);
}

TEST (empty_source)
{
  rp_source *source = rp_source_from_text ("empty", NULL, 0);
  CHECK_INT (source->line_count, 1);
  CHECK (line_is (source, 1, ""));
  CHECK_INT (rp_source_place (source, (rp_span) { 0, 0 }).line, 1);
  rp_source_free (source);
  rp_source_free (NULL);
}

TEST (spans_join)
{
  rp_span joined = rp_span_join ((rp_span) { 5, 8 }, (rp_span) { 2, 6 });
  CHECK_INT (joined.begin, 2);
  CHECK_INT (joined.end, 8);
}

TEST (reads_files)
{
  char path[] = "/tmp/raceproof-test-XXXXXX";
  int fd = mkstemp (path);
  CHECK (fd >= 0 && write (fd, "x = 1;\n\0y", 9) == 9);
  close (fd);
  rp_source *source = rp_source_read (path);
  if (CHECK (source != NULL))
    {
      CHECK_STR (source->name, path);
      CHECK_INT (source->length, 9);
      CHECK_INT (memcmp (source->text, "x = 1;\n\0y", 10), 0);
      CHECK_INT (source->line_count, 2);
    }
  rp_source_free (source);
  unlink (path);
  errno = 0;
  CHECK (!rp_source_read (path));
  CHECK_INT (errno, ENOENT);
  errno = 0;
  CHECK (!rp_source_read ("/"));
  CHECK_INT (errno, EISDIR);
}

TEST (refuses_endless_files)
{
  errno = 0;
  CHECK (!rp_source_read ("/dev/zero"));
  CHECK_INT (errno, EFBIG);
}
