#include "explore/sites.h"

#include "base/panic.h"

enum
{
  MAX_NUMBERS = 1 << 24 /* numbers of a child are smaller; larger ones are ignored */
};

void
rp_sites_init (rp_sites *sites)
{
  *sites = (rp_sites) { 0 };
  RP_VEC_PUSH (&sites->calls.list, (rp_site_call) { 0 });
  RP_VEC_PUSH (&sites->places.list, (rp_site_call) { 0 });
}

static void
clear (rp_call_list *calls)
{
  RP_VEC_CLEAR (&calls->list);
  RP_VEC_CLEAR (&calls->now);
  rp_map_clear (&calls->numbers);
}

void
rp_sites_clear (rp_sites *sites)
{
  clear (&sites->calls);
  clear (&sites->places);
}

void
rp_sites_begin (rp_sites *sites)
{
  sites->calls.now.count = sites->places.now.count = 0;
}

/* Returns the number of CALL; adds CALL if it is new. The keys are hashes; if a key is taken by another call, the next
 * free key is used. */
static uint32_t
intern (rp_call_list *calls, rp_site_call call)
{
  for (uint64_t key = rp_hash64 (call.pc) ^ rp_hash64 (call.parent + 1);; key++)
    {
      uint64_t *number = rp_map_insert (&calls->numbers, key, NULL);
      if (!*number)
        {
          *number = calls->list.count;
          RP_VEC_PUSH (&calls->list, call);
        }
      if (calls->list.items[*number].pc == call.pc
          && calls->list.items[*number].parent == call.parent)
        return (uint32_t) *number;
    }
}

static uint32_t
number_now (const rp_call_list *calls, uint64_t number)
{
  return number < calls->now.count ? calls->now.items[number] : 0;
}

static void
add (rp_sites *sites, rp_call_list *calls, uint64_t number, uint64_t pc, uint64_t parent)
{
  if (number >= MAX_NUMBERS)
    return;
  while (calls->now.count <= number)
    RP_VEC_PUSH (&calls->now, 0);
  calls->now.items[number] = intern (calls, (rp_site_call) { pc, number_now (&sites->calls, parent) });
}

void
rp_sites_add_call (rp_sites *sites, uint64_t number, uint64_t pc, uint64_t parent)
{
  add (sites, &sites->calls, number, pc, parent);
}

void
rp_sites_add_place (rp_sites *sites, uint64_t number, uint64_t pc, uint64_t parent)
{
  add (sites, &sites->places, number, pc, parent);
}

uint32_t
rp_sites_of (const rp_sites *sites, uint32_t place)
{
  return number_now (&sites->places, place);
}

/* Leaves out the outermost call: it is in the runtime, which calls the task's function. */
size_t
rp_sites_stack (const rp_sites *sites, uint32_t site, uint64_t *pcs, size_t most)
{
  const rp_site_call *calls = sites->calls.list.items;
  size_t count = 0;
  if (!site || site >= sites->places.list.count || !most)
    return 0;
  pcs[count++] = sites->places.list.items[site].pc;
  for (uint32_t at = sites->places.list.items[site].parent; count < most && at && calls[at].parent;
       at = calls[at].parent)
    pcs[count++] = calls[at].pc;
  return count;
}
