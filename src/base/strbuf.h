/* Text under construction. Always NUL-terminated once something was added. */
#ifndef RP_BASE_STRBUF_H
#define RP_BASE_STRBUF_H

#include <stdarg.h>
#include <stddef.h>

typedef struct rp_strbuf
{
  char *text;
  size_t length, capacity;
} rp_strbuf;

void rp_strbuf_add (rp_strbuf *buffer, const char *text);
void rp_strbuf_add_bytes (rp_strbuf *buffer, const char *bytes, size_t length);
void rp_strbuf_add_char (rp_strbuf *buffer, char c);
void rp_strbuf_repeat (rp_strbuf *buffer, const char *text, size_t times);
void rp_strbuf_format (rp_strbuf *buffer, const char *format, ...)
  __attribute__ ((format (printf, 2, 3)));
void rp_strbuf_vformat (rp_strbuf *buffer, const char *format, va_list arguments)
  __attribute__ ((format (printf, 2, 0)));

/* Returns the text so far, "" if nothing was added. The buffer still owns it. */
const char *rp_strbuf_text (const rp_strbuf *buffer);
void rp_strbuf_clear (rp_strbuf *buffer);

#endif
