#include "base/term.h"

#include <langinfo.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct range
{
  uint32_t first, last;
} range;

/* Characters that take two columns (East Asian wide and full-width blocks, pictographs). Coarse on
 * purpose: a caret one column off in rare scripts costs less than Unicode tables. */
static const range wide[] = {
  { 0x1100, 0x115f },   { 0x2e80, 0x303e },   { 0x3041, 0xa4cf },   { 0xac00, 0xd7a3 },
  { 0xf900, 0xfaff },   { 0xfe30, 0xfe6f },   { 0xff00, 0xff60 },   { 0xffe0, 0xffe6 },
  { 0x1f300, 0x1f64f }, { 0x1f680, 0x1f6ff }, { 0x1f900, 0x1f9ff }, { 0x20000, 0x3fffd },
};

static const range combining[] = {
  { 0x0300, 0x036f }, { 0x1ab0, 0x1aff }, { 0x1dc0, 0x1dff },
  { 0x20d0, 0x20ff }, { 0xfe20, 0xfe2f },
};

/* Controls, invisible marks, and the bidirectional overrides that make source text look like
 * something else than it is. */
static const range hidden[] = {
  { 0x0000, 0x001f }, { 0x007f, 0x009f }, { 0x00ad, 0x00ad },
  { 0x061c, 0x061c }, { 0x200b, 0x200f }, { 0x2028, 0x202e },
  { 0x2060, 0x206f }, { 0xfeff, 0xfeff }, { 0xe0000, 0xe0fff },
};

#define IN_RANGES(RANGES, CODE) in_ranges ((RANGES), sizeof (RANGES) / sizeof *(RANGES), (CODE))

static bool
in_ranges (const range *ranges, size_t count, uint32_t code)
{
  for (size_t i = 0; i < count; i++)
    if (code >= ranges[i].first && code <= ranges[i].last)
      return true;
  return false;
}

/* Sets *CODE to the first character of TEXT, in UTF-8. Returns the character's length in bytes, or 0
 * if it is not valid (too short, overlong, a surrogate, past U+10FFFF). */
static size_t
decode (const char *text, size_t length, uint32_t *code)
{
  static const uint32_t least[] = { 0, 0, 0x80, 0x800, 0x10000 };
  unsigned char first = (unsigned char) text[0];
  size_t bytes = first < 0x80             ? 1
                 : (first & 0xe0) == 0xc0 ? 2
                 : (first & 0xf0) == 0xe0 ? 3
                 : (first & 0xf8) == 0xf0 ? 4
                                          : 0;
  if (bytes == 0 || bytes > length)
    return 0;
  *code = bytes == 1 ? first : first & (0x7fu >> bytes);
  for (size_t i = 1; i < bytes; i++)
    {
      if ((text[i] & 0xc0) != 0x80)
        return 0;
      *code = *code << 6 | (text[i] & 0x3f);
    }
  bool is_surrogate = *code >= 0xd800 && *code <= 0xdfff;
  return *code < least[bytes] || *code > 0x10ffff || is_surrogate ? 0 : bytes;
}

size_t
rp_utf8_length (const char *text, size_t length)
{
  uint32_t code;
  return decode (text, length, &code);
}

rp_term_cell
rp_term_cell_at (const char *text, size_t length, bool utf8)
{
  uint32_t code;
  size_t bytes = decode (text, length, &code);
  if (bytes == 1 && code == '\t')
    return (rp_term_cell) { 1, 1, 1, " " };
  if (bytes == 0 || IN_RANGES (hidden, code) || (bytes > 1 && !utf8))
    return (rp_term_cell) { (unsigned char) (bytes ? bytes : 1), 1, 1, "?" };
  unsigned char columns = IN_RANGES (combining, code) ? 0 : IN_RANGES (wide, code) ? 2 : 1;
  rp_term_cell cell = { (unsigned char) bytes, (unsigned char) bytes, columns, "" };
  memcpy (cell.shown, text, bytes);
  return cell;
}

void
rp_term_clean (rp_strbuf *out, const char *text, bool utf8)
{
  for (size_t length = strlen (text); length;)
    {
      rp_term_cell cell = rp_term_cell_at (text, length, utf8);
      rp_strbuf_add_bytes (out, cell.shown, cell.length);
      text += cell.source_bytes;
      length -= cell.source_bytes;
    }
}

void
rp_term_paint (rp_strbuf *out, bool colour, const char *role, const char *text)
{
  if (colour)
    rp_strbuf_format (out, "\033[%sm%s\033[0m", role, text);
  else
    rp_strbuf_add (out, text);
}

/* Returns how many columns the character or escape sequence at *TEXT takes, and moves *TEXT past it. */
static size_t
next_columns (const char **text)
{
  if (**text == '\033')
    {
      const char *end = strchr (*text, 'm');
      *text = end ? end + 1 : *text + strlen (*text);
      return 0;
    }
  rp_term_cell cell = rp_term_cell_at (*text, strnlen (*text, 4), true);
  *text += cell.source_bytes;
  return cell.columns;
}

size_t
rp_term_width (const char *text)
{
  size_t width = 0;
  while (*text)
    width += next_columns (&text);
  return width;
}

/* Returns the end of the word at TEXT, and adds the word's width to *COLUMNS. */
static const char *
word_end (const char *text, size_t *columns)
{
  while (*text && *text != ' ')
    *columns += next_columns (&text);
  return text;
}

/* Returns the end of the piece at TEXT that must stay on one line: a word, or a number and its unit. Adds the width of
 * this piece to *COLUMNS. */
static const char *
unbroken_end (const char *text, size_t *columns)
{
  static const char digits[] = "0123456789.";
  const char *end = word_end (text, columns);
  size_t blanks = strspn (end, " ");
  bool is_number = end > text && strspn (text, digits) == (size_t) (end - text);
  if (!is_number || !end[blanks] || strchr (digits, end[blanks]))
    return end;
  *columns += blanks;
  return word_end (end + blanks, columns);
}

void
rp_term_wrap (rp_strbuf *out, const char *text, size_t column, size_t indent, size_t width)
{
  size_t blanks = 0;
  bool at_start = true;
  while (*text)
    {
      size_t columns = 0;
      const char *end = unbroken_end (text, &columns);
      if (!at_start && blanks && column + blanks + columns > width)
        {
          rp_strbuf_add_char (out, '\n');
          rp_strbuf_repeat (out, " ", indent);
          column = indent;
        }
      else
        {
          rp_strbuf_repeat (out, " ", blanks);
          column += blanks;
        }
      rp_strbuf_add_bytes (out, text, (size_t) (end - text));
      column += columns;
      at_start = false;
      blanks = strspn (end, " ");
      text = end + blanks;
    }
}

bool
rp_term_wants_colour (FILE *out)
{
  const char *no_color = getenv ("NO_COLOR"), *term = getenv ("TERM");
  bool is_dumb = !term || !*term || !strcmp (term, "dumb");
  return isatty (fileno (out)) && !(no_color && *no_color) && !is_dumb;
}

bool
rp_term_is_utf8 (void)
{
  return !strcmp (nl_langinfo (CODESET), "UTF-8");
}
