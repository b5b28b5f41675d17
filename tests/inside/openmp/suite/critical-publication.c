// A node is filled before a critical section publishes it: whoever finds it there comes after
// that.
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
  int wrong = 0;
#pragma omp parallel for reduction(+ : wrong)
  for (int i = 0; i < 8; i++)
    {
      struct node *n = malloc (sizeof *n);
      n->value = 3;
#pragma omp critical
      {
        for (struct node *p = head; p; p = p->next)
          wrong += p->value != 3;
        n->next = head;
        head = n;
      }
    }
  while (head)
    {
      struct node *n = head;
      head = n->next;
      free (n);
    }
  return wrong != 0;
}
