/* A static proof as an explanation: for each pair, why finish and async do not order the two instances, in which phases
 * they are, and why these phases are never equal. */
#include "core/finding/proof.h"

#include "report/page.h"
#include "report/phrase.h"
#include "report/report.h"
#include "report/window.h"

#include <inttypes.h>
#include <string.h>

enum
{
  MAX_PAIRS = 12,   /* shown without -v */
  MAX_DOMAIN = 300, /* bytes of a set that are shown without -v */
  GUTTER = 2
};

static void
say_place (rp_page *page, rp_strbuf *out, const rp_place *place)
{
  rp_strbuf text = { 0 };
  rp_phrase_place (&text, place, page->home);
  rp_page_add_clean (page, out, rp_strbuf_text (&text));
  rp_strbuf_clear (&text);
}

/* Appends one side of a pair: "S0<i,t> writes B[i] (17:9)". */
static void
say_side (rp_page *page, rp_strbuf *out, const rp_proof_side *side)
{
  rp_page_paint (page, out, RP_PAINT_TASK, side->instance);
  rp_strbuf_add (out, side->is_write ? " writes " : " reads ");
  rp_page_add_clean (page, out, side->text);
  rp_strbuf_add (out, " (");
  say_place (page, out, &side->at);
  rp_strbuf_add (out, ")");
}

static void
print_headline (rp_page *page, size_t number, const rp_proof_pair *pair)
{
  static const char *const roles[] = { [RP_PROOF_REFUTED] = RP_PAINT_HELP,
                                       [RP_PROOF_RACE] = RP_PAINT_ERROR,
                                       [RP_PROOF_POSSIBLE] = RP_PAINT_WARNING,
                                       [RP_PROOF_UNDECIDED] = RP_PAINT_WARNING };
  rp_strbuf text = { 0 }, head = { 0 };
  rp_strbuf_format (&head, "pair %zu ", number);
  rp_page_paint (page, &page->text, RP_PAINT_BOLD, head.text);
  rp_page_paint (page, &page->text, roles[pair->status], rp_proof_status_name (pair->status));
  rp_strbuf_add (&page->text, ": ");
  size_t column = head.length + strlen (rp_proof_status_name (pair->status)) + 2;
  say_side (page, &text, &pair->sides[0]);
  rp_strbuf_add (&text, ", ");
  say_side (page, &text, &pair->sides[1]);
  rp_term_wrap (&page->text, rp_strbuf_text (&text), column, 6, rp_style_width (page->style));
  rp_strbuf_add_char (&page->text, '\n');
  rp_strbuf_clear (&text);
  rp_strbuf_clear (&head);
}

static void
print_item (rp_page *page, const char *key, const char *text)
{
  rp_strbuf clean = { 0 };
  rp_page_add_clean (page, &clean, text);
  rp_page_item (page, key, rp_strbuf_text (&clean));
  rp_strbuf_clear (&clean);
}

/* Prints SET. Without -v, a SET of more than MAX_DOMAIN bytes is not printed. */
static void
print_set (rp_page *page, const char *key, const char *set)
{
  if (page->style->verbose || strlen (set) <= MAX_DOMAIN)
    print_item (page, key, set);
}

static void
print_phase (rp_page *page, const rp_proof_phase *phase)
{
  rp_strbuf text = { 0 };
  rp_strbuf_format (&text, "%s and %s, on the clock of line %u", phase->phases[0], phase->phases[1],
                    phase->clock.line);
  print_item (page, "phases", text.text);
  if (phase->where)
    print_set (page, "where", phase->where);
  print_item (page, "result", phase->reason);
  rp_strbuf_clear (&text);
}

static void
print_values (rp_page *page, const rp_proof_pair *pair)
{
  rp_strbuf text = { 0 };
  for (uint32_t i = 0; i < pair->param_count; i++)
    rp_strbuf_format (&text, "%s%s=%" PRId64, i ? ", " : "", pair->params[i].name,
                      pair->params[i].value);
  for (int side = 0; side < 2; side++)
    {
      const rp_proof_side *at = &pair->sides[side];
      rp_strbuf_format (&text, "%s%.*s", text.length ? "; " : "", (int) strcspn (at->instance, "<"),
                        at->instance);
      for (uint32_t i = 0; i < at->iterator_count; i++)
        rp_strbuf_format (&text, "%s%s=%" PRId64, i ? "," : "<", at->iterators[i].name,
                          at->iterators[i].value);
      rp_strbuf_add (&text, at->iterator_count ? ">" : "");
    }
  if (pair->element)
    rp_strbuf_format (&text, "; both on %s", pair->element);
  print_item (page, "values", rp_strbuf_text (&text));
  rp_strbuf_clear (&text);
}

static void
print_pair (rp_page *page, size_t number, const rp_proof_pair *pair)
{
  page->gutter = GUTTER;
  print_headline (page, number, pair);
  print_item (page, "order", pair->unordered);
  print_set (page, "pairs", pair->domain);
  for (size_t i = 0; i < pair->phases.count; i++)
    print_phase (page, &pair->phases.items[i]);
  if (pair->has_values)
    print_values (page, pair);
  if (pair->reason)
    print_item (page, "reason", pair->reason);
  if (pair->inexact)
    {
      rp_strbuf text = { 0 };
      rp_strbuf_format (&text, "line %u: %s", pair->inexact->at.line, pair->inexact->text);
      print_item (page, "approx", text.text);
      rp_strbuf_clear (&text);
    }
  rp_strbuf_add_char (&page->text, '\n');
}

/* Prints the COUNT notes from FIRST on. A note says what the proof did not represent exactly. If the note is not fatal,
 * it matters only if the proof left something open (IS_OPEN). */
static void
print_notes (rp_page *page, const rp_proof *proof, size_t first, size_t count, bool is_open)
{
  for (size_t i = first; i < first + count; i++)
    {
      const rp_proof_note *note = proof->notes.items[i];
      rp_strbuf text = { 0 };
      if (!note->is_fatal && !is_open)
        continue;
      if (note->at.line)
        rp_strbuf_format (&text, "line %u: ", note->at.line);
      rp_strbuf_add (&text, note->text);
      rp_page_remark (page, note->is_fatal ? RP_PAINT_WARNING : RP_PAINT_NOTE,
                      note->is_fatal ? "not represented" : "approximated", text.text);
      rp_strbuf_clear (&text);
    }
}

static void
print_pairs (rp_page *page, const rp_proof *proof, size_t first, size_t count)
{
  size_t most = page->style->verbose ? SIZE_MAX : MAX_PAIRS, shown = 0, hidden = 0;
  /* open pairs first */
  for (int pass = 0; pass < 2; pass++)
    for (size_t i = first; i < first + count; i++)
      if ((proof->pairs.items[i].status == RP_PROOF_REFUTED) == (pass == 1))
        {
          if (shown++ < most)
            print_pair (page, i + 1, &proof->pairs.items[i]);
          else
            hidden++;
        }
  if (hidden)
    {
      rp_strbuf text = { 0 };
      rp_phrase_count (&text, hidden, "more pair");
      rp_strbuf_add (&text, " (-v)");
      rp_page_remark (page, RP_PAINT_NOTE, "note", text.text);
      rp_strbuf_clear (&text);
    }
}

/* Prints "region 2 proved: parallel for of main (line 12), for all n", and the pairs and notes of the region. */
static void
print_region (rp_page *page, const rp_proof *proof, size_t number)
{
  static const char *const roles[] = { [RP_REGION_PROVED] = RP_PAINT_HELP,
                                       [RP_REGION_RACE] = RP_PAINT_ERROR,
                                       [RP_REGION_UNDECIDED] = RP_PAINT_WARNING };
  const rp_proof_region *region = &proof->regions.items[number];
  rp_strbuf text = { 0 }, clean = { 0 }, head = { 0 };
  rp_strbuf_format (&head, "region %zu ", number + 1);
  rp_page_paint (page, &page->text, RP_PAINT_BOLD, head.text);
  rp_page_paint (page, &page->text, roles[region->status], rp_region_status_name (region->status));
  rp_strbuf_add (&page->text, ": ");
  size_t column = head.length + strlen (rp_region_status_name (region->status)) + 2;
  rp_strbuf_format (&text, "%s of %s (line %u)", region->construct, region->function,
                    region->at.line);
  if (region->status == RP_REGION_PROVED && *region->scope)
    rp_strbuf_format (&text, ", for %s", region->scope);
  rp_page_add_clean (page, &clean, text.text);
  rp_term_wrap (&page->text, rp_strbuf_text (&clean), column, 6, rp_style_width (page->style));
  rp_strbuf_add_char (&page->text, '\n');
  page->gutter = GUTTER;
  if (region->reason)
    print_item (page, "reason", region->reason);
  if (region->assumption)
    print_item (page, "assume", region->assumption);
  rp_strbuf_add_char (&page->text, '\n');
  rp_strbuf_clear (&text);
  rp_strbuf_clear (&clean);
  rp_strbuf_clear (&head);
  bool is_open = region->status == RP_REGION_UNDECIDED || page->style->verbose;
  print_pairs (page, proof, region->first_pair, region->pair_count);
  print_notes (page, proof, region->first_note, region->note_count, is_open);
}

void
rp_report_proof (const rp_report *report, const rp_report_style *style, FILE *out)
{
  const rp_proof *proof = report->proof;
  rp_page page = { .style = style, .sources = { .given = report->source } };
  page.home = report->program;
  for (size_t i = 0; i < proof->regions.count; i++)
    print_region (&page, proof, i);
  if (!proof->regions.count)
    {
      bool is_open = rp_proof_count (proof, RP_PROOF_POSSIBLE)
                     || rp_proof_count (proof, RP_PROOF_UNDECIDED) || style->verbose;
      print_pairs (&page, proof, 0, proof->pairs.count);
      print_notes (&page, proof, 0, proof->notes.count, is_open);
    }
  rp_page_flush (&page, out);
  rp_sources_clear (&page.sources);
}
