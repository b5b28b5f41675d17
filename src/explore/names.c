#include "explore/names.h"

#include "base/panic.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>

enum
{
  DEEPEST = 100000 /* longest path that is read */
};

void
rp_task_names_init (rp_task_names *names)
{
  *names = (rp_task_names) { 0 };
  RP_VEC_PUSH (&names->list, (rp_task_name) { .parent = RP_NO_TASK });
}

void
rp_task_names_clear (rp_task_names *names)
{
  RP_VEC_CLEAR (&names->list);
  RP_VEC_CLEAR (&names->of_rows);
  rp_map_clear (&names->by_creation);
}

uint32_t
rp_task_names_find (rp_task_names *names, uint32_t parent, uint32_t ordinal)
{
  bool is_new;
  uint64_t key = (uint64_t) parent << 32 | ordinal;
  uint64_t *number = rp_map_insert (&names->by_creation, key, &is_new);
  if (is_new)
    {
      *number = names->list.count;
      uint64_t hash = rp_hash64 (names->list.items[parent].hash ^ (ordinal + 1));
      RP_VEC_PUSH (&names->list, (rp_task_name) { parent, ordinal, hash });
    }
  return (uint32_t) *number;
}

void
rp_task_names_begin (rp_task_names *names)
{
  names->of_rows.count = 0;
}

/* The row of a parent comes before those of its children, so the parent has a number already. */
uint32_t
rp_task_names_of_row (rp_task_names *names, const rp_task_table *table, uint32_t row)
{
  while (names->of_rows.count <= row)
    {
      const rp_task_row *next = &table->rows.items[names->of_rows.count];
      uint32_t number = 0;
      if (next->parent != RP_NO_TASK)
        number = rp_task_names_find (names, names->of_rows.items[next->parent], next->ordinal);
      RP_VEC_PUSH (&names->of_rows, number);
    }
  return names->of_rows.items[row];
}

uint32_t
rp_task_names_row (const rp_task_names *names, uint32_t number)
{
  for (size_t i = 0; i < names->of_rows.count; i++)
    if (names->of_rows.items[i] == number)
      return (uint32_t) i;
  return RP_NO_TASK;
}

void
rp_task_names_write (const rp_task_names *names, uint32_t number, rp_strbuf *out)
{
  RP_VEC (uint32_t) path = { 0 };
  for (; number; number = names->list.items[number].parent)
    RP_VEC_PUSH (&path, names->list.items[number].ordinal);
  rp_strbuf_add (out, "0");
  while (path.count)
    rp_strbuf_format (out, ".%u", RP_VEC_POP (&path));
  RP_VEC_CLEAR (&path);
}

bool
rp_task_names_read (rp_task_names *names, const char *text, uint32_t *number)
{
  *number = 0;
  if (*text++ != '0')
    return false;
  for (unsigned depth = 0; *text; depth++)
    {
      if (*text++ != '.' || !isdigit ((unsigned char) *text) || depth == DEEPEST)
        return false;
      char *end;
      errno = 0;
      unsigned long ordinal = strtoul (text, &end, 10);
      if (errno || ordinal >= RP_NO_TASK)
        return false;
      *number = rp_task_names_find (names, *number, (uint32_t) ordinal);
      text = end;
    }
  return true;
}
