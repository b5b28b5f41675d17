/* ForAll With Iterable: 2 tasks, no regions, no race.
 *
 * A forall over the items of a linked list, all of them in one group: that is one task besides
 * main. Each item gets its own result. */
#include <raceproof/task.h>

typedef struct item
{
  struct item *next;
  int value, result;
} item;

enum
{
  ITEMS = 6
};

static item items[ITEMS];

static void
visit (long number, void *list)
{
  item *at = list;
  while (number-- > 0)
    at = at->next;
  at->result = at->value + 1;
}

int
main (void)
{
  int sum = 0;
  for (int i = 0; i < ITEMS; i++)
    items[i] = (item) { i + 1 < ITEMS ? &items[i + 1] : NULL, i, 0 };
  rp_forall_chunked (0, ITEMS, ITEMS, visit, &items[0]);
  for (const item *at = &items[0]; at; at = at->next)
    sum += at->result;
  return sum != ITEMS * (ITEMS + 1) / 2;
}
