/* A walk over the lines of Fortran. A directive that changes is written anew, in lines that are
 * short enough for either form; a line marker after it sets the numbers right. What is between the
 * lines of a directive, and comments behind it, get lost then. */
#include "rewrite/directive.h"
#include "rewrite/rewrite.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* The columns that we fill. */
#define WIDTH 70

typedef struct line
{
  const char *at, *end; /* without the newline */
} line;

typedef struct walk
{
  const char *at; /* the next line */
  size_t number;  /* its own, in the file it comes from */
  rp_strbuf file; /* the name of that file, as it is written in line markers */
  bool is_fixed;
  size_t line_length; /* of the fixed form; 0 is any */
  rp_strbuf *out;
  bool has_changed;
} walk;

/* A directive from all of its lines. */
typedef struct directive
{
  rp_strbuf text;  /* after !$omp */
  const char *end; /* where the line after it begins */
  size_t lines;
  bool is_complete; /* no line is missing */
} directive;

static const rp_rewrite_language in_fortran = {
  .loop_name = "do",
  .number = "%" PRIu64 "_8",
  .is_fortran = true,
};

static line
line_at (const char *at)
{
  line l = { at, at + strcspn (at, "\n") };
  if (l.end > l.at && l.end[-1] == '\r')
    l.end--;
  return l;
}

static const char *
after_line (const char *at)
{
  at += strcspn (at, "\n");
  return *at ? at + 1 : at;
}

static const char *
after_blanks (line l)
{
  while (l.at < l.end && (*l.at == ' ' || *l.at == '\t'))
    l.at++;
  return l.at;
}

/* Whether a directive begins or goes on in this line; what is after its sentinel. */
static bool
has_sentinel (const walk *w, line l, line *rest)
{
  const char *at = w->is_fixed ? l.at : after_blanks (l);
  bool begins = w->is_fixed ? *at && strchr ("!cC*", *at) : *at == '!';
  if (!begins || l.end - at < 5 || strncasecmp (at + 1, "$omp", 4))
    return false;
  *rest = (line) { at + 5, l.end };
  return rest->at == rest->end || w->is_fixed || strchr (" \t&", *rest->at);
}

/* The line without a comment and blanks at its end. */
static line
without_comment (line l)
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

/* Column 6 says whether the line goes on with the one before. */
static bool
goes_on_fixed (line rest)
{
  return rest.at < rest.end && !strchr (" \t0", *rest.at);
}

static line
without_columns_beyond (const walk *w, line l)
{
  if (w->line_length && (size_t) (l.end - l.at) > w->line_length)
    l.end = l.at + w->line_length;
  return l;
}

static void
add_line (directive *d, line l)
{
  rp_strbuf_add_bytes (&d->text, l.at, (size_t) (l.end - l.at));
  d->lines++;
  d->end = after_line (l.end);
}

static void
read_fixed (const walk *w, directive *d)
{
  for (const char *at = w->at; *at; at = after_line (at))
    {
      line rest, whole = without_columns_beyond (w, line_at (at));
      if (!has_sentinel (w, whole, &rest) || goes_on_fixed (rest) != (at != w->at))
        break;
      if (rest.at < rest.end)
        rest.at++;
      add_line (d, without_comment (rest));
    }
  d->is_complete = d->lines > 0;
}

static void
read_free (const walk *w, directive *d)
{
  bool goes_on = true;
  for (const char *at = w->at; *at && goes_on; at = after_line (at))
    {
      line rest;
      if (!has_sentinel (w, line_at (at), &rest))
        return;
      rest = without_comment (rest);
      rest.at = after_blanks (rest);
      goes_on = rest.end > rest.at && rest.end[-1] == '&';
      rest.end -= goes_on;
      if (rest.at < rest.end && *rest.at == '&')
        rest.at++;
      else
        rp_strbuf_add_char (&d->text, ' ');
      add_line (d, rest);
    }
  d->is_complete = !goes_on;
}

static size_t
string_length (const char *at)
{
  size_t length = 1;
  while (at[length] && at[length] != *at)
    length++;
  return at[length] ? length + 1 : length;
}

/* Up to where a line may end: behind a blank, a comma, a parenthesis or a colon, so not in an operator such as .or.
 * or // and not in a number. (/ and /) are one. */
static size_t
piece_length (const char *at)
{
  size_t length = 0;
  while (at[length])
    {
      char c = at[length];
      if (c == '\'' || c == '"')
        {
          length += string_length (at + length);
          continue;
        }
      length++;
      if (strchr (" ,):", c) || (c == '(' && at[length] != '/'))
        break;
    }
  return length;
}

/* Appends the directive in several lines; returns their number. */
static size_t
write_directive (rp_strbuf *out, const char *text, bool is_fixed)
{
  const char *begin = "!$omp ", *next = is_fixed ? "\n!$omp&" : " &\n!$omp& ";
  rp_strbuf_add (out, begin);
  size_t column = strlen (begin), lines = 1;
  while (*text)
    {
      size_t length = piece_length (text);
      if (column + length > WIDTH)
        {
          rp_strbuf_add (out, next);
          column = strlen (next);
          lines++;
        }
      rp_strbuf_add_bytes (out, text, length);
      column += length;
      text += length;
    }
  rp_strbuf_add_char (out, '\n');
  return lines;
}

static void
write_line_marker (const walk *w, size_t number)
{
  rp_strbuf_format (w->out, "# %zu \"%s\"\n", number, rp_strbuf_text (&w->file));
}

static void
apply_edits (const rp_strbuf *text, const rp_rewrite_edits *edits, rp_strbuf *result)
{
  size_t at = 0;
  for (size_t i = 0; i < edits->count; i++)
    {
      const rp_rewrite_edit *edit = &edits->items[i];
      rp_strbuf_add_bytes (result, text->text + at, edit->at - at);
      rp_strbuf_add (result, edit->text);
      at = edit->at + edit->length;
    }
  rp_strbuf_add (result, text->text + at);
}

static void
replace_directive (walk *w, const directive *d, const rp_rewrite_edits *edits)
{
  rp_strbuf text = { 0 }, lines = { 0 };
  apply_edits (&d->text, edits, &text);
  size_t count = write_directive (&lines, rp_strbuf_text (&text), w->is_fixed);
  w->number += d->lines;
  w->at = d->end;
  w->has_changed = true;
  write_line_marker (w, w->number > count ? w->number - count : 1);
  rp_strbuf_add (w->out, rp_strbuf_text (&lines));
  if (w->number <= count)
    write_line_marker (w, w->number);
  rp_strbuf_clear (&text);
  rp_strbuf_clear (&lines);
}

static const char *
after_blanks_and_digits (line l)
{
  l.at = after_blanks (l);
  while (l.at < l.end && isdigit ((unsigned char) *l.at))
    l.at++;
  return after_blanks (l);
}

static const char *
after_name (line l)
{
  while (l.at < l.end && (isalnum ((unsigned char) *l.at) || *l.at == '_'))
    l.at++;
  return l.at;
}

/* The first line from AT on that is no comment and not empty; empty at the end. */
static line
statement_from (const walk *w, const char *at)
{
  for (; *at; at = after_line (at))
    {
      line l = without_comment (line_at (at));
      bool is_comment = w->is_fixed && l.at < l.end && strchr ("cC*", *l.at);
      if (after_blanks (l) < l.end && !is_comment && *l.at != '#')
        return l;
    }
  return (line) { at, at };
}

/* The variable of the loop there, `[label] [name:] do [label[,]] variable = ...`; NULL if there is none. */
static const char *
loop_variable (const walk *w, const char *at, size_t *length)
{
  line l = statement_from (w, at);
  l.at = after_blanks_and_digits (l);
  line behind = { after_name (l), l.end };
  behind.at = after_blanks (behind);
  if (behind.at < l.end && *behind.at == ':')
    l.at = after_blanks ((line) { behind.at + 1, l.end });
  if (l.end - l.at < 3 || strncasecmp (l.at, "do", 2) || isalnum ((unsigned char) l.at[2]))
    return NULL;
  l.at = after_blanks_and_digits ((line) { l.at + 2, l.end });
  l.at += l.at < l.end && *l.at == ',';
  const char *name = after_blanks (l), *end = after_name ((line) { name, l.end });
  const char *sign = after_blanks ((line) { end, l.end });
  *length = (size_t) (end - name);
  return end > name && sign < l.end && *sign == '=' ? name : NULL;
}

/* Returns whether a directive that changes was here, and is written. */
static bool
walk_directive (walk *w)
{
  directive d = { 0 };
  if (w->is_fixed)
    read_fixed (w, &d);
  else
    read_free (w, &d);
  rp_rewrite_edits edits = { 0 };
  rp_rewrite_context context = { .outer = RP_REWRITE_UNBOUND };
  if (d.is_complete)
    {
      context.variable = loop_variable (w, d.end, &context.variable_length);
      rp_rewrite_directive (rp_strbuf_text (&d.text), d.text.length, &in_fortran, &context, &edits);
    }
  bool changes = edits.count > 0;
  if (changes)
    replace_directive (w, &d, &edits);
  RP_VEC_CLEAR (&edits);
  rp_strbuf_clear (&d.text);
  return changes;
}

/* `# 12 "file" ...`, from the preprocessor. */
static void
read_line_marker (walk *w, line l)
{
  char *end;
  unsigned long number = strtoul (l.at + 1, &end, 10);
  const char *name = memchr (end, '"', (size_t) (l.end - end));
  const char *name_end = name ? memchr (name + 1, '"', (size_t) (l.end - name - 1)) : NULL;
  if (!name_end)
    return;
  rp_strbuf_clear (&w->file);
  rp_strbuf_add_bytes (&w->file, name + 1, (size_t) (name_end - name - 1));
  w->number = number - 1;
}

bool
rp_rewrite_fortran (const char *text, bool is_fixed, size_t line_length, rp_strbuf *out)
{
  walk w
    = { .at = text, .number = 1, .is_fixed = is_fixed, .line_length = line_length, .out = out };
  while (*w.at)
    {
      line l = line_at (w.at), rest;
      if (has_sentinel (&w, l, &rest) && walk_directive (&w))
        continue;
      if (l.end - l.at > 2 && l.at[0] == '#' && l.at[1] == ' ')
        read_line_marker (&w, l);
      const char *next = after_line (w.at);
      rp_strbuf_add_bytes (out, w.at, (size_t) (next - w.at));
      w.at = next;
      w.number++;
    }
  rp_strbuf_clear (&w.file);
  return w.has_changed;
}
