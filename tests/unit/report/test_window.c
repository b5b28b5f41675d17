#include "base/term.h"
#include "report/window.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>

static const char source_text[] = "first line\n"
                                  "\tx\t= 1;\n"
                                  "\n"
                                  "gr\303\274n = x;\n"
                                  "last {\n"
                                  "  y;\n"
                                  "}";

static void
check_window (const char *text, const rp_mark *marks, size_t count, bool utf8, unsigned width,
              const char *expected)
{
  rp_source *source = rp_source_from_text ("f", text, strlen (text));
  rp_sources sources = { .given = source };
  rp_report_style style = { .utf8 = utf8, .width = width };
  rp_strbuf out = { 0 };
  rp_window_print (&out, marks, count, rp_window_gutter (marks, count), &sources, &style);
  CHECK_STR (rp_strbuf_text (&out), expected);
  rp_strbuf_clear (&out);
  rp_sources_clear (&sources);
  rp_source_free (source);
}

static rp_mark
mark (uint32_t line, uint32_t column, uint32_t end_column, const char *label)
{
  return (rp_mark) { { "f", line, column, line, end_column }, label, true };
}

TEST (one_mark)
{
  rp_mark marks[] = { mark (1, 7, 11, "here") };
  check_window (source_text, marks, 1, true, 80,
                " --> f:1:7\n"
                "  |\n"
                "1 | first line\n"
                "  |       ^^^^ here\n"
                "  |\n");
}

TEST (a_mark_without_a_line_comes_first)
{
  rp_mark marks[] = { mark (0, 0, 0, "nowhere"), mark (1, 7, 11, "here") };
  check_window (source_text, marks, 2, true, 80,
                " --> f:1:7\n"
                "  |\n"
                "1 | first line\n"
                "  |       ^^^^ here\n"
                "  |\n");
}

TEST (tabs_are_expanded)
{
  rp_mark marks[] = { mark (2, 2, 3, "x"), mark (2, 4, 5, "=") };
  check_window (source_text, marks, 2, true, 80,
                " --> f:2:2\n"
                "  |\n"
                "2 |     x   = 1;\n"
                "  |     ^ x\n"
                "  |         ^ =\n"
                "  |\n");
}

TEST (columns_are_bytes_and_carets_are_characters)
{
  rp_mark marks[] = { mark (4, 1, 6, "a"), mark (4, 9, 10, "b") };
  check_window (source_text, marks, 2, true, 80,
                " --> f:4:1\n"
                "  |\n"
                "4 | gr\303\274n = x;\n"
                "  | ^^^^ a\n"
                "  |        ^ b\n"
                "  |\n");
  check_window (source_text, marks, 2, false, 80,
                " --> f:4:1\n"
                "  |\n"
                "4 | gr?n = x;\n"
                "  | ^^^^ a\n"
                "  |        ^ b\n"
                "  |\n");
}

TEST (gaps_show_one_line_or_dots)
{
  rp_mark marks[] = { mark (6, 3, 4, ""), mark (4, 1, 2, ""), mark (1, 1, 2, "") };
  check_window (source_text, marks, 3, false, 80,
                " --> f:6:3\n"
                "  |\n"
                "1 | first line\n"
                "  | ^\n"
                "...\n"
                "4 | gr?n = x;\n"
                "  | ^\n"
                "5 | last {\n"
                "6 |   y;\n"
                "  |   ^\n"
                "  |\n");
}

TEST (spans_over_lines)
{
  rp_mark marks[]
    = { { { "f", 5, 1, 7, 2 }, "whole", true }, { { "f", 5, 1, 7, 2 }, "word", false } };
  check_window (source_text, marks, 2, true, 80,
                " --> f:5:1\n"
                "  |\n"
                "5 | last {\n"
                "  | ^^^^^^ whole\n"
                "  | ---- word\n"
                "  |\n");
}

TEST (places_past_the_end)
{
  rp_mark past_line[] = { mark (1, 11, 11, "end"), mark (1, 50, 60, "far") };
  check_window (source_text, past_line, 2, true, 80,
                " --> f:1:11\n"
                "  |\n"
                "1 | first line\n"
                "  |           ^ end\n"
                "  |           ^ far\n"
                "  |\n");
  rp_mark past_file[] = { mark (1000, 1, 2, "nowhere") };
  check_window (source_text, past_file, 1, true, 80,
                "    --> f:1000:1\n"
                "     = 1000:1: nowhere\n");
}

TEST (empty_file_and_empty_line)
{
  rp_mark marks[] = { mark (1, 1, 1, "empty") };
  const char *expected = " --> f:1:1\n"
                         "  |\n"
                         "1 |\n"
                         "  | ^ empty\n"
                         "  |\n";
  check_window ("", marks, 1, true, 80, expected);
  check_window ("\n\n", marks, 1, true, 80, expected);
}

TEST (long_labels_go_below_and_wrap)
{
  rp_mark marks[] = { mark (1, 7, 11, "a label with too many words for it") };
  check_window (source_text, marks, 1, true, 34,
                " --> f:1:7\n"
                "  |\n"
                "1 | first line\n"
                "  |       ^^^^\n"
                "  | a label with too many words\n"
                "  | for it\n"
                "  |\n");
}

/* Whatever the widths, the caret is under the marked character and nothing is wider than asked. */
TEST (long_lines_are_cut_around_each_mark)
{
  enum
  {
    LENGTH = 30000
  };
  char *text = malloc (LENGTH + 1);
  memset (text, 'a', LENGTH);
  text[LENGTH] = '\0';
  for (uint32_t column = 1; column <= LENGTH; column += 1237)
    {
      text[column - 1] = 'X';
      rp_source *source = rp_source_from_text ("f", text, LENGTH);
      rp_sources sources = { .given = source };
      rp_report_style style = { .width = 60 };
      rp_mark marks[] = { mark (1, column, column + 1, "m"), mark (1, LENGTH, LENGTH + 1, "end") };
      rp_strbuf out = { 0 };
      rp_window_print (&out, marks, 2, 1, &sources, &style);
      char *row = strstr (out.text, "1 | ");
      char *carets = strchr (row, '\n') + 1;
      const char *shown = strchr (row, 'X');
      if (CHECK (shown && shown < carets))
        {
          CHECK_INT (shown - row, strchr (carets, '^') - carets);
          CHECK (carets - row - 1 <= 60);
        }
      CHECK (strstr (out.text, " end\n"));
      rp_strbuf_clear (&out);
      rp_sources_clear (&sources);
      rp_source_free (source);
      text[column - 1] = 'a';
    }
  free (text);
}
