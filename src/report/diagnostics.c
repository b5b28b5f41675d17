/* Mistakes in the user's input, each shown with a source window and a caret. */
#include "core/finding/diagnostic.h"
#include "report/page.h"
#include "report/report.h"
#include "report/window.h"

static void
print_diagnostic (rp_page *page, const rp_diagnostic *diagnostic)
{
  rp_page_headline (page, RP_PAINT_ERROR, "error", (int) diagnostic->rule, diagnostic->message);
  rp_strbuf labels[2] = { { 0 }, { 0 } };
  rp_page_add_clean (page, &labels[0], diagnostic->label ? diagnostic->label : "");
  rp_page_add_clean (page, &labels[1], diagnostic->other_label ? diagnostic->other_label : "");
  rp_mark marks[2] = { { diagnostic->at, rp_strbuf_text (&labels[0]), true },
                       { diagnostic->other, rp_strbuf_text (&labels[1]), false } };
  size_t count = diagnostic->other.line ? 2 : 1;
  rp_window_print (&page->text, marks, count, rp_window_gutter (marks, count), &page->sources,
                   page->style);
  if (diagnostic->help)
    rp_page_remark (page, RP_PAINT_HELP, "help", diagnostic->help);
  rp_strbuf_add_char (&page->text, '\n');
  rp_strbuf_clear (&labels[0]);
  rp_strbuf_clear (&labels[1]);
}

void
rp_diagnostics_print (const rp_diagnostics *diagnostics, const rp_report_style *style, FILE *out)
{
  rp_page page = { .style = style, .sources = { .given = style->source } };
  for (size_t i = 0; i < diagnostics->list.count; i++)
    print_diagnostic (&page, &diagnostics->list.items[i]);
  rp_page_flush (&page, out);
  rp_sources_clear (&page.sources);
}
