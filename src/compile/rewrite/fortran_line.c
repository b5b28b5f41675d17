#include "compile/rewrite/fortran_line.h"

#include <ctype.h>
#include <string.h>

rp_fortran_span
rp_fortran_line_at (const char *at)
{
  rp_fortran_span l = { at, at + strcspn (at, "\n") };
  if (l.end > l.at && l.end[-1] == '\r')
    l.end--;
  return l;
}

const char *
rp_fortran_after_line (const char *at)
{
  at += strcspn (at, "\n");
  return *at ? at + 1 : at;
}

const char *
rp_fortran_after_blanks (rp_fortran_span l)
{
  while (l.at < l.end && (*l.at == ' ' || *l.at == '\t'))
    l.at++;
  return l.at;
}

rp_fortran_span
rp_fortran_without_comment (rp_fortran_span l)
{
  char quote = '\0';
  for (const char *at = l.at; at < l.end; at++)
    if (quote)
      quote = *at == quote ? '\0' : quote;
    else if (*at == '\'' || *at == '"')
      quote = *at;
    else if (*at == '!')
      l.end = at;
  while (l.end > l.at && isspace ((unsigned char) l.end[-1]))
    l.end--;
  return l;
}

bool
rp_fortran_is_marker (rp_fortran_span l)
{
  return l.end - l.at > 2 && l.at[0] == '#' && l.at[1] == ' ';
}

bool
rp_fortran_is_comment (rp_fortran_span l, bool is_fixed)
{
  const char *at = rp_fortran_after_blanks (l);
  return at == l.end || *at == '!' || *l.at == '#' || (is_fixed && strchr ("cC*dD", *l.at));
}

/* Returns the line without the sentinel of conditional compilation, `!$`, if it has one. */
static rp_fortran_span
behind_condition (rp_fortran_span l, bool is_fixed)
{
  const char *at = is_fixed ? l.at : rp_fortran_after_blanks (l);
  bool is_conditional = l.end - at > 2 && strchr (is_fixed ? "!cC*" : "!", *at) && at[1] == '$'
                        && (at[2] == ' ' || at[2] == '\t');
  return is_conditional ? (rp_fortran_span) { at + 2, l.end } : l;
}

bool
rp_fortran_is_include (rp_fortran_span l, bool is_fixed, rp_strbuf *name)
{
  l = behind_condition (l, is_fixed);
  if (rp_fortran_is_comment (l, is_fixed))
    return false;
  for (const char *word = "include"; *word; word++, l.at++)
    {
      if (is_fixed || *word == 'i')
        l.at = rp_fortran_after_blanks (l);
      if (l.at == l.end || tolower ((unsigned char) *l.at) != *word)
        return false;
    }
  l.at = rp_fortran_after_blanks (l);
  if (l.at == l.end || (*l.at != '\'' && *l.at != '"'))
    return false;
  const char *begin = l.at + 1, *close = memchr (begin, *l.at, (size_t) (l.end - begin));
  if (!close || close == begin)
    return false;
  const char *rest = rp_fortran_after_blanks ((rp_fortran_span) { close + 1, l.end });
  if (rest < l.end && *rest != '!')
    return false;
  rp_strbuf_add_bytes (name, begin, (size_t) (close - begin));
  return true;
}
