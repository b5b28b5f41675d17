#include "base/strbuf.h"

#include "base/panic.h"
#include "base/vec.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void
reserve (rp_strbuf *buffer, size_t more)
{
  size_t needed = buffer->length + more + 1;
  if (buffer->capacity < needed)
    buffer->text = rp_vec_grow (buffer->text, needed, &buffer->capacity, 1);
}

void
rp_strbuf_add_bytes (rp_strbuf *buffer, const char *bytes, size_t length)
{
  reserve (buffer, length);
  if (length)
    memcpy (buffer->text + buffer->length, bytes, length);
  buffer->length += length;
  buffer->text[buffer->length] = '\0';
}

void
rp_strbuf_add (rp_strbuf *buffer, const char *text)
{
  rp_strbuf_add_bytes (buffer, text, strlen (text));
}

void
rp_strbuf_add_char (rp_strbuf *buffer, char c)
{
  rp_strbuf_add_bytes (buffer, &c, 1);
}

void
rp_strbuf_repeat (rp_strbuf *buffer, const char *text, size_t times)
{
  while (times--)
    rp_strbuf_add (buffer, text);
}

void
rp_strbuf_vformat (rp_strbuf *buffer, const char *format, va_list arguments)
{
  va_list again;
  va_copy (again, arguments);
  int length = vsnprintf (NULL, 0, format, arguments);
  RP_ASSERT (length >= 0);
  reserve (buffer, (size_t) length);
  vsnprintf (buffer->text + buffer->length, (size_t) length + 1, format, again);
  buffer->length += (size_t) length;
  va_end (again);
}

void
rp_strbuf_format (rp_strbuf *buffer, const char *format, ...)
{
  va_list arguments;
  va_start (arguments, format);
  rp_strbuf_vformat (buffer, format, arguments);
  va_end (arguments);
}

const char *
rp_strbuf_text (const rp_strbuf *buffer)
{
  return buffer->text ? buffer->text : "";
}

void
rp_strbuf_clear (rp_strbuf *buffer)
{
  free (buffer->text);
  *buffer = (rp_strbuf) { 0 };
}
