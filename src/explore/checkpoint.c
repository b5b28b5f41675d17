#include "explore/checkpoint.h"

#include "base/panic.h"
#include "core/finding/finding.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char first_line[] = "raceproof-checkpoint 2";

/* Closes the file after a write that failed; errno stays. If another part were written later, it would follow an
 * incomplete one, and rp_checkpoint_resume could read neither. */
static void
close_failed (rp_checkpoint *checkpoint)
{
  int saved = errno;
  rp_checkpoint_close (checkpoint);
  errno = saved;
}

bool
rp_checkpoint_create (rp_checkpoint *checkpoint, const char *path, const rp_checkpoint_head *head)
{
  checkpoint->file = fopen (path, "w");
  if (!checkpoint->file)
    return false;
  bool is_written = fprintf (checkpoint->file, "%s\n%s\nitems %" PRIu64 " %016" PRIx64 "\n",
                             first_line, head->identity, head->items, head->hash)
                      > 0
                    && fflush (checkpoint->file) == 0;
  if (!is_written)
    close_failed (checkpoint);
  return is_written;
}

bool
rp_checkpoint_add (rp_checkpoint *checkpoint, uint64_t item, const char *text, size_t length)
{
  if (!checkpoint->file)
    return true;
  bool is_written = fprintf (checkpoint->file, "item %" PRIu64 " %zu %016" PRIx64 "\n", item,
                             length, rp_hash_bytes (text, length))
                      > 0
                    && fwrite (text, 1, length, checkpoint->file) == length
                    && fputc ('\n', checkpoint->file) != EOF && fflush (checkpoint->file) == 0;
  if (!is_written)
    close_failed (checkpoint);
  return is_written;
}

void
rp_checkpoint_close (rp_checkpoint *checkpoint)
{
  if (checkpoint->file)
    fclose (checkpoint->file);
  checkpoint->file = NULL;
}

/* ---- reading ---- */

static char *say (const char *format, ...) __attribute__ ((format (printf, 1, 2)));

static char *
say (const char *format, ...)
{
  rp_strbuf text = { 0 };
  va_list arguments;
  va_start (arguments, format);
  rp_strbuf_vformat (&text, format, arguments);
  va_end (arguments);
  return text.text;
}

static bool
read_all (FILE *file, rp_strbuf *text)
{
  char block[65536];
  size_t got;
  while ((got = fread (block, 1, sizeof block, file)) > 0)
    rp_strbuf_add_bytes (text, block, got);
  return !ferror (file);
}

/* Stores the line at *AT of TEXT in *LINE and *LENGTH, without its line end, and moves *AT behind it. Returns false if
 * there is no complete line. */
static bool
next_line (const rp_strbuf *text, size_t *at, const char **line, size_t *length)
{
  const char *start = rp_strbuf_text (text) + *at;
  const char *end = memchr (start, '\n', text->length - *at);
  if (!end)
    return false;
  *line = start;
  *length = (size_t) (end - start);
  *at += *length + 1;
  return true;
}

static bool
is_line (const char *line, size_t length, const char *text)
{
  return length == strlen (text) && !memcmp (line, text, length);
}

static char *
check_head (const rp_strbuf *text, const rp_checkpoint_head *head, size_t *at)
{
  const char *line;
  size_t length;
  if (!next_line (text, at, &line, &length) || !is_line (line, length, first_line))
    return say ("it is no checkpoint of this version");
  if (!next_line (text, at, &line, &length))
    return say ("it is damaged");
  if (!is_line (line, length, head->identity))
    return say ("it is of another search: `%.*s', and not `%s'",
                (int) (length < 200 ? length : 200), line, head->identity);
  char items[64];
  snprintf (items, sizeof items, "items %" PRIu64 " %016" PRIx64, head->items, head->hash);
  if (!next_line (text, at, &line, &length))
    return say ("it is damaged");
  if (!is_line (line, length, items))
    return say ("its parts are not those of this search");
  return NULL;
}

/* Reads "item NUMBER LENGTH HASH" into *ITEM, *BYTES and *HASH. Returns false if LINE is not exactly as
 * rp_checkpoint_add writes such lines. */
static bool
read_item (const char *line, size_t length, uint64_t *item, uint64_t *bytes, uint64_t *hash)
{
  char copy[96] = "", again[96];
  if (length >= sizeof copy)
    return false;
  memcpy (copy, line, length);
  if (sscanf (copy, "item %" SCNu64 " %" SCNu64 " %" SCNx64, item, bytes, hash) != 3)
    return false;
  snprintf (again, sizeof again, "item %" PRIu64 " %" PRIu64 " %016" PRIx64, *item, *bytes, *hash);
  return !strcmp (copy, again);
}

/* Calls TAKE for each complete part from position *AT on. *AT becomes the position behind the last one. Returns NULL,
 * or a message if the file is damaged. */
static char *
take_items (const rp_strbuf *text, const rp_checkpoint_head *head, size_t *at,
            bool (*take) (void *context, uint64_t item, const char *text, size_t length),
            void *context)
{
  for (size_t next = *at;; *at = next)
    {
      const char *line;
      size_t length;
      uint64_t item, bytes, hash;
      if (!next_line (text, &next, &line, &length))
        return NULL;
      if (!read_item (line, length, &item, &bytes, &hash) || item >= head->items)
        return say ("it is damaged, %zu bytes from its beginning", *at);
      if (bytes >= text->length - next) /* the process died while it wrote this part */
        return NULL;
      const char *content = text->text + next;
      if (content[bytes] != '\n' || rp_hash_bytes (content, (size_t) bytes) != hash
          || !take (context, item, content, (size_t) bytes))
        return say ("part %" PRIu64 " of it is damaged", item);
      next += (size_t) bytes + 1;
    }
}

char *
rp_checkpoint_resume (rp_checkpoint *checkpoint, const char *path, const rp_checkpoint_head *head,
                   bool (*take) (void *context, uint64_t item, const char *text, size_t length),
                   void *context)
{
  rp_strbuf text = { 0 };
  size_t at = 0;
  checkpoint->file = fopen (path, "r+");
  if (!checkpoint->file || !read_all (checkpoint->file, &text))
    {
      rp_strbuf_clear (&text);
      return say ("%s", strerror (errno));
    }
  char *wrong = check_head (&text, head, &at);
  if (!wrong)
    wrong = take_items (&text, head, &at, take, context);
  if (!wrong
      && (fseek (checkpoint->file, (long) at, SEEK_SET)
          || ftruncate (fileno (checkpoint->file), (off_t) at)))
    wrong = say ("%s", strerror (errno));
  if (wrong)
    rp_checkpoint_close (checkpoint);
  rp_strbuf_clear (&text);
  return wrong;
}
