/* Walks through the lines of Fortran. A directive that changes is written anew, in lines that are short enough for both
 * forms. A line marker before it keeps the numbers of the lines behind it right. Comments between and behind the lines
 * of such a directive are lost. */
#include "compile/rewrite/directive.h"
#include "compile/rewrite/fortran_hidden.h"
#include "compile/rewrite/fortran_line.h"
#include "compile/rewrite/rewrite.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* How many columns of a line a directive fills. */
#define WIDTH 70

typedef rp_fortran_span line;

typedef struct walk
{
  const char *at; /* the next line */
  size_t number;  /* number of that line in the file from which it comes */
  rp_strbuf file; /* the name of that file, as it is written in line markers */
  bool is_fixed;
  size_t line_length;                  /* length of lines in the fixed form; 0: not limited */
  const rp_rewrite_includes *includes; /* NULL: INCLUDE lines stay as they are */
  unsigned depth;                      /* nesting of INCLUDE lines */
  bool is_in_workshare;
  bool is_together; /* the team has just begun or met a barrier, and nothing was executed since */
  rp_strbuf *out;
  bool has_changed;
} walk;

/* A directive, joined from all of its lines. */
typedef struct directive
{
  rp_strbuf text;    /* text behind !$omp */
  rp_strbuf markers; /* the line markers between its lines */
  const char *end;   /* beginning of the line behind it */
  size_t number;     /* number of the line behind it */
  bool is_complete;  /* no line is missing */
} directive;

static const rp_rewrite_language in_fortran = {
  .loop_name = "do",
  .number = "%" PRIu64 "_8",
  .is_fortran = true,
};

/* Returns whether the line is part of a directive: it has the sentinel `!$omp`. Stores the text behind the sentinel
 * in *REST. */
static bool
has_sentinel (const walk *w, line l, line *rest)
{
  const char *at = w->is_fixed ? l.at : rp_fortran_after_blanks (l);
  bool begins = w->is_fixed ? *at && strchr ("!cC*", *at) : *at == '!';
  if (!begins || l.end - at < 5 || strncasecmp (at + 1, "$omp", 4))
    return false;
  *rest = (line) { at + 5, l.end };
  return rest->at == rest->end || w->is_fixed || strchr (" \t&", *rest->at);
}

/* REST is a directive's line in fixed form, from column 6 on. Returns whether column 6 says that the line continues the
 * line before it. */
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

/* Sets *NUMBER and FILE from the line marker L. Changes nothing if the marker names no file. */
static void
read_line_marker (line l, size_t *number, rp_strbuf *file)
{
  char *end;
  unsigned long given = strtoul (l.at + 1, &end, 10);
  const char *name = memchr (end, '"', (size_t) (l.end - end));
  const char *name_end = name ? memchr (name + 1, '"', (size_t) (l.end - name - 1)) : NULL;
  if (!name_end)
    return;
  rp_strbuf_clear (file);
  rp_strbuf_add_bytes (file, name + 1, (size_t) (name_end - name - 1));
  *number = given;
}

static void
add_line (directive *d, line l)
{
  rp_strbuf_add_bytes (&d->text, l.at, (size_t) (l.end - l.at));
  d->number++;
  d->end = rp_fortran_after_line (l.end);
}

/* Skips comments, empty lines and line markers, which may stand between the lines of a directive. Counts them in
 * d->number and copies the markers to d->markers. Returns the next other line, which may belong to the directive. */
static const char *
skip_between (const walk *w, directive *d, const char *at)
{
  for (line l, rest; *at; at = rp_fortran_after_line (at))
    {
      l = rp_fortran_line_at (at);
      if (has_sentinel (w, l, &rest) || !rp_fortran_is_comment (l, w->is_fixed))
        break;
      d->number++;
      if (!rp_fortran_is_marker (l))
        continue;
      rp_strbuf file = { 0 };
      read_line_marker (l, &d->number, &file);
      rp_strbuf_clear (&file);
      rp_strbuf_add_bytes (&d->markers, l.at, (size_t) (l.end - l.at));
      rp_strbuf_add_char (&d->markers, '\n');
    }
  return at;
}

/* Returns whether the directive continues in the line at AT, in the fixed form. Stores the line from column 6 on in
 * *REST. */
static bool
goes_on_at (const walk *w, const char *at, line *rest)
{
  return *at && has_sentinel (w, without_columns_beyond (w, rp_fortran_line_at (at)), rest)
         && goes_on_fixed (*rest);
}

static void
read_fixed (const walk *w, directive *d)
{
  line rest;
  const char *at = w->at;
  if (!has_sentinel (w, without_columns_beyond (w, rp_fortran_line_at (at)), &rest)
      || goes_on_fixed (rest))
    return;
  do
    {
      if (rest.at < rest.end)
        rest.at++;
      add_line (d, rp_fortran_without_comment (rest));
      directive ahead = { .number = d->number };
      at = skip_between (w, &ahead, d->end);
      bool goes_on = goes_on_at (w, at, &rest);
      if (goes_on)
        {
          rp_strbuf_add (&d->markers, rp_strbuf_text (&ahead.markers));
          d->number = ahead.number;
        }
      rp_strbuf_clear (&ahead.markers);
      if (!goes_on)
        break;
    }
  while (true);
  d->is_complete = true;
}

static void
read_free (const walk *w, directive *d)
{
  bool goes_on = true;
  for (const char *at = w->at; goes_on && *(at = skip_between (w, d, at)); at = rp_fortran_after_line (at))
    {
      line rest;
      if (!has_sentinel (w, rp_fortran_line_at (at), &rest))
        return;
      rest = rp_fortran_without_comment (rest);
      rest.at = rp_fortran_after_blanks (rest);
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

/* Returns the length of the text at AT that must stay on one line. It ends behind a blank, comma, parenthesis or colon,
 * so that no line ends inside an operator such as .or. or //, or inside a number. (/ and /) are one token. */
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

/* Appends the directive TEXT to OUT, in one or more lines. Returns the number of lines. */
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

/* Writes the lines of a directive so that the line behind them has the number NEXT. gfortran gives a directive the
 * place of its last line. */
static void
write_numbered (walk *w, const char *text, size_t next)
{
  rp_strbuf lines = { 0 };
  size_t count = write_directive (&lines, text, w->is_fixed);
  write_line_marker (w, next > count ? next - count : 1);
  rp_strbuf_add (w->out, rp_strbuf_text (&lines));
  if (next <= count)
    write_line_marker (w, next);
  rp_strbuf_clear (&lines);
}

/* Skips the directive D; copies only the line markers between its lines. The text that is written next replaces D. */
static void
pass_directive (walk *w, const directive *d)
{
  w->at = d->end;
  w->number = d->number;
  w->has_changed = true;
  rp_strbuf_add (w->out, rp_strbuf_text (&d->markers));
  for (const char *at = rp_strbuf_text (&d->markers); *at; at = rp_fortran_after_line (at))
    read_line_marker (rp_fortran_line_at (at), &(size_t) { 0 }, &w->file);
}

static void
replace_directive (walk *w, const directive *d, const rp_rewrite_edits *edits)
{
  rp_strbuf text = { 0 };
  apply_edits (&d->text, edits, &text);
  pass_directive (w, d);
  write_numbered (w, rp_strbuf_text (&text), w->number);
  rp_strbuf_clear (&text);
}

/* Inserts the directive TEXT before the directive D, and the directive BEHIND behind it, unless BEHIND is NULL. TEXT
 * and BEHIND announce to the library something that it does not see. */
static void
announce (walk *w, const directive *d, const char *text, const char *behind)
{
  pass_directive (w, d);
  write_numbered (w, text, w->number);
  write_numbered (w, rp_strbuf_text (&d->text), w->number);
  if (behind)
    write_numbered (w, behind, w->number);
}

static const char *
after_blanks_and_digits (line l)
{
  l.at = rp_fortran_after_blanks (l);
  while (l.at < l.end && isdigit ((unsigned char) *l.at))
    l.at++;
  return rp_fortran_after_blanks (l);
}

static const char *
after_name (line l)
{
  while (l.at < l.end && (isalnum ((unsigned char) *l.at) || *l.at == '_'))
    l.at++;
  return l.at;
}

/* Returns the first line from AT on that is neither a comment nor empty; an empty line at the end of the text. */
static line
statement_from (const walk *w, const char *at)
{
  for (; *at; at = rp_fortran_after_line (at))
    {
      line l = rp_fortran_without_comment (rp_fortran_line_at (at));
      bool is_comment = w->is_fixed && l.at < l.end && strchr ("cC*", *l.at);
      if (rp_fortran_after_blanks (l) < l.end && !is_comment && *l.at != '#')
        return l;
    }
  return (line) { at, at };
}

/* Returns the variable of the loop at AT, `[label] [name:] do [label[,]] variable = ...`; NULL if there is none. */
static const char *
loop_variable (const walk *w, const char *at, size_t *length)
{
  line l = statement_from (w, at);
  l.at = after_blanks_and_digits (l);
  line behind = { after_name (l), l.end };
  behind.at = rp_fortran_after_blanks (behind);
  if (behind.at < l.end && *behind.at == ':')
    l.at = rp_fortran_after_blanks ((line) { behind.at + 1, l.end });
  if (l.end - l.at < 3 || strncasecmp (l.at, "do", 2) || isalnum ((unsigned char) l.at[2]))
    return NULL;
  l.at = after_blanks_and_digits ((line) { l.at + 2, l.end });
  l.at += l.at < l.end && *l.at == ',';
  const char *name = rp_fortran_after_blanks (l), *end = after_name ((line) { name, l.end });
  const char *sign = rp_fortran_after_blanks ((line) { end, l.end });
  *length = (size_t) (end - name);
  return end > name && sign < l.end && *sign == '=' ? name : NULL;
}

static void
find_edits (const walk *w, const directive *d, rp_rewrite_edits *edits)
{
  rp_rewrite_context context = { .outer = RP_REWRITE_UNBOUND };
  context.variable = loop_variable (w, d->end, &context.variable_length);
  rp_rewrite_directive (rp_strbuf_text (&d->text), d->text.length, &in_fortran, &context, edits);
}

/* Finds edits in the fixed form, in which blanks mean nothing: `PARAL LEL DO`. If the text with blanks needs no edit,
 * the text without blanks may need one; then it becomes d->text. */
static void
find_edits_without_blanks (const walk *w, directive *d, rp_rewrite_edits *edits)
{
  directive squeezed = *d;
  squeezed.text = rp_fortran_squeezed (rp_strbuf_text (&d->text));
  find_edits (w, &squeezed, edits);
  if (edits->count)
    {
      rp_strbuf_clear (&d->text);
      d->text = squeezed.text;
    }
  else
    rp_strbuf_clear (&squeezed.text);
}

/* Returns whether the statement at AT begins a BLOCK construct. */
static bool
is_block (const walk *w, const char *at)
{
  line l = statement_from (w, at);
  l.at = after_blanks_and_digits (l);
  line behind = { after_name (l), l.end };
  behind.at = rp_fortran_after_blanks (behind);
  if (behind.at < l.end && *behind.at == ':')
    l.at = rp_fortran_after_blanks ((line) { behind.at + 1, l.end });
  return after_name (l) - l.at == 5 && !strncasecmp (l.at, "block", 5);
}

/* Returns the text that announces the directive to the library; NULL if no announcement is needed. *BEHIND becomes the
 * text that is needed behind the directive, or NULL. */
static const char *
announcement (walk *w, const directive *d, const char **behind)
{
  rp_rewrite_context context = { .outer = RP_REWRITE_UNBOUND };
  const char *text = rp_strbuf_text (&d->text);
  bool is_end, is_scope_end, is_workshare = rp_fortran_is_workshare (text, &is_end);
  bool is_scope = rp_rewrite_is_scope (text, d->text.length, &in_fortran, &is_scope_end);
  *behind = is_scope && is_scope_end ? RP_REWRITE_SCOPE_ENDED_FORTRAN : NULL;
  if (is_scope && (is_scope_end || is_block (w, d->end)))
    return RP_REWRITE_SCOPE_ENDS_FORTRAN;
  if (is_workshare)
    w->is_in_workshare = !is_end; /* inside of workshare no other directives are allowed */
  if (rp_rewrite_is_hidden (text, d->text.length, &in_fortran, &context)
      || rp_fortran_hides_workshare (text, d->end, w->is_together))
    return RP_REWRITE_HIDDEN_FORTRAN;
  bool is_update = !w->is_in_workshare && rp_rewrite_is_update (text, d->text.length, &in_fortran);
  return is_update ? RP_REWRITE_UPDATE_FORTRAN : NULL;
}

/* Reads the directive that begins at w->at. If it changes or needs an announcement, writes the new text, passes the
 * directive and returns true; otherwise returns false. */
static bool
walk_directive (walk *w)
{
  directive d = { .number = w->number };
  if (w->is_fixed)
    read_fixed (w, &d);
  else
    read_free (w, &d);
  rp_rewrite_edits edits = { 0 };
  const char *announced = NULL, *behind = NULL;
  if (d.is_complete)
    {
      find_edits (w, &d, &edits);
      if (!edits.count && w->is_fixed)
        find_edits_without_blanks (w, &d, &edits);
      announced = announcement (w, &d, &behind);
      w->is_together = rp_fortran_brings_together (rp_strbuf_text (&d.text));
    }
  if (edits.count)
    replace_directive (w, &d, &edits);
  else if (announced)
    announce (w, &d, announced, behind);
  bool changes = edits.count || announced;
  RP_VEC_CLEAR (&edits);
  rp_strbuf_clear (&d.text);
  rp_strbuf_clear (&d.markers);
  return changes;
}

static void walk_text (walk *w);

/* If the line includes a file that changes, writes the file's new text in place of the line, and returns true. */
static bool
walk_include (walk *w, line l)
{
  enum
  {
    DEEPEST = 20
  };
  rp_strbuf name = { 0 }, text = { 0 }, out = { 0 };
  walk inner = { .number = 1,
                 .is_fixed = w->is_fixed,
                 .line_length = w->line_length,
                 .includes = w->includes,
                 .depth = w->depth + 1,
                 .out = &out };
  if (w->includes && w->depth < DEEPEST && rp_fortran_is_include (l, w->is_fixed, &name)
      && w->includes->read (w->includes->data, rp_strbuf_text (&name), &inner.file, &text))
    {
      inner.at = rp_strbuf_text (&text);
      walk_text (&inner);
    }
  if (inner.has_changed)
    {
      rp_strbuf_format (w->out, "# 1 \"%s\" 1\n%s", rp_strbuf_text (&inner.file), rp_strbuf_text (&out));
      if (out.text[out.length - 1] != '\n')
        rp_strbuf_add_char (w->out, '\n');
      rp_strbuf_format (w->out, "# %zu \"%s\" 2\n", w->number + 1, rp_strbuf_text (&w->file));
      w->has_changed = true;
    }
  rp_strbuf_clear (&name);
  rp_strbuf_clear (&text);
  rp_strbuf_clear (&out);
  rp_strbuf_clear (&inner.file);
  return inner.has_changed;
}

static void
walk_text (walk *w)
{
  while (*w->at)
    {
      line l = rp_fortran_line_at (w->at), rest;
      if (has_sentinel (w, l, &rest) && walk_directive (w))
        continue;
      const char *next = rp_fortran_after_line (w->at);
      w->is_together &= rp_fortran_is_comment (l, w->is_fixed);
      if (!walk_include (w, l))
        rp_strbuf_add_bytes (w->out, w->at, (size_t) (next - w->at));
      w->at = next;
      w->number++;
      if (rp_fortran_is_marker (l))
        read_line_marker (l, &w->number, &w->file);
    }
}

bool
rp_rewrite_fortran (const char *text, bool is_fixed, size_t line_length,
                    const rp_rewrite_includes *includes, rp_strbuf *out)
{
  walk w = { .at = text,
             .number = 1,
             .is_fixed = is_fixed,
             .line_length = line_length,
             .includes = includes,
             .out = out };
  walk_text (&w);
  rp_strbuf_clear (&w.file);
  return w.has_changed;
}
