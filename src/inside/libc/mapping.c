/* Memory that the program maps itself is new, like memory that malloc returns. */
#include "inside/hook/hook.h"
#include "inside/hook/libc_real.h"

#include <sys/mman.h>
#include <sys/types.h>

RP_HOOKS_FILE (mapping);

static void *
track (void *pages, size_t size)
{
  if (pages != MAP_FAILED && rp_monitor_is_on ())
    rp_note_forget (pages, size);
  return pages;
}

RP_HOOK (void *, mmap, void *address, size_t size, int protection, int flags, int file,
         off_t offset)
{
  return track (RP_REAL (mmap) (address, size, protection, flags, file, offset), size);
}

RP_HOOK (void *, mmap64, void *address, size_t size, int protection, int flags, int file,
         off64_t offset)
{
  return track (RP_REAL (mmap64) (address, size, protection, flags, file, offset), size);
}

/* Counts as a write to the memory, as free does. No quarantine is needed: a later access ends the program anyway. */
RP_HOOK (int, munmap, void *address, size_t size)
{
  bool is_on = rp_monitor_is_on ();
  if (is_on)
    rp_note_write (address, size, RP_CALLER);
  int result = RP_REAL (munmap) (address, size);
  if (is_on && result == 0)
    rp_note_forget (address, size);
  return result;
}
