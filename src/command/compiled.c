#include "command/compiled.h"

#include "command/program.h"

#include "base/panic.h"
#include "base/settings.h"
#include "base/strbuf.h"
#include "outside/symbol/symbol.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum
{
  DEEPEST = 256,     /* at most this many frames of a stack are read */
  PATIENCE_MS = 1000 /* how long to wait for standard input before the user is told */
};

/* ---- names ---- */

static rp_site_name
find_site (rp_compiled *c, uint32_t site)
{
  uint64_t pcs[DEEPEST];
  size_t count = rp_program_stack (c->subject, site, pcs, DEEPEST);
  rp_frame frame = rp_program_stack_place (&c->reader, pcs, count);
  rp_place line = { .file = frame.at.line ? frame.at.file : frame.function, .line = frame.at.line };
  return (rp_site_name) { .place = line,
                          .statement = line,
                          .function = frame.function ? frame.function : "?" };
}

static rp_site_name
name_site (rp_namer *namer, rp_arena *arena, uint32_t site)
{
  rp_compiled *c = (rp_compiled *) namer;
  (void) arena;
  while (c->sites.count <= site)
    RP_VEC_PUSH (&c->sites, (rp_site_name) { 0 });
  if (!c->sites.items[site].function)
    c->sites.items[site] = find_site (c, site);
  return c->sites.items[site];
}

/* Locations have no names during the search. They are named when a finding is confirmed. */
static rp_location_name
name_location (rp_namer *namer, rp_arena *arena, uint64_t location)
{
  (void) namer, (void) arena, (void) location;
  return (rp_location_name) { 0 };
}

static const char *
name_kind (rp_namer *namer, rp_arena *arena, const rp_task_row *row)
{
  (void) namer, (void) arena;
  return rp_task_kind_name ((rp_task_kind) row->kind);
}

static const char *
name_binding (rp_namer *namer, rp_arena *arena, const rp_task_row *row)
{
  (void) namer;
  return row->note ? rp_arena_format (arena, "index %d", (int) (row->note - 1)) : "";
}

static const char *
name_region (rp_namer *namer, rp_arena *arena, uint32_t region)
{
  (void) namer;
  return rp_arena_format (arena, "region %u", region);
}

/* ---- what a run showed ---- */

static bool
describe (void *context, const char *raw_path, rp_report *shown)
{
  rp_compiled *c = context;
  rp_program_result result = { 0 };
  char *why = NULL;
  bool is_read = rp_program_report_read (raw_path, &c->style, shown, &result, &why);
  free (why);
  if (is_read)
    RP_VEC_PUSH (&c->results, result);
  return is_read;
}

/* ---- standard input ---- */

static bool
is_slow (void)
{
  struct pollfd input = { .fd = STDIN_FILENO, .events = POLLIN };
  return poll (&input, 1, PATIENCE_MS) == 0;
}

static bool
keep_bytes (int to, const char *bytes, size_t count)
{
  while (count)
    {
      ssize_t written = write (to, bytes, count);
      if (written < 0 && errno != EINTR)
        return false;
      bytes += written > 0 ? written : 0;
      count -= written > 0 ? (size_t) written : 0;
    }
  return true;
}

/* Copies the standard input, up to its end, to a file in memory, so that every schedule reads the same bytes.
 * Copies nothing from a terminal, or if the file cannot be made. If a read or a write fails, the copy ends there.
 * Returns false only if the user interrupted the reading. */
static bool
read_input (rp_compiled *c, const char *verb, volatile sig_atomic_t *interrupt)
{
  char bytes[65536];
  ssize_t count;
  if (isatty (STDIN_FILENO))
    return true;
  c->input = memfd_create ("raceproof-input", MFD_CLOEXEC);
  if (c->input < 0)
    return true;
  if (is_slow ())
    fprintf (
      stderr,
      "raceproof %s: waits for the end of the program's standard input, which every schedule "
      "gets (</dev/null if it has none)\n",
      verb);
  while ((count = read (STDIN_FILENO, bytes, sizeof bytes)) != 0)
    {
      if (count < 0 && errno == EINTR && !*interrupt)
        continue;
      if (count < 0 && *interrupt)
        return false;
      if (count < 0 || !keep_bytes (c->input, bytes, (size_t) count))
        break;
      c->input_hash = rp_hash64 (c->input_hash ^ rp_hash_bytes (bytes, (size_t) count));
      c->input_size += (uint64_t) count;
    }
  return true;
}

static void
name_input (rp_compiled *c)
{
  if (c->input_size)
    snprintf (c->input_path, sizeof c->input_path, "/proc/%ld/fd/%d", (long) getpid (), c->input);
}

/* ---- the whole ---- */

uint64_t
rp_compiled_hash (const char *path)
{
  struct stat info;
  uint64_t hash = 0;
  int fd = open (path, O_RDONLY | O_CLOEXEC);
  if (fd >= 0 && fstat (fd, &info) == 0 && info.st_size > 0)
    {
      void *bytes = mmap (NULL, (size_t) info.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
      if (bytes != MAP_FAILED)
        {
          hash = rp_hash_bytes (bytes, (size_t) info.st_size);
          munmap (bytes, (size_t) info.st_size);
        }
    }
  if (fd >= 0)
    close (fd);
  return hash;
}

static void
list_arguments (rp_compiled *c, const struct rp_run_options *options)
{
  size_t count = 0;
  while (options->program_args && options->program_args[count])
    count++;
  c->arguments = rp_calloc (count + 2, sizeof *c->arguments);
  c->arguments[0] = (char *) options->program_path;
  for (size_t i = 0; i < count; i++)
    c->arguments[i + 1] = options->program_args[i];
}

static void
prepare_names (rp_compiled *c)
{
  size_t count;
  const rp_program_module *modules = rp_program_modules (c->subject, &count);
  c->reader = (rp_program_reader) { .arena = &c->names,
                                    .symbols = rp_symbols_new (),
                                    .symbolize = c->style.symbolize };
  rp_symbols_strip (c->reader.symbols, c->style.strip_prefix);
  for (size_t i = 0; i < count && c->style.symbolize; i++)
    rp_symbols_add_module (c->reader.symbols, modules[i].path, modules[i].low, modules[i].high,
                           modules[i].bias);
}

int
rp_compiled_open (rp_compiled *c, const char *verb, const struct rp_run_options *options,
                  double most_seconds, volatile sig_atomic_t *interrupt)
{
  *c = (rp_compiled) { .namer = { .site = name_site,
                                  .location = name_location,
                                  .task_kind = name_kind,
                                  .task_binding = name_binding,
                                  .region = name_region },
                       .input = -1 };
  int status = rp_cli_check_program (verb, options);
  if (status >= 0)
    return status;
  rp_settings_take (&c->settings);
  rp_settings_leave (&c->settings);
  c->style = (rp_program_style) { .symbolize = c->settings.symbolize,
                              .strip_prefix = c->settings.strip_path_prefix,
                              .keeps_places = true,
                              .suppressions = &c->none };
  list_arguments (c, options);
  c->path = rp_cli_absolute (options->program_path);
  c->hash = rp_compiled_hash (c->path);
  if (!read_input (c, verb, interrupt))
    return rp_cli_error (verb, "interrupted");
  name_input (c);
  char *why = NULL;
  rp_program_options started = { .path = c->path,
                                 .arguments = c->arguments,
                                 .input_path = c->input_size ? c->input_path : NULL,
                                 .most_seconds = most_seconds,
                                 .interrupt = interrupt,
                                 .namer = &c->namer,
                                 .describe = describe,
                                 .context = c };
  c->subject = rp_subject_program (&started, &why);
  if (!c->subject)
    {
      status = rp_cli_error (verb, "cannot explore `%s': %s", options->program_path, why);
      free (why);
      return status;
    }
  prepare_names (c);
  return -1;
}

void
rp_compiled_close (rp_compiled *c)
{
  if (c->subject)
    c->subject->free (c->subject);
  if (c->reader.symbols)
    rp_symbols_free (c->reader.symbols);
  for (size_t i = 0; i < c->results.count; i++)
    rp_program_result_clear (&c->results.items[i]);
  RP_VEC_CLEAR (&c->results);
  RP_VEC_CLEAR (&c->sites);
  rp_arena_clear (&c->names);
  if (c->input >= 0)
    close (c->input);
  free (c->arguments);
  free (c->path);
}

void
rp_compiled_describe (const rp_compiled *c, rp_report *report)
{
  rp_strbuf text = { 0 };
  for (char **word = c->arguments + 1; *word; word++)
    rp_strbuf_format (&text, "%s%s", text.length ? " " : "", *word);
  report->input = text.length ? rp_arena_format (&report->arena, "arguments `%s'", text.text) : "";
  rp_strbuf_clear (&text);
}

void
rp_compiled_add_remarks (const rp_compiled *c, rp_report *report)
{
  for (int kind = 0; kind < RP_REMARKS; kind++)
    {
      size_t count;
      const char *const *texts = rp_program_remarks (c->subject, (rp_remark) kind, &count);
      for (size_t i = 0; i < count; i++)
        {
          const char *text = rp_arena_format (&report->arena, "%s", texts[i]);
          if (kind == RP_REMARK_WARNING)
            RP_VEC_PUSH (&report->warnings, text);
          else if (kind == RP_REMARK_UNSEEN)
            RP_VEC_PUSH (&report->unseen, text);
          else
            RP_VEC_PUSH (&report->limits, text);
        }
    }
}
