// Nodes are filled before they are published, and the list is only touched in the critical
// section.
// expect: clean
#include <stdlib.h>

struct node
{
  struct node *next;
  int value;
};

struct node *head;

int
main (void)
{
#pragma omp parallel for
  for (int i = 0; i < 8; i++)
    {
      struct node *n = malloc (sizeof *n);
      n->value = i;
#pragma omp critical
      {
        n->next = head;
        head = n;
      }
    }
  int sum = 0;
  while (head)
    {
      struct node *n = head;
      head = n->next;
      sum += n->value;
      free (n);
    }
  return sum != 28;
}
