// A task for each node of a list, which the creator walks: nodes are written, links are read.
// expect: clean
#include <stdlib.h>

struct node
{
  struct node *next;
  int value;
};

int
main (void)
{
  struct node *list = 0;
  for (int i = 0; i < 10; i++)
    {
      struct node *n = malloc (sizeof *n);
      n->next = list;
      n->value = i;
      list = n;
    }
#pragma omp parallel
#pragma omp single
  for (struct node *n = list; n; n = n->next)
    {
#pragma omp task firstprivate(n)
      n->value *= 2;
    }
  int sum = 0;
  while (list)
    {
      struct node *n = list;
      sum += n->value;
      list = n->next;
      free (n);
    }
  return sum != 90;
}
