#include "explore/item.h"

static void
copy_numbers (rp_numbers *to, const rp_numbers *from)
{
  to->count = 0;
  for (size_t i = 0; i < from->count; i++)
    RP_VEC_PUSH (to, from->items[i]);
}

/* Copies FROM, without its trials, to TO. The lists of TO keep their storage. */
static void
copy_question (rp_question *to, const rp_question *from)
{
  rp_question copy = *from;
  copy.enabled = to->enabled;
  copy.wanted = to->wanted;
  copy.done = to->done;
  copy.sleep.items = to->sleep.items;
  copy.sleep.capacity = to->sleep.capacity;
  copy.trials.items = to->trials.items;
  copy.trials.capacity = to->trials.capacity;
  copy.trials.count = copy.sleep.count = 0;
  *to = copy;
  copy_numbers (&to->enabled, &from->enabled);
  copy_numbers (&to->wanted, &from->wanted);
  copy_numbers (&to->done, &from->done);
  for (size_t i = 0; i < from->sleep.count; i++)
    RP_VEC_PUSH (&to->sleep, from->sleep.items[i]);
}

void
rp_item_copy_path (rp_work_item *item, const rp_search *search)
{
  *item = (rp_work_item) { .events = search->trace.count };
  for (size_t i = 0; i < search->depth; i++)
    {
      RP_VEC_PUSH (&item->path, (rp_question) { 0 });
      copy_question (&RP_VEC_LAST (&item->path), &search->path.items[i]);
    }
}

void
rp_item_clear (rp_work_item *item)
{
  for (size_t i = 0; i < item->path.count; i++)
    rp_question_clear (&item->path.items[i]);
  RP_VEC_CLEAR (&item->path);
}

uint64_t
rp_item_hash (const rp_work_item *item, const rp_task_names *names)
{
  uint64_t hash = item->path.count;
  for (size_t i = 0; i < item->path.count; i++)
    {
      const rp_question *node = &item->path.items[i];
      uint32_t task = node->is_choice ? node->task : node->pick;
      hash = rp_hash64 (rp_hash64 (hash ^ names->list.items[task].hash)
                        + (node->is_choice ? node->value + 1 : 0));
    }
  return hash;
}

void
rp_search_begin_item (rp_search *search, const rp_work_item *item, rp_reduction reduction, size_t levels)
{
  while (search->path.count < item->path.count)
    RP_VEC_PUSH (&search->path, (rp_question) { 0 });
  for (size_t i = 0; i < item->path.count; i++)
    {
      copy_question (&search->path.items[i], &item->path.items[i]);
      search->path.items[i].footprint = RP_NO_FOOTPRINT;
    }
  search->reduction = reduction;
  search->depth = search->frozen = item->path.count;
  search->split = levels ? item->events + levels : 0;
  search->fresh = 0;
  search->is_begun = false;
}
