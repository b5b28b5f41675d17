#include "core/graph/conflict.h"

static rp_conflict_section *
at (const rp_conflicts *conflicts, uint32_t section)
{
  return &conflicts->sections.items[section - 1];
}

uint32_t
rp_conflicts_begin (rp_conflicts *conflicts, rp_locksets *locksets, uint32_t task, uint32_t outer,
                    const rp_range *objects, size_t count)
{
  rp_conflict_section section
    = { .task = task,
        .outer = outer,
        .locks = rp_locksets_extend (locksets, RP_NO_LOCKS, objects, count) };
  RP_VEC_PUSH (&conflicts->sections, section);
  return (uint32_t) conflicts->sections.count;
}

void
rp_conflicts_commute (rp_conflicts *conflicts, uint32_t section)
{
  at (conflicts, section)->commutes = true;
}

void
rp_conflicts_end (rp_conflicts *conflicts, uint32_t section, uint32_t node)
{
  at (conflicts, section)->end = node + 1;
}

static void
come_after (rp_conflicts *conflicts, rp_conflict_section *section, uint32_t node)
{
  for (size_t i = 0; i < section->after.count; i++)
    if (section->after.items[i] == node)
      return;
  RP_VEC_PUSH (&section->after, node);
  RP_VEC_PUSH (&conflicts->found, node);
}

/* THEN and NOW are the innermost sections of two conflicting accesses, the earlier one and the current one. A section P
 * around the earlier access comes before NOW if P has ended and excludes a section Q around the current access. Adds
 * the node in which each P ended to conflicts->found, unless an earlier access in NOW has found it. */
static void
compare (rp_conflicts *conflicts, const rp_locksets *locksets, uint32_t then, uint32_t now)
{
  for (uint32_t p = then; p; p = at (conflicts, p)->outer)
    for (uint32_t q = now; q; q = at (conflicts, q)->outer)
      {
        const rp_conflict_section *theirs = at (conflicts, p);
        if (theirs->end && rp_locksets_exclude (locksets, theirs->locks, at (conflicts, q)->locks))
          come_after (conflicts, at (conflicts, now), theirs->end - 1);
      }
}

void
rp_conflicts_access (rp_conflicts *conflicts, const rp_locksets *locksets, uint32_t section,
                     uint64_t location, bool is_write)
{
  uint64_t *newest = rp_map_insert (&conflicts->by_location, location, NULL);
  bool is_known = false;
  conflicts->found.count = 0;
  for (uint32_t i = (uint32_t) *newest; i; i = conflicts->accesses.items[i - 1].next)
    {
      const rp_conflict_access *access = &conflicts->accesses.items[i - 1];
      is_known |= access->section == section && access->is_write == is_write;
      if ((is_write || access->is_write)
          && at (conflicts, access->section)->task != at (conflicts, section)->task
          && !(at (conflicts, access->section)->commutes && at (conflicts, section)->commutes))
        compare (conflicts, locksets, access->section, section);
    }
  if (is_known)
    return;
  RP_VEC_PUSH (&conflicts->accesses,
               (rp_conflict_access) { section, (uint32_t) *newest, is_write });
  *newest = conflicts->accesses.count;
}

void
rp_conflicts_clear (rp_conflicts *conflicts)
{
  for (size_t i = 0; i < conflicts->sections.count; i++)
    RP_VEC_CLEAR (&conflicts->sections.items[i].after);
  RP_VEC_CLEAR (&conflicts->sections);
  RP_VEC_CLEAR (&conflicts->accesses);
  RP_VEC_CLEAR (&conflicts->found);
  rp_map_clear (&conflicts->by_location);
}
