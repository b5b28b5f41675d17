/* The page for a report in text form: a buffer, the style, and the source files whose lines the windows (window.h)
 * show. Text from outside (names, messages) may have control characters. It goes through rp_page_add_clean or
 * rp_page_paint, which make them harmless. */
#ifndef RP_REPORT_PAGE_H
#define RP_REPORT_PAGE_H

#include "base/strbuf.h"
#include "base/term.h"
#include "report/report.h"
#include "report/sources.h"

typedef struct rp_page
{
  rp_strbuf text;
  const rp_report_style *style;
  rp_sources sources;
  const char *home; /* places in this file are shown without the file's name */
  unsigned gutter;  /* columns of the line numbers of the current finding */
} rp_page;

/* Appends TEXT to OUT, cleaned of control characters; rp_page_paint also colours it. */
void rp_page_add_clean (const rp_page *page, rp_strbuf *out, const char *text);
void rp_page_paint (const rp_page *page, rp_strbuf *out, const char *role, const char *text);

/* Prints `error[RP001]: headline`, wrapped. */
void rp_page_headline (rp_page *page, const char *role, const char *kind, int rule,
                       const char *headline);

/* Prints `help: text`, wrapped, on lines of its own. */
void rp_page_remark (rp_page *page, const char *role, const char *word, const char *text);

/* Prints `   = key:   text`. TEXT is clean, perhaps painted. If KEY is NULL, the text continues the item above. */
void rp_page_item (rp_page *page, const char *key, const char *text);

/* Prints only the beginning of an item, up to its text. The caller adds the text, which begins
 * at column rp_page_item_column. */
void rp_page_item_begin (rp_page *page, const char *key);
size_t rp_page_item_column (const rp_page *page);

/* Appends the task's name in the colour of tasks. */
void rp_page_task (const rp_page *page, rp_strbuf *out, const rp_task_ref *task);

/* Writes the text to OUT and empties the page. */
void rp_page_flush (rp_page *page, FILE *out);

#endif
