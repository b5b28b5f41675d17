#include "report/page.h"

#include "report/phrase.h"
#include "report/window.h"

#include <stdio.h>
#include <string.h>

#define KEY_COLUMNS 8

void
rp_page_add_clean (const rp_page *page, rp_strbuf *out, const char *text)
{
  rp_term_clean (out, text, page->style->utf8);
}

void
rp_page_paint (const rp_page *page, rp_strbuf *out, const char *role, const char *text)
{
  rp_strbuf clean = { 0 };
  rp_page_add_clean (page, &clean, text);
  rp_term_paint (out, page->style->colour, role, rp_strbuf_text (&clean));
  rp_strbuf_clear (&clean);
}

void
rp_page_headline (rp_page *page, const char *role, const char *kind, int rule, const char *headline)
{
  char head[32];
  int columns = snprintf (head, sizeof head, "%s[RP%03d]", kind, rule);
  rp_page_paint (page, &page->text, role, head);
  rp_strbuf text = { 0 };
  rp_page_paint (page, &text, RP_PAINT_BOLD, ": ");
  rp_page_paint (page, &text, RP_PAINT_BOLD, headline);
  rp_term_wrap (&page->text, rp_strbuf_text (&text), (size_t) columns, 6,
                rp_style_width (page->style));
  rp_strbuf_add_char (&page->text, '\n');
  rp_strbuf_clear (&text);
}

void
rp_page_remark (rp_page *page, const char *role, const char *word, const char *text)
{
  rp_strbuf clean = { 0 };
  rp_page_add_clean (page, &clean, text);
  rp_page_paint (page, &page->text, role, word);
  rp_strbuf_add (&page->text, ": ");
  size_t column = strlen (word) + 2;
  rp_term_wrap (&page->text, rp_strbuf_text (&clean), column, column, rp_style_width (page->style));
  rp_strbuf_add_char (&page->text, '\n');
  rp_strbuf_clear (&clean);
}

size_t
rp_page_item_column (const rp_page *page)
{
  return page->gutter + 3 + KEY_COLUMNS;
}

void
rp_page_item_begin (rp_page *page, const char *key)
{
  if (!key)
    {
      rp_strbuf_repeat (&page->text, " ", rp_page_item_column (page));
      return;
    }
  char head[32];
  snprintf (head, sizeof head, "%s:", key);
  rp_strbuf_repeat (&page->text, " ", page->gutter + 1);
  rp_term_paint (&page->text, page->style->colour, RP_PAINT_GUTTER, "=");
  rp_strbuf_format (&page->text, " %-*s", KEY_COLUMNS, head);
}

void
rp_page_item (rp_page *page, const char *key, const char *text)
{
  size_t column = rp_page_item_column (page);
  rp_page_item_begin (page, key);
  rp_term_wrap (&page->text, text, column, column, rp_style_width (page->style));
  rp_strbuf_add_char (&page->text, '\n');
}

void
rp_page_task (const rp_page *page, rp_strbuf *out, const rp_task_ref *task)
{
  rp_strbuf name = { 0 };
  rp_phrase_task (&name, task);
  rp_page_paint (page, out, RP_PAINT_TASK, rp_strbuf_text (&name));
  rp_strbuf_clear (&name);
}

void
rp_page_flush (rp_page *page, FILE *out)
{
  fwrite (rp_strbuf_text (&page->text), 1, page->text.length, out);
  rp_strbuf_clear (&page->text);
}
