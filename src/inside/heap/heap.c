/* malloc and related functions. The C library's allocator does the work, under its other names (__libc_...).
 * We note which blocks are new, which are freed, and which task a block belongs to. C++'s new and delete end
 * up here, too.
 *
 * Nothing that happened to memory before it was allocated counts, so an allocation forgets the
 * block. free counts as a write to the whole block: it races with every access that is not ordered
 * with it. The blocks of the verifier itself and of other threads are not noted. */
#include "inside/heap/heap.h"

#include "inside/heap/heap_index.h"
#include "inside/heap/quarantine.h"
#include "inside/hook/hook.h"
#include "inside/hook/libc_real.h"

#include <malloc.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

RP_HOOKS_FILE (heap);

void *__libc_malloc (size_t size);
void *__libc_calloc (size_t count, size_t size);
void *__libc_realloc (void *block, size_t size);
void *__libc_memalign (size_t alignment, size_t size);
void __libc_free (void *block);

static size_t
least (size_t a, size_t b)
{
  return a < b ? a : b;
}

/* Returns the number of the call path of a call from PC. The first call on a path may make the verifier allocate memory
 * for the path, and that request must not come back here. */
static uint32_t
context_of (uintptr_t pc)
{
  int outer = rp_inside_begin_nested ();
  uint32_t context = rp_monitor_context (pc);
  rp_inside_end_nested (outer);
  return context;
}

/* Adds BLOCK, a new block of the program, to the index, if the monitor is on. Returns BLOCK. */
static void *
track (void *block, size_t size, uintptr_t pc)
{
  if (!block || !rp_monitor_is_on ())
    return block;
  rp_monitor_allocates ();
  int saved = errno;
  uint32_t context = context_of (pc), task = rp_monitor_task ();
  rp_monitor_forget ((uintptr_t) block, malloc_usable_size (block));
  rp_monitor_receives ((uintptr_t) block);
  rp_heap_entry *entry = rp_heap_index_add ((uintptr_t) block, size);
  entry->context = context;
  entry->task = task;
  entry->owner = rp_monitor_owner ((uintptr_t) block, size, &entry->team);
  rp_monitor_moment (&entry->maker, &entry->moment);
  errno = saved;
  return block;
}

/* Gives a block back to the C library. A small block is forgotten when its memory is allocated again. The memory of a
 * large one may come back as something else, a stack for instance, so it is forgotten here. */
static void
give_back (void *block, size_t size)
{
  if (size >= RP_HEAP_LARGE)
    rp_monitor_forget ((uintptr_t) block, size);
  rp_heap_index_remove ((uintptr_t) block);
  __libc_free (block);
}

/* Returns how many bytes of BLOCK the program may use: as many as ENTRY says, but not more than the allocator says.
 * ENTRY may be NULL; then the allocator decides. ENTRY may also be out of date, if another thread freed BLOCK and
 * got the same memory again. */
static size_t
size_of (void *block, const rp_heap_entry *entry)
{
  size_t usable = malloc_usable_size (block);
  return entry ? least (entry->size, usable) : usable;
}

/* Handles a second free of a block. The block is in quarantine, so the second free does no harm. Between unordered
 * tasks it is a race as well. */
static void
warn_freed_twice (void *block, uintptr_t pc)
{
  rp_monitor_free ((uintptr_t) block, 1, pc);
  rp_monitor_warn ("the program frees a heap block that was freed before");
}

static void
release (void *block, uintptr_t pc)
{
  int saved = errno;
  rp_heap_entry *entry = rp_heap_index_at ((uintptr_t) block);
  if (entry && entry->is_free)
    warn_freed_twice (block, pc);
  else
    {
      size_t size = size_of (block, entry);
      if (size)
        rp_monitor_free ((uintptr_t) block, size, pc);
      if (entry)
        {
          entry->is_free = true;
          entry->free_context = context_of (pc);
        }
      rp_quarantine_add (block, malloc_usable_size (block), give_back);
    }
  errno = saved;
}

static void *
resize_in_place (void *block, size_t old_size, size_t size, uintptr_t pc)
{
  if (size < old_size)
    rp_note_write ((char *) block + size, old_size - size, pc);
  else
    rp_note_forget ((char *) block + old_size, size - old_size);
  rp_heap_entry *entry = rp_heap_index_at ((uintptr_t) block);
  if (entry)
    rp_heap_index_resize (entry, size);
  else
    track (block, size, pc);
  return block;
}

/* Resizes a block, and returns it; NULL if there is no memory. Bytes that stay where they are keep their history.
 * If the block moves, the move counts as a free of the old block and as a write to the new one. */
static void *
resize (void *block, size_t old_size, size_t size, uintptr_t pc)
{
  size_t usable = malloc_usable_size (block);
  if (size <= usable && size >= usable / 2)
    return resize_in_place (block, old_size, size, pc);
  void *moved = __libc_malloc (size);
  if (!moved)
    return NULL;
  track (moved, size, pc);
  RP_REAL (memcpy) (moved, block, least (old_size, size));
  rp_note_write (moved, least (old_size, size), pc);
  release (block, pc);
  return moved;
}

static void *
reallocate (void *block, size_t size, uintptr_t pc)
{
  if (!rp_monitor_is_on ())
    return __libc_realloc (block, size);
  if (!block)
    return track (__libc_malloc (size), size, pc);
  const rp_heap_entry *entry = rp_heap_index_at ((uintptr_t) block);
  if (size && !(entry && entry->is_free))
    return resize (block, size_of (block, entry), size, pc);
  release (block, pc);
  return NULL;
}

__thread volatile uintptr_t rp_heap_caller __attribute__ ((tls_model ("initial-exec")));

/* The place where the program asked for memory: rp_heap_caller if it is set (heap.h), else the caller of this hook. */
#define ASKED_AT (rp_heap_caller ? rp_heap_caller : RP_CALLER)

RP_HOOK (void *, malloc, size_t size)
{
  return track (__libc_malloc (size), size, ASKED_AT);
}

RP_HOOK (void *, calloc, size_t count, size_t size)
{
  return track (__libc_calloc (count, size), count * size, ASKED_AT);
}

RP_HOOK (void *, realloc, void *block, size_t size)
{
  return reallocate (block, size, ASKED_AT);
}

RP_HOOK (void *, reallocarray, void *block, size_t count, size_t size)
{
  size_t bytes;
  if (__builtin_mul_overflow (count, size, &bytes))
    {
      errno = ENOMEM;
      return NULL;
    }
  return reallocate (block, bytes, RP_CALLER);
}

RP_HOOK (void, free, void *block)
{
  if (!block)
    return;
  if (rp_monitor_is_on ())
    release (block, ASKED_AT);
  else
    __libc_free (block);
}

RP_HOOK (void *, memalign, size_t alignment, size_t size)
{
  return track (__libc_memalign (alignment, size), size, RP_CALLER);
}

static bool
is_power_of_two (size_t number)
{
  return number && !(number & (number - 1));
}

RP_HOOK (void *, aligned_alloc, size_t alignment, size_t size)
{
  if (!is_power_of_two (alignment))
    {
      errno = EINVAL;
      return NULL;
    }
  return track (__libc_memalign (alignment, size), size, ASKED_AT);
}

RP_HOOK (int, posix_memalign, void **result, size_t alignment, size_t size)
{
  if (!is_power_of_two (alignment) || alignment % sizeof (void *))
    return EINVAL;
  int saved = errno;
  void *block = track (__libc_memalign (alignment, size), size, RP_CALLER);
  errno = saved;
  if (!block)
    return ENOMEM;
  if (rp_monitor_is_on ())
    rp_note_write (result, sizeof *result, RP_CALLER);
  *result = block;
  return 0;
}

RP_HOOK (void *, valloc, size_t size)
{
  return track (__libc_memalign ((size_t) getpagesize (), size), size, RP_CALLER);
}

RP_HOOK (void *, pvalloc, size_t size)
{
  size_t page = (size_t) getpagesize (), rounded;
  if (__builtin_add_overflow (size, page - 1, &rounded))
    {
      errno = ENOMEM;
      return NULL;
    }
  rounded &= ~(page - 1);
  return track (__libc_memalign (page, rounded), rounded, RP_CALLER);
}

/* Returns a copy of the first LENGTH bytes of TEXT, as a string; NULL if there is no memory. Records a read of
 * BYTES_READ bytes of TEXT and a write of the copy, by the running task. */
static char *
copy_string (const char *text, size_t length, size_t bytes_read, uintptr_t pc)
{
  char *copy = track (__libc_malloc (length + 1), length + 1, pc);
  if (!copy)
    return NULL;
  RP_REAL (memcpy) (copy, text, length);
  copy[length] = '\0';
  if (rp_monitor_is_on ())
    {
      rp_note_read (text, bytes_read, pc);
      rp_note_write (copy, length + 1, pc);
    }
  return copy;
}

RP_HOOK (char *, strdup, const char *text)
{
  size_t length = RP_REAL (strlen) (text);
  return copy_string (text, length, length + 1, RP_CALLER);
}

RP_HOOK (char *, strndup, const char *text, size_t most)
{
  size_t length = RP_REAL (strnlen) (text, most);
  return copy_string (text, length, length < most ? length + 1 : most, RP_CALLER);
}

/* Returns the entry of the block around ADDRESS, or NULL. Looking for the block's first address takes long, so the last
 * block found is kept for each page: many accesses look for the same block. */
static const rp_heap_entry *
entry_around (uintptr_t address)
{
  enum
  {
    PAGE_BITS = 12,
    PAGES = 1 << 8
  };
  static uintptr_t recent[PAGES];
  uintptr_t *base = &recent[(address >> PAGE_BITS) % PAGES];
  const rp_heap_entry *entry = *base && *base <= address ? rp_heap_index_at (*base) : NULL;
  if (!entry || address - entry->base >= entry->size)
    {
      entry = rp_heap_index_around (address);
      *base = entry ? entry->base : 0;
    }
  return entry;
}

bool
rp_heap_find (uintptr_t address, rp_heap_block *block)
{
  const rp_heap_entry *entry = entry_around (address);
  if (!entry)
    return false;
  *block = (rp_heap_block) {
    .base = entry->base,
    .size = entry->size,
    .context = entry->context,
    .task = entry->task,
    .owner = entry->owner,
    .team = entry->team,
    .maker = entry->maker,
    .moment = entry->moment,
    .is_free = entry->is_free,
    .free_context = entry->free_context,
  };
  return true;
}
