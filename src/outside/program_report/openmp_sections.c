/* The critical sections, locks and atomic constructs of OpenMP that an access was in. The raw report has them as
 * addresses of objects. */
#include "outside/program_report/openmp.h"
#include "outside/symbol/symbol.h"

#include <string.h>

#define CRITICAL ".gomp_critical_user_"

/* Returns the section whose object has the name SYMBOL. gcc names the object `.gomp_critical_user_NAME`, and clang adds
 * `.var`. All sections without a name use one object of our library. */
static rp_section_ref
section_of_symbol (rp_program_reader *reader, const char *symbol)
{
  if (!strcmp (symbol, "rp_gomp_unnamed_critical"))
    return (rp_section_ref) { .kind = RP_SECTION_CRITICAL };
  if (!strcmp (symbol, "rp_gomp_atomic_lock"))
    return (rp_section_ref) { .kind = RP_SECTION_ATOMIC };
  if (strncmp (symbol, CRITICAL, strlen (CRITICAL)))
    return (rp_section_ref) { .kind = RP_SECTION_OTHER };
  symbol += strlen (CRITICAL);
  size_t length = strlen (symbol);
  if (length >= 4 && !strcmp (symbol + length - 4, ".var"))
    length -= 4;
  return (rp_section_ref) { .kind = RP_SECTION_CRITICAL,
                            .name = length ? rp_arena_copy (reader->arena, symbol, length) : NULL };
}

/* Returns the name of the variable that is the lock; NULL if the lock is no variable. The name does not include members
 * of the lock. */
static const char *
lock_name (rp_program_reader *reader, const rp_fact_lock *lock)
{
  rp_object_ref found = { 0 };
  rp_program_describe_object (reader, &lock->object, lock->address, 1, &found);
  bool is_variable = found.storage == RP_STORAGE_GLOBAL || found.storage == RP_STORAGE_STATIC
                     || found.storage == RP_STORAGE_LOCAL || found.storage == RP_STORAGE_THREAD_LOCAL;
  if (!is_variable)
    return NULL;
  const char *member = strstr (found.name, "._");
  return rp_arena_copy (reader->arena, found.name,
                        member ? (size_t) (member - found.name) : strlen (found.name));
}

static rp_section_ref
describe_section (rp_program_reader *reader, const rp_fact_lock *lock)
{
  if (lock->is_lock)
    return (rp_section_ref) { .kind = RP_SECTION_LOCK, .name = lock_name (reader, lock) };
  const char *symbol = reader->symbolize ? rp_symbols_name (reader->symbols, lock->address) : NULL;
  return symbol ? section_of_symbol (reader, symbol)
                : (rp_section_ref) { .kind = RP_SECTION_OTHER };
}

void
rp_program_openmp_describe_sections (rp_program_reader *reader, const rp_fact_side *side,
                                     rp_access_ref *access)
{
  access->sections
    = rp_arena_alloc (reader->arena, ((size_t) side->lock_count + 1) * sizeof *access->sections);
  for (uint32_t i = 0; i < side->lock_count; i++)
    access->sections[access->section_count++] = describe_section (reader, &side->locks[i]);
  if (side->is_atomic)
    access->sections[access->section_count++] = (rp_section_ref) { .kind = RP_SECTION_ATOMIC };
}
