/* A source file in memory, and places in it. */
#ifndef RP_BASE_SOURCE_H
#define RP_BASE_SOURCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Bytes begin..end-1 of one source. */
typedef struct rp_span
{
  uint32_t begin, end;
} rp_span;

/* A place as people write it. Lines and columns count from 1, columns in bytes; end_column is one past the last column.
 * Line 0 means unknown. The file name is borrowed. */
typedef struct rp_place
{
  const char *file;
  uint32_t line, column, end_line, end_column;
} rp_place;

typedef struct rp_source
{
  char *name, *text; /* text is NUL-terminated; it may contain NULs of its own */
  size_t length;
  uint32_t *line_start; /* offset of each line's first byte */
  uint32_t line_count;
} rp_source;

/* Reads a file. On failure returns NULL and errno says why (EFBIG past 256 MiB). */
rp_source *rp_source_read (const char *path);
rp_source *rp_source_from_text (const char *name, const char *text, size_t length);
void rp_source_free (rp_source *source);

rp_place rp_source_place (const rp_source *source, rp_span span);

/* Sets *TEXT and *LENGTH to line LINE (from 1) without its end (a newline, or a carriage return and a newline);
 * *TEXT is not NUL-terminated. Returns false if there is no such line. */
bool rp_source_line (const rp_source *source, uint32_t line, const char **text, size_t *length);

static inline rp_span
rp_span_join (rp_span a, rp_span b)
{
  return (rp_span) { a.begin < b.begin ? a.begin : b.begin, a.end > b.end ? a.end : b.end };
}

#endif
