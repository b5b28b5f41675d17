#include "base/term.h"
#include "test.h"

#include <string.h>

static void
check_clean (const char *text, bool utf8, const char *expected)
{
  rp_strbuf out = { 0 };
  rp_term_clean (&out, text, utf8);
  CHECK_STR (rp_strbuf_text (&out), expected);
  rp_strbuf_clear (&out);
}

TEST (clean_lets_no_control_through)
{
  check_clean ("plain text", true, "plain text");
  check_clean ("a\tb\nc\033[31m\177", true, "a b?c?[31m?");
  check_clean ("gr\303\274n", true, "gr\303\274n");
  check_clean ("gr\303\274n", false, "gr?n");
  check_clean ("\302\233[31m", true, "?[31m");
  check_clean ("a\342\200\256b", true, "a?b");
}

TEST (clean_replaces_each_invalid_byte)
{
  check_clean ("\377\376", true, "??");
  check_clean ("\303", true, "?");
  check_clean ("\303(", true, "?(");
  check_clean ("\300\257", true, "??");
  check_clean ("\355\240\200", true, "???");
  check_clean ("\364\220\200\200", true, "????");
}

TEST (utf8_length_knows_validity)
{
  CHECK_INT (rp_utf8_length ("a", 1), 1);
  CHECK_INT (rp_utf8_length ("\303\274", 2), 2);
  CHECK_INT (rp_utf8_length ("\303\274", 1), 0);
  CHECK_INT (rp_utf8_length ("\344\270\226", 3), 3);
  CHECK_INT (rp_utf8_length ("\360\237\230\200", 4), 4);
  CHECK_INT (rp_utf8_length ("\200", 1), 0);
}

TEST (width_counts_columns)
{
  CHECK_INT (rp_term_width (""), 0);
  CHECK_INT (rp_term_width ("abc"), 3);
  CHECK_INT (rp_term_width ("\344\270\226\347\225\214"), 4);
  CHECK_INT (rp_term_width ("e\314\201"), 1);
  CHECK_INT (rp_term_width ("\033[1;31mred\033[0m!"), 4);
}

static void
check_wrap (const char *text, size_t column, size_t indent, size_t width, const char *expected)
{
  rp_strbuf out = { 0 };
  rp_term_wrap (&out, text, column, indent, width);
  CHECK_STR (rp_strbuf_text (&out), expected);
  rp_strbuf_clear (&out);
}

TEST (wrap_breaks_at_blanks)
{
  check_wrap ("one two three", 0, 2, 80, "one two three");
  check_wrap ("one two three", 0, 2, 7, "one two\n  three");
  check_wrap ("one two three", 0, 0, 6, "one\ntwo\nthree");
  check_wrap ("one two", 5, 5, 11, "one\n     two");
  check_wrap ("unbreakable", 0, 2, 4, "unbreakable");
  check_wrap ("a  b", 0, 0, 80, "a  b");
  check_wrap ("took 0.01 s of it", 0, 0, 9, "took\n0.01 s of\nit");
  check_wrap ("in 12 tasks", 0, 0, 6, "in\n12 tasks");
  check_wrap ("in 12, 3 in", 0, 0, 8, "in 12,\n3 in");
  check_wrap ("1 2 3 4 x", 0, 0, 3, "1 2\n3\n4 x");
  check_wrap ("ends in 3", 0, 0, 7, "ends in\n3");
  check_wrap ("", 0, 0, 80, "");
}

TEST (wrap_does_not_count_colours)
{
  rp_strbuf text = { 0 };
  rp_term_paint (&text, true, RP_PAINT_TASK, "task 4");
  rp_strbuf_add (&text, " writes");
  check_wrap (text.text, 0, 0, 13, "\033[36mtask 4\033[0m writes");
  check_wrap (text.text, 0, 0, 12, "\033[36mtask 4\033[0m\nwrites");
  rp_strbuf_clear (&text);
}

TEST (paint_without_colour_is_plain)
{
  rp_strbuf text = { 0 };
  rp_term_paint (&text, false, RP_PAINT_ERROR, "error");
  CHECK_STR (text.text, "error");
  rp_strbuf_clear (&text);
}
