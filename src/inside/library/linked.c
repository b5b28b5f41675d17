#include "inside/library/linked.h"

#include "base/map.h"
#include "inside/library/imports.h"

#include <stdbool.h>
#include <string.h>

/* Returns whether NAME is one of our functions. Code that `raceproof cc` compiles calls one of these wherever
 * it accesses memory. */
static bool
is_ours (const char *name)
{
  return !strncmp (name, "__tsan_", 7) || !strncmp (name, "rp_", 3);
}

#if defined(__x86_64__)
/* Returns whether CODE has a direct call of one of OURS. Other bytes may look like a call, but hardly ever like a
 * call of one of OURS. */
static bool
calls_us (const unsigned char *code, size_t size, const rp_map *ours)
{
  for (size_t i = 0; i + 5 <= size; i++)
    if (code[i] == 0xe8 || code[i] == 0xe9)
      {
        int32_t distance;
        memcpy (&distance, code + i + 1, sizeof distance);
        if (rp_map_find (ours, (uintptr_t) code + i + 5 + (uintptr_t) (intptr_t) distance))
          return true;
      }
  return false;
}
#else
static bool
calls_us (const unsigned char *code, size_t size, const rp_map *ours)
{
  (void) code, (void) size, (void) ours;
  return false;
}
#endif

/* Returns the addresses of our functions. */
static rp_map
our_functions (const ElfW (Sym) * symbols, size_t count, const char *names, size_t names_size,
               uintptr_t bias)
{
  rp_map ours = { 0 };
  for (size_t i = 0; i < count; i++)
    if (symbols[i].st_shndx && symbols[i].st_name < names_size && is_ours (names + symbols[i].st_name))
      *rp_map_insert (&ours, bias + symbols[i].st_value, NULL) = 1;
  return ours;
}

void
rp_linked_routines (const ElfW (Sym) * symbols, size_t count, const char *names, size_t names_size,
                    uintptr_t bias, void (*function) (const char *name, void *context),
                    void *context)
{
  rp_map ours = { 0 }; /* empty until the first routine: few programs have one */
  for (size_t i = 0; i < count; i++)
    {
      const ElfW (Sym) *symbol = &symbols[i];
      const char *name = symbol->st_name < names_size ? names + symbol->st_name : "";
      bool is_function = (symbol->st_info & 15) == STT_FUNC && symbol->st_shndx && symbol->st_info >> 4 != STB_LOCAL;
      if (!is_function || !symbol->st_size || !rp_import_has_summary (name))
        continue;
      if (!ours.count)
        ours = our_functions (symbols, count, names, names_size, bias);
      if (!calls_us ((const unsigned char *) (bias + symbol->st_value), symbol->st_size, &ours))
        function (name, context);
    }
  rp_map_clear (&ours);
}
