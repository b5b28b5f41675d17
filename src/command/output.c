/* Where the command writes, and how: error lines, report files, the style of a terminal. */
#include "command/output.h"

#include "base/strbuf.h"
#include "base/term.h"

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

bool
rp_cli_open_output (rp_output *output, const char *path)
{
  *output = (rp_output) { .file = stdout };
  if (!path || !strcmp (path, "-"))
    return true;
  int fd = open (path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  output->is_new = fd >= 0;
  if (fd < 0 && errno == EEXIST)
    fd = open (path, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
  output->path = path;
  output->file = fd < 0 ? NULL : fdopen (fd, "w");
  if (!output->file)
    {
      rp_cli_error (NULL, "cannot write `%s': %s", path, strerror (errno));
      if (fd >= 0)
        close (fd);
    }
  return output->file;
}

void
rp_cli_flush_output (rp_output *output)
{
  if (fflush (output->file) && !output->error)
    output->error = errno;
}

/* Cuts OUT off at its current position: opening did not truncate the file, so the rest of an older, longer content may
 * follow there. If STATUS is RP_EXIT_USAGE and nothing was written, keeps the old content. Returns false if the file
 * could not be cut. */
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

/* Closes the file. Returns the errno of the first failure, or 0. */
static int
close_file (rp_output *output, int status)
{
  bool is_empty = ftello (output->file) == 0;
  if (!output->error && !truncate_here (output->file, status))
    output->error = errno;
  if (fclose (output->file) && !output->error)
    output->error = errno;
  if (output->is_new && (output->error || (is_empty && status == RP_EXIT_USAGE)))
    unlink (output->path);
  return output->error;
}

int
rp_cli_close_output (rp_output *output, int status)
{
  rp_cli_flush_output (output);
  if (ferror (output->file) && !output->error)
    output->error = EIO;
  if (output->path && close_file (output, status))
    return rp_cli_error (NULL, "cannot write `%s': %s", output->path, strerror (output->error));
  if (!output->path && output->error)
    {
      /* main closes stdout once more at the end; drop the unwritten output and clear stdout's error, so that main
       * does not print the same error a second time */
      __fpurge (stdout);
      clearerr (stdout);
      return rp_cli_error (NULL, "cannot write standard output: %s", strerror (output->error));
    }
  return status;
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
    .result_colour = is_coloured (color, stderr),
    .utf8 = rp_term_is_utf8 (),
    .width = 80,
  };
}
