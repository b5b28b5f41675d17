#include "core/finding/diagnostic.h"

#include "base/strbuf.h"

#include <stdarg.h>

rp_diagnostic *
rp_diagnostics_add (rp_diagnostics *diagnostics, rp_source_error rule, rp_place at,
                    const char *format, ...)
{
  rp_strbuf message = { 0 };
  va_list arguments;
  va_start (arguments, format);
  rp_strbuf_vformat (&message, format, arguments);
  va_end (arguments);
  rp_diagnostic diagnostic = { .rule = rule, .at = at };
  diagnostic.message
    = rp_arena_copy (&diagnostics->arena, rp_strbuf_text (&message), message.length);
  rp_strbuf_clear (&message);
  RP_VEC_PUSH (&diagnostics->list, diagnostic);
  return &RP_VEC_LAST (&diagnostics->list);
}

void
rp_diagnostics_clear (rp_diagnostics *diagnostics)
{
  RP_VEC_CLEAR (&diagnostics->list);
  rp_arena_clear (&diagnostics->arena);
}
