#include "compile/rewrite/fortran_hidden.h"

#include "compile/rewrite/fortran_line.h"

#include <ctype.h>
#include <string.h>

rp_strbuf
rp_fortran_squeezed (const char *directive)
{
  rp_strbuf text = { 0 };
  char quote = '\0';
  for (; *directive; directive++)
    {
      bool is_quote = *directive == '"' || *directive == '\'';
      if (quote || !isspace ((unsigned char) *directive))
        rp_strbuf_add_char (&text, quote ? *directive : (char) tolower ((unsigned char) *directive));
      if (is_quote && (!quote || quote == *directive))
        quote = quote ? '\0' : *directive;
    }
  return text;
}

static bool
begins_with (const char *text, const char *word)
{
  return !strncmp (text, word, strlen (word));
}

bool
rp_fortran_brings_together (const char *directive)
{
  static const char *const combined[] = { "do", "sections", "workshare", "loop", "master", "masked" };
  static const char *const ends[] = { "enddo", "endsections", "endsingle", "endworkshare" };
  rp_strbuf squeezed = rp_fortran_squeezed (directive);
  const char *text = rp_strbuf_text (&squeezed);
  bool is_parallel = begins_with (text, "parallel"), is_barrier = begins_with (text, "barrier");
  for (size_t i = 0; i < sizeof combined / sizeof *combined; i++)
    is_parallel &= !begins_with (text, "parallel") || !begins_with (text + strlen ("parallel"), combined[i]);
  for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
    is_barrier |= begins_with (text, ends[i]) && !strstr (text, "nowait");
  rp_strbuf_clear (&squeezed);
  return is_parallel || is_barrier;
}

/* Returns the line at AT without blanks and in lower case. The caller clears it. */
static rp_strbuf
squeezed_line (const char *at)
{
  rp_fortran_span l = rp_fortran_line_at (at);
  rp_strbuf line = { 0 };
  rp_strbuf_add_bytes (&line, l.at, (size_t) (l.end - l.at));
  rp_strbuf squeezed = rp_fortran_squeezed (rp_strbuf_text (&line));
  rp_strbuf_clear (&line);
  return squeezed;
}

/* Returns whether the next `end workshare` from REST on has `nowait`, on its line or on the next one. */
static bool
ends_without_barrier (const char *rest)
{
  bool has_ended = false, has_nowait = false;
  for (; *rest && !has_ended; rest = rp_fortran_after_line (rest))
    {
      rp_strbuf line = squeezed_line (rest), next = squeezed_line (rp_fortran_after_line (rest));
      const char *end = strstr (rp_strbuf_text (&line), "$ompendworkshare");
      has_ended = end && end <= rp_strbuf_text (&line) + 1;
      has_nowait = has_ended
                   && (strstr (end, "nowait")
                       || (strstr (rp_strbuf_text (&next), "$omp") && strstr (rp_strbuf_text (&next), "nowait")));
      rp_strbuf_clear (&line);
      rp_strbuf_clear (&next);
    }
  return has_nowait;
}

bool
rp_fortran_is_workshare (const char *directive, bool *is_end)
{
  rp_strbuf squeezed = rp_fortran_squeezed (directive);
  const char *text = rp_strbuf_text (&squeezed);
  *is_end = begins_with (text, "end");
  text += *is_end ? strlen ("end") : 0;
  text += begins_with (text, "parallel") ? strlen ("parallel") : 0;
  bool is_workshare = begins_with (text, "workshare");
  rp_strbuf_clear (&squeezed);
  return is_workshare;
}

bool
rp_fortran_hides_workshare (const char *directive, const char *rest, bool is_together)
{
  rp_strbuf squeezed = rp_fortran_squeezed (directive);
  bool is_workshare = begins_with (rp_strbuf_text (&squeezed), "workshare");
  bool has_nowait = strstr (rp_strbuf_text (&squeezed), "nowait");
  rp_strbuf_clear (&squeezed);
  return is_workshare && (!is_together || has_nowait || ends_without_barrier (rest));
}
