/* What a row of the waiting list says in the report of a program with tasks. */
#ifndef WAIT_TEXT_H
#define WAIT_TEXT_H

#include "report/phrase.h"

static inline const char *
wait_text (const rp_wait_row *row)
{
  static rp_strbuf text;
  rp_task_ref others[RP_WAIT_OTHERS] = { 0 };
  for (uint32_t i = 0; i < rp_wait_named (row->other_count); i++)
    others[i].id = row->others[i];
  rp_waiting waiting = { .reason = row->reason,
                         .others = others,
                         .other_count = row->other_count,
                         .number = row->number,
                         .name = row->name };
  rp_strbuf_clear (&text);
  rp_phrase_wait (&text, &waiting, RP_WORDS_MODEL);
  return text.text;
}

#endif
