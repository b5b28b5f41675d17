#include "lang/errors.h"

#include "base/strbuf.h"

#include <stdarg.h>

void
rp_errors_init (rp_errors *errors, const rp_source *source, rp_diagnostics *diagnostics)
{
  *errors = (rp_errors) { .source = source,
                          .diagnostics = diagnostics,
                          .first = diagnostics->list.count };
}

static const char *
keep_text (rp_errors *errors, const char *format, va_list arguments)
{
  rp_strbuf text = { 0 };
  rp_strbuf_vformat (&text, format, arguments);
  const char *kept
    = rp_arena_copy (&errors->diagnostics->arena, rp_strbuf_text (&text), text.length);
  rp_strbuf_clear (&text);
  return kept;
}

rp_diagnostic *
rp_errors_add (rp_errors *errors, rp_source_error rule, rp_span at, const char *format, ...)
{
  if (errors->count++ >= RP_MAX_ERRORS)
    return &errors->dropped;
  va_list arguments;
  va_start (arguments, format);
  const char *message = keep_text (errors, format, arguments);
  va_end (arguments);
  return rp_diagnostics_add (errors->diagnostics, rule, rp_source_place (errors->source, at), "%s",
                             message);
}

const char *
rp_errors_text (rp_errors *errors, const char *format, ...)
{
  va_list arguments;
  va_start (arguments, format);
  const char *text = keep_text (errors, format, arguments);
  va_end (arguments);
  return text;
}

void
rp_errors_other (rp_errors *errors, rp_diagnostic *diagnostic, rp_span at, const char *label)
{
  diagnostic->other = rp_source_place (errors->source, at);
  diagnostic->other_label = label;
}

bool
rp_errors_full (const rp_errors *errors)
{
  return errors->count >= RP_MAX_ERRORS;
}

static bool
comes_before (const rp_diagnostic *a, const rp_diagnostic *b)
{
  return a->at.line != b->at.line ? a->at.line < b->at.line : a->at.column < b->at.column;
}

void
rp_errors_sort (rp_errors *errors)
{
  rp_diagnostic *items = errors->diagnostics->list.items;
  for (size_t i = errors->first + 1; i < errors->diagnostics->list.count; i++)
    {
      rp_diagnostic moving = items[i];
      size_t to = i;
      for (; to > errors->first && comes_before (&moving, &items[to - 1]); to--)
        items[to] = items[to - 1];
      items[to] = moving;
    }
}
