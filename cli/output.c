/* Where the command writes, and how: error lines, report files, the style of a terminal. */
#include "base/strbuf.h"
#include "base/term.h"
#include "cli.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio_ext.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

int
rp_cli_error (const char *verb, const char *format, ...)
{
  rp_strbuf plain = { 0 }, clean = { 0 };
  va_list arguments;
  va_start (arguments, format);
  rp_strbuf_vformat (&plain, format, arguments);
  va_end (arguments);
  rp_term_clean (&clean, rp_strbuf_text (&plain), rp_term_is_utf8 ());
  fprintf (stderr, "raceproof%s%s: %s\n", verb ? " " : "", verb ? verb : "",
           rp_strbuf_text (&clean));
  rp_strbuf_clear (&plain);
  rp_strbuf_clear (&clean);
  return RP_EXIT_USAGE;
}

static bool
is_stdout (const char *path)
{
  return !path || !strcmp (path, "-");
}

FILE *
rp_cli_open_output (const char *path)
{
  if (is_stdout (path))
    return stdout;
  int fd = open (path, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
  FILE *out = fd < 0 ? NULL : fdopen (fd, "w");
  if (!out)
    {
      rp_cli_error (NULL, "cannot write `%s': %s", path, strerror (errno));
      if (fd >= 0)
        close (fd);
    }
  return out;
}

/* Since opening did not truncate, an older and longer content has to be cut off now; unless bad
 * usage or input left nothing to write, then it is kept. */
static bool
truncate_here (FILE *out, int status)
{
  struct stat info;
  if (fstat (fileno (out), &info) || !S_ISREG (info.st_mode))
    return true;
  off_t end = ftello (out);
  if (end == 0 && status == RP_EXIT_USAGE)
    return true;
  return end >= 0 && ftruncate (fileno (out), end) == 0;
}

int
rp_cli_close_output (FILE *out, const char *path, int status)
{
  errno = 0;
  bool is_written = fflush (out) == 0 && !ferror (out);
  int error = errno;
  if (!is_stdout (path))
    {
      if (is_written && !truncate_here (out, status))
        {
          is_written = false;
          error = errno;
        }
      if (fclose (out) && is_written)
        {
          is_written = false;
          error = errno;
        }
    }
  if (is_written)
    return status;
  const char *why = error ? strerror (error) : "write error";
  if (is_stdout (path))
    {
      /* Said once; main asks again at the end. */
      __fpurge (out);
      clearerr (out);
      return rp_cli_error (NULL, "cannot write standard output: %s", why);
    }
  return rp_cli_error (NULL, "cannot write `%s': %s", path, why);
}

static bool
is_coloured (rp_color color, FILE *out)
{
  return color == RP_COLOR_ALWAYS || (color == RP_COLOR_AUTO && rp_term_wants_colour (out));
}

rp_report_style
rp_cli_style (rp_color color, FILE *out)
{
  return (rp_report_style) {
    .colour = is_coloured (color, out),
    .status_colour = is_coloured (color, stderr),
    .utf8 = rp_term_is_utf8 (),
    .width = 80,
  };
}
