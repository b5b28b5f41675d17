/* `raceproof fmt`: prints models in the standard layout, or rewrites their files in it. */
#include "base/panic.h"
#include "base/strbuf.h"
#include "cli.h"
#include "lang/lang.h"
#include "options.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Exit status if a file is not in the standard layout; diff and other formatters use the same. */
#define EXIT_WOULD_CHANGE 1

/* Formats SOURCE into OUT. If SOURCE has mistakes, prints them and returns false. */
static bool
format_source (const rp_source *source, rp_color color, rp_strbuf *out)
{
  rp_diagnostics diagnostics = { 0 };
  rp_program *program = rp_lang_load (source, &diagnostics);
  if (program)
    {
      rp_lang_format (program, out);
      rp_program_free (program);
    }
  else
    {
      rp_report_style style = rp_cli_style (color, stderr);
      style.source = source;
      rp_diagnostics_print (&diagnostics, &style, stderr);
    }
  rp_diagnostics_clear (&diagnostics);
  return program != NULL;
}

static bool
write_all (int fd, const rp_strbuf *text)
{
  for (size_t done = 0; done < text->length;)
    {
      ssize_t wrote = write (fd, text->text + done, text->length - done);
      if (wrote < 0 && errno != EINTR)
        return false;
      done += wrote > 0 ? (size_t) wrote : 0;
    }
  return true;
}

/* Replaces the file PATH by TEXT, and returns the exit status. Writes a new file beside the old one and renames the new
 * one, so that the old text survives any failure. If PATH is a symbolic link, the link stays and its target is
 * replaced. */
static int
replace_file (const char *path, const rp_strbuf *text)
{
  struct stat info;
  char *target = realpath (path, NULL);
  rp_strbuf name = { 0 };
  rp_strbuf_format (&name, "%s.XXXXXX", target ? target : path);
  int fd = target && stat (target, &info) == 0 ? mkstemp (name.text) : -1;
  bool is_done
    = fd >= 0 && fchmod (fd, info.st_mode & 07777) == 0 && write_all (fd, text) && fsync (fd) == 0;
  int error = errno;
  if (fd >= 0 && close (fd) && is_done)
    {
      is_done = false;
      error = errno;
    }
  if (is_done && rename (name.text, target))
    {
      is_done = false;
      error = errno;
    }
  if (!is_done && fd >= 0)
    unlink (name.text);
  rp_strbuf_clear (&name);
  free (target);
  if (is_done)
    return RP_EXIT_CLEAN;
  return rp_cli_error ("fmt", "cannot rewrite `%s': %s", path, strerror (error));
}

static int
format_file (const char *path, const struct rp_fmt_options *options)
{
  rp_source *source = rp_source_read (path);
  if (!source)
    return rp_cli_error ("fmt", "cannot read `%s': %s", path, strerror (errno));
  rp_strbuf text = { 0 };
  int status = RP_EXIT_USAGE;
  if (format_source (source, options->color, &text))
    {
      bool is_changed = text.length != source->length
                        || memcmp (rp_strbuf_text (&text), source->text, text.length);
      status = RP_EXIT_CLEAN;
      if (!options->check && !options->in_place)
        fwrite (rp_strbuf_text (&text), 1, text.length, stdout);
      else if (is_changed && options->in_place)
        status = replace_file (path, &text);
      else if (is_changed)
        {
          printf ("%s\n", path);
          status = EXIT_WOULD_CHANGE;
        }
    }
  rp_strbuf_clear (&text);
  rp_source_free (source);
  return status;
}

int
rp_cli_fmt (int argc, char **argv)
{
  struct rp_fmt_options options;
  int status = rp_fmt_options_parse (argc, argv, &options);
  if (status >= 0)
    return status;
  status = RP_EXIT_CLEAN;
  for (char **file = options.files; *file; file++)
    {
      int file_status = format_file (*file, &options);
      status = file_status > status ? file_status : status;
    }
  return status;
}
