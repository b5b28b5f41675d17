/* qsort reads and writes the whole array. Its comparison function is the program's own code, with
 * its own accesses; the C library would hand it copies of elements in a buffer, whose addresses
 * mean nothing to a report and might be reused by the next task's sort. So we sort pointers to the
 * elements where they are, by merging (stable, as the C library's is), and move the elements last.
 * bsearch needs no hook: only the comparison function looks at the array. */
#include "inside/hook/hook.h"
#include "inside/hook/libc_real.h"

#include <stdlib.h>
#include <string.h>

RP_HOOKS_FILE (sort);

void *__libc_malloc (size_t size);
void __libc_free (void *block);

typedef struct order
{
  int (*compare) (const void *, const void *);
  int (*compare_with) (const void *, const void *, void *); /* qsort_r's; else NULL */
  void *argument;
} order;

static bool
is_after (const order *by, const char *a, const char *b)
{
  int result = by->compare_with ? by->compare_with (a, b, by->argument) : by->compare (a, b);
  return result > 0;
}

/* Merges FROM[low..middle) and FROM[middle..high), both sorted, into TO. */
static void
merge (const order *by, char **from, char **to, size_t low, size_t middle, size_t high)
{
  size_t left = low, right = middle;
  for (size_t i = low; i < high; i++)
    {
      bool takes_right = left == middle || (right < high && is_after (by, from[left], from[right]));
      to[i] = takes_right ? from[right++] : from[left++];
    }
}

/* Sorts COUNT pointers by merging, bottom up. Returns the one of the two arrays that holds the result. */
static char **
sort_pointers (const order *by, char **pointers, char **other, size_t count)
{
  for (size_t width = 1; width < count; width *= 2)
    {
      for (size_t low = 0; low < count; low += 2 * width)
        {
          size_t middle = count - low < width ? count : low + width;
          size_t high = count - middle < width ? count : middle + width;
          merge (by, pointers, other, low, middle, high);
        }
      char **swapped = pointers;
      pointers = other;
      other = swapped;
    }
  return pointers;
}

static void
move_elements (char *base, size_t count, size_t size, char *const *sorted, char *room)
{
  for (size_t i = 0; i < count; i++)
    RP_REAL (memcpy) (room + i * size, sorted[i], size);
  RP_REAL (memcpy) (base, room, count * size);
}

static void
sort (char *base, size_t count, size_t size, const order *by, uintptr_t pc)
{
  if (count < 2 || !size)
    return;
  char **pointers = __libc_malloc (2 * count * sizeof *pointers + count * size);
  if (!pointers)
    abort ();
  if (rp_monitor_is_on ())
    rp_note_read (base, count * size, pc);
  for (size_t i = 0; i < count; i++)
    pointers[i] = base + i * size;
  char **sorted = sort_pointers (by, pointers, pointers + count, count);
  move_elements (base, count, size, sorted, (char *) (pointers + 2 * count));
  if (rp_monitor_is_on ())
    rp_note_write (base, count * size, pc);
  __libc_free (pointers);
}

RP_HOOK (void, qsort, void *base, size_t count, size_t size,
         int (*compare) (const void *, const void *))
{
  order by = { .compare = compare };
  sort (base, count, size, &by, RP_CALLER);
}

RP_HOOK (void, qsort_r, void *base, size_t count, size_t size,
         int (*compare) (const void *, const void *, void *), void *argument)
{
  order by = { .compare_with = compare, .argument = argument };
  sort (base, count, size, &by, RP_CALLER);
}
