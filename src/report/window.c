#include "report/window.h"

#include "base/panic.h"
#include "base/term.h"
#include "report/phrase.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#define TAB_STOP 4
#define ELLIPSIS "..."
#define ELLIPSIS_COLUMNS 3

/* Of a line that is longer than this, only a part of this length is read: the part around a mark, or the beginning if
 * the line has no mark. */
#define MAX_LINE_BYTES 8192

typedef struct source_window
{
  rp_strbuf *out;
  const rp_report_style *style;
  const rp_source *source;
  unsigned gutter;
  size_t room; /* columns right of the gutter */
} source_window;

/* A character of a source line as it is shown: the offset of its byte in the line, and the column at which it
 * begins. */
typedef struct shown_cell
{
  rp_term_cell cell;
  size_t byte, column;
} shown_cell;

typedef struct shown_line
{
  RP_VEC (shown_cell) cells;
  size_t begin_byte, end_byte; /* the part of the line that is in CELLS, as offsets in the line */
  size_t columns;
  size_t first_column, last_column; /* the visible part */
  bool is_cut_left, is_cut_right;
} shown_line;

size_t
rp_style_width (const rp_report_style *style)
{
  return style->width ? style->width : 80;
}

unsigned
rp_window_gutter (const rp_mark *marks, size_t count)
{
  uint32_t largest = 0;
  for (size_t i = 0; i < count; i++)
    largest = marks[i].at.line > largest ? marks[i].at.line : largest;
  unsigned digits = 1;
  for (; largest >= 10; largest /= 10)
    digits++;
  return digits;
}

/* Prints `14 |`, or `   |` if LINE is 0. */
static void
print_gutter (source_window *window, uint32_t line)
{
  char text[32];
  if (line)
    snprintf (text, sizeof text, "%*u |", (int) window->gutter, line);
  else
    snprintf (text, sizeof text, "%*s |", (int) window->gutter, "");
  rp_term_paint (window->out, window->style->colour, RP_PAINT_GUTTER, text);
}

static void
print_bare_gutter (source_window *window)
{
  print_gutter (window, 0);
  rp_strbuf_add_char (window->out, '\n');
}

static void
print_arrow (source_window *window, const char *arrow, const rp_place *place)
{
  rp_strbuf where = { 0 };
  rp_phrase_place (&where, place, NULL);
  rp_strbuf_repeat (window->out, " ", window->gutter);
  rp_term_paint (window->out, window->style->colour, RP_PAINT_GUTTER, arrow);
  rp_strbuf_add_char (window->out, ' ');
  rp_term_clean (window->out, rp_strbuf_text (&where), window->style->utf8);
  rp_strbuf_add_char (window->out, '\n');
  rp_strbuf_clear (&where);
}

/* Of a very long line, only a part around offset BYTE is read. Returns the offset at which this part begins, which is
 * the first byte of a character. Returns 0 for other lines. */
static size_t
excerpt_begin (const char *text, size_t length, size_t byte)
{
  if (length <= MAX_LINE_BYTES || byte < MAX_LINE_BYTES / 2)
    return 0;
  size_t begin = byte - MAX_LINE_BYTES / 2;
  begin = begin < length ? begin : length;
  while (begin > 0 && begin < length && ((unsigned char) text[begin] & 0xc0) == 0x80)
    begin--;
  return begin;
}

static void
lay_out (shown_line *shown, const char *text, size_t length, size_t byte, bool utf8)
{
  shown->begin_byte = excerpt_begin (text, length, byte);
  size_t left = length - shown->begin_byte;
  shown->end_byte = shown->begin_byte + (left < MAX_LINE_BYTES ? left : MAX_LINE_BYTES);
  for (size_t at = shown->begin_byte; at < shown->end_byte;)
    {
      rp_term_cell cell = rp_term_cell_at (text + at, length - at, utf8);
      if (text[at] == '\t')
        cell.columns = (unsigned char) (TAB_STOP - shown->columns % TAB_STOP);
      RP_VEC_PUSH (&shown->cells, (shown_cell) { cell, at, shown->columns });
      shown->columns += cell.columns;
      at += cell.source_bytes;
    }
  shown->is_cut_left = shown->begin_byte > 0;
  shown->is_cut_right = shown->end_byte < length;
}

/* Returns the column of a byte offset in the line; for an offset past the end, the column behind the line. */
static size_t
column_of (const shown_line *shown, size_t byte)
{
  size_t low = 0, high = shown->cells.count;
  while (low < high)
    {
      size_t middle = low + (high - low) / 2;
      const shown_cell *cell = &shown->cells.items[middle];
      if (cell->byte + cell->cell.source_bytes <= byte)
        low = middle + 1;
      else
        high = middle;
    }
  return low < shown->cells.count ? shown->cells.items[low].column : shown->columns;
}

/* Chooses the visible part of SHOWN: the whole line if it fits into ROOM columns, else a part that includes COLUMN.
 * If possible, a third of this part is to the left of COLUMN. */
static void
cut_around (shown_line *shown, size_t column, size_t room)
{
  shown->first_column = 0;
  shown->last_column = shown->columns;
  size_t needed = shown->columns + (shown->is_cut_left || shown->is_cut_right ? room : 0);
  if (needed <= room)
    return;
  size_t text_room = room > 2 * ELLIPSIS_COLUMNS + 1 ? room - 2 * ELLIPSIS_COLUMNS : 1;
  size_t first = column > text_room / 3 ? column - text_room / 3 : 0;
  if (first + text_room > shown->columns && shown->columns >= text_room)
    first = column >= shown->columns ? shown->columns + 1 - text_room : shown->columns - text_room;
  shown->first_column = first;
  shown->last_column = first + text_room < shown->columns ? first + text_room : shown->columns;
  shown->is_cut_left |= first > 0;
  shown->is_cut_right |= shown->last_column < shown->columns;
}

static bool
is_visible (const shown_line *shown, size_t column)
{
  bool at_end = !shown->is_cut_right && column >= shown->last_column;
  return column >= shown->first_column && (column < shown->last_column || at_end);
}

static void
print_line (source_window *window, const shown_line *shown, uint32_t line)
{
  print_gutter (window, line);
  rp_strbuf *out = window->out;
  size_t mark = out->length;
  rp_strbuf_add_char (out, ' ');
  if (shown->is_cut_left)
    rp_strbuf_add (out, ELLIPSIS);
  for (size_t i = 0; i < shown->cells.count; i++)
    {
      const shown_cell *cell = &shown->cells.items[i];
      if (cell->column < shown->first_column
          || cell->column + cell->cell.columns > shown->last_column)
        continue;
      rp_strbuf_add_bytes (out, cell->cell.shown, cell->cell.length);
      if (cell->cell.shown[0] == ' ' && cell->cell.columns > 1)
        rp_strbuf_repeat (out, " ", cell->cell.columns - 1u);
    }
  if (shown->is_cut_right)
    rp_strbuf_add (out, ELLIPSIS);
  while (out->length > mark && out->text[out->length - 1] == ' ')
    out->text[--out->length] = '\0';
  rp_strbuf_add_char (out, '\n');
}

static bool
is_name_char (char c)
{
  return isalnum ((unsigned char) c) || c == '_';
}

/* Stores in *BEGIN and *END which bytes of the line TEXT are covered by MARK. A place without an end is a name, or one
 * character. A span over several lines is underlined on its first line: up to the end of the line if mark->is_primary,
 * else only its first word, which is the keyword of a construct. */
static void
marked_bytes (const rp_mark *mark, const char *text, size_t length, size_t *begin, size_t *end)
{
  *begin = mark->at.column ? mark->at.column - 1 : 0;
  *begin = *begin < length ? *begin : length;
  if (!mark->at.end_column)
    for (*end = *begin; mark->at.column && *end < length && is_name_char (text[*end]);)
      ++*end;
  else if (mark->at.end_line <= mark->at.line)
    *end = mark->at.end_column - 1;
  else if (mark->is_primary)
    for (*end = length; *end > *begin && strchr (" \t", text[*end - 1]);)
      --*end;
  else
    for (*end = *begin; *end < length && !strchr (" \t({;", text[*end]);)
      ++*end;
  *end = *end < length ? *end : length;
  *end = *end > *begin ? *end : *begin + 1;
}

/* Prints the wrapped lines of a label: the first at the cursor, the others at column ROW behind the gutter. */
static void
print_label_lines (source_window *window, const char *label, size_t row)
{
  rp_strbuf lines = { 0 };
  rp_term_wrap (&lines, label, 0, 0, window->room > row ? window->room - row : 1);
  rp_strbuf_add_char (&lines, '\n');
  for (char *line = lines.text, *end; (end = strchr (line, '\n')); line = end + 1)
    {
      if (line != lines.text)
        {
          print_gutter (window, 0);
          rp_strbuf_repeat (window->out, " ", row + 1);
        }
      rp_strbuf_add_bytes (window->out, line, (size_t) (end + 1 - line));
    }
  rp_strbuf_clear (&lines);
}

/* Prints the label to the right of the underline if it fits there, otherwise on rows below it. */
static void
print_label (source_window *window, const char *label, size_t column, size_t after)
{
  size_t width = rp_term_width (label);
  if (!width)
    {
      rp_strbuf_add_char (window->out, '\n');
      return;
    }
  size_t row = after + 1;
  if (row + width <= window->room)
    rp_strbuf_add_char (window->out, ' ');
  else
    {
      size_t slack = window->room > width ? window->room - width : 0;
      row = column < slack ? column : slack;
      rp_strbuf_add_char (window->out, '\n');
      print_gutter (window, 0);
      rp_strbuf_repeat (window->out, " ", row + 1);
    }
  print_label_lines (window, label, row);
}

static void
print_mark (source_window *window, const shown_line *shown, const rp_mark *mark, size_t begin,
            size_t end)
{
  size_t shift = shown->is_cut_left ? ELLIPSIS_COLUMNS : 0;
  size_t from = column_of (shown, begin), to = column_of (shown, end);
  size_t limit = shown->last_column > from ? shown->last_column : from + 1;
  to = to > from ? to : from + 1;
  to = to < limit ? to : limit;
  from = from - shown->first_column + shift;
  to = to - shown->first_column + shift;
  print_gutter (window, 0);
  rp_strbuf_repeat (window->out, " ", from + 1);
  rp_strbuf underline = { 0 };
  rp_strbuf_repeat (&underline, mark->is_primary ? "^" : "-", to - from);
  const char *role = mark->is_primary ? RP_PAINT_ERROR : RP_PAINT_GUTTER;
  rp_term_paint (window->out, window->style->colour, role, underline.text);
  rp_strbuf_clear (&underline);
  print_label (window, mark->label ? mark->label : "", from, to);
}

/* Prints a line without marks, as context. */
static void
print_plain_line (source_window *window, uint32_t line)
{
  const char *text;
  size_t length;
  if (!rp_source_line (window->source, line, &text, &length))
    return;
  shown_line shown = { 0 };
  lay_out (&shown, text, length, 0, window->style->utf8);
  cut_around (&shown, 0, window->room);
  print_line (window, &shown, line);
  RP_VEC_CLEAR (&shown.cells);
}

/* Prints the line and its marks. If the visible part of the line does not include a mark, the line is printed
 * again around that mark. */
static void
print_marked_line (source_window *window, uint32_t line, const rp_mark *const *marks, size_t count)
{
  const char *text;
  size_t length;
  bool is_there = rp_source_line (window->source, line, &text, &length);
  RP_ASSERT (is_there);
  shown_line shown = { 0 };
  bool is_shown = false;
  for (size_t i = 0; i < count; i++)
    {
      size_t begin, end;
      marked_bytes (marks[i], text, length, &begin, &end);
      bool is_laid_out = is_shown && begin >= shown.begin_byte && begin <= shown.end_byte;
      if (!is_laid_out || !is_visible (&shown, column_of (&shown, begin)))
        {
          RP_VEC_CLEAR (&shown.cells);
          shown = (shown_line) { 0 };
          lay_out (&shown, text, length, begin, window->style->utf8);
          cut_around (&shown, column_of (&shown, begin), window->room);
          print_line (window, &shown, line);
          is_shown = true;
        }
      print_mark (window, &shown, marks[i], begin, end);
    }
  RP_VEC_CLEAR (&shown.cells);
}

/* Prints what is between the marked lines BEFORE and LINE: one line, or an ellipsis for several lines. Prints nothing
 * if there are none, or if BEFORE is 0. */
static void
print_gap (source_window *window, uint32_t before, uint32_t line)
{
  if (!before || line - before == 1)
    return;
  if (line - before == 2)
    print_plain_line (window, before + 1);
  else
    {
      rp_term_paint (window->out, window->style->colour, RP_PAINT_GUTTER, ELLIPSIS);
      rp_strbuf_add_char (window->out, '\n');
    }
}

/* For a file that cannot be read or that lacks a marked line: prints each mark that has a label, as a place and the
 * label. */
static void
print_places (source_window *window, const rp_mark *const *marks, size_t count)
{
  for (size_t i = 0; i < count; i++)
    {
      rp_strbuf where = { 0 };
      if (!marks[i]->label || !*marks[i]->label)
        continue;
      rp_phrase_place (&where, &marks[i]->at, marks[i]->at.file);
      rp_strbuf_format (window->out, "%*s = %s: ", (int) window->gutter, "",
                        rp_strbuf_text (&where));
      size_t column = window->gutter + 5 + where.length;
      rp_term_wrap (window->out, marks[i]->label, column, column, rp_style_width (window->style));
      rp_strbuf_add_char (window->out, '\n');
      rp_strbuf_clear (&where);
    }
}

static bool
has_line (const rp_source *source, uint32_t line)
{
  const char *text;
  size_t length;
  return source && rp_source_line (source, line, &text, &length);
}

/* Prints the lines of one file that have MARKS. MARKS are in ascending order of lines. */
static void
print_file (source_window *window, const rp_mark *const *marks, size_t count)
{
  for (size_t i = 0; i < count; i++)
    if (!has_line (window->source, marks[i]->at.line))
      {
        print_places (window, marks, count);
        return;
      }
  print_bare_gutter (window);
  uint32_t before = 0;
  for (size_t i = 0, next; i < count; i = next)
    {
      uint32_t line = marks[i]->at.line;
      for (next = i; next < count && marks[next]->at.line == line;)
        next++;
      print_gap (window, before, line);
      print_marked_line (window, line, marks + i, next - i);
      before = line;
    }
  print_bare_gutter (window);
}

static bool
same_file (const rp_mark *a, const rp_mark *b)
{
  return !strcmp (a->at.file ? a->at.file : "", b->at.file ? b->at.file : "");
}

/* Inserts MARK in the order of lines. Marks of the same line keep their order. */
static void
insert_by_line (const rp_mark **sorted, size_t count, const rp_mark *mark)
{
  size_t at = count;
  for (; at > 0 && sorted[at - 1]->at.line > mark->at.line; at--)
    sorted[at] = sorted[at - 1];
  sorted[at] = mark;
}

void
rp_window_print (rp_strbuf *out, const rp_mark *marks, size_t count, unsigned gutter,
                 rp_sources *sources, const rp_report_style *style)
{
  size_t width = rp_style_width (style);
  source_window window
    = { out, style, NULL, gutter, width > gutter + 23 ? width - gutter - 3 : 20 };
  const rp_mark **group = rp_calloc (count ? count : 1, sizeof *group);
  bool *is_done = rp_calloc (count ? count : 1, sizeof *is_done);
  const char *arrow = "-->";
  for (size_t i = 0; i < count; i++)
    {
      if (is_done[i] || !marks[i].at.line)
        continue;
      size_t grouped = 0;
      for (size_t j = i; j < count; j++)
        if (!is_done[j] && marks[j].at.line && same_file (&marks[i], &marks[j]))
          {
            insert_by_line (group, grouped++, &marks[j]);
            is_done[j] = true;
          }
      window.source = rp_sources_find (sources, marks[i].at.file);
      print_arrow (&window, arrow, &marks[i].at);
      arrow = ":::";
      print_file (&window, group, grouped);
    }
  free (is_done);
  free (group);
}
