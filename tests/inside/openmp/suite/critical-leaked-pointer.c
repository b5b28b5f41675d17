// The critical section protects the list head, but the node is changed after it was published.
// expect: race heap
// at: 27 31
#include <stdio.h>
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
  int sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < 8; i++)
    {
      struct node *n = malloc (sizeof *n);
      n->value = 0;
#pragma omp critical
      {
        for (struct node *p = head; p; p = p->next)
          sum += p->value;
        n->next = head;
        head = n;
      }
      n->value = i;
    }
  while (head)
    {
      struct node *n = head;
      head = n->next;
      free (n);
    }
  printf ("%d\n", sum >= 0);
  return 0;
}
