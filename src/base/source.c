#include "base/source.h"

#include "base/panic.h"
#include "base/strbuf.h"
#include "base/vec.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define MAX_BYTES ((size_t) 256 << 20)

static void
index_lines (rp_source *source)
{
  RP_VEC (uint32_t) starts = { 0 };
  RP_VEC_PUSH (&starts, 0);
  for (size_t i = 0; i < source->length; i++)
    if (source->text[i] == '\n')
      RP_VEC_PUSH (&starts, (uint32_t) i + 1);
  source->line_start = starts.items;
  source->line_count = (uint32_t) starts.count;
}

rp_source *
rp_source_from_text (const char *name, const char *text, size_t length)
{
  RP_ASSERT (length <= MAX_BYTES);
  rp_source *source = rp_calloc (1, sizeof *source);
  source->name = rp_strdup (name);
  source->text = rp_malloc (length + 1);
  if (length)
    memcpy (source->text, text, length);
  source->text[length] = '\0';
  source->length = length;
  index_lines (source);
  return source;
}

static bool
read_all (int fd, rp_strbuf *into)
{
  char block[1 << 16];
  for (;;)
    {
      ssize_t got = read (fd, block, sizeof block);
      if (got == 0)
        return true;
      if (got < 0 && errno == EINTR)
        continue;
      if (got < 0)
        return false;
      rp_strbuf_add_bytes (into, block, (size_t) got);
      if (into->length > MAX_BYTES)
        {
          errno = EFBIG;
          return false;
        }
    }
}

rp_source *
rp_source_read (const char *path)
{
  int fd = open (path, O_RDONLY | O_CLOEXEC);
  if (fd < 0)
    return NULL;
  rp_strbuf content = { 0 };
  bool complete = read_all (fd, &content);
  int error = errno;
  close (fd);
  rp_source *source
    = complete ? rp_source_from_text (path, rp_strbuf_text (&content), content.length) : NULL;
  rp_strbuf_clear (&content);
  errno = error;
  return source;
}

void
rp_source_free (rp_source *source)
{
  if (!source)
    return;
  free (source->name);
  free (source->text);
  free (source->line_start);
  free (source);
}

static uint32_t
line_of (const rp_source *source, uint32_t offset)
{
  uint32_t low = 0, high = source->line_count;
  while (high - low > 1)
    {
      uint32_t middle = low + (high - low) / 2;
      if (source->line_start[middle] <= offset)
        low = middle;
      else
        high = middle;
    }
  return low;
}

rp_place
rp_source_place (const rp_source *source, rp_span span)
{
  uint32_t first = line_of (source, span.begin), last = line_of (source, span.end);
  return (rp_place) { source->name, first + 1, span.begin - source->line_start[first] + 1, last + 1,
                      span.end - source->line_start[last] + 1 };
}

bool
rp_source_line (const rp_source *source, uint32_t line, const char **text, size_t *length)
{
  if (line == 0 || line > source->line_count)
    return false;
  size_t begin = source->line_start[line - 1];
  size_t end = line < source->line_count ? source->line_start[line] - 1 : source->length;
  if (end > begin && source->text[end - 1] == '\r')
    end--;
  *text = source->text + begin;
  *length = end - begin;
  return true;
}
