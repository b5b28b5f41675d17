// The tasks cut the links of the list while the creator still walks along them.
// expect: race nodes
// at: 24 25
#include <stdio.h>

struct node
{
  struct node *next;
  int value;
};

struct node nodes[5];

int
main (void)
{
  for (int i = 0; i < 4; i++)
    nodes[i].next = &nodes[i + 1];
#pragma omp parallel
#pragma omp single
  for (struct node *n = nodes, *next; n; n = next)
    {
#pragma omp task firstprivate(n)
      n->next = 0;
      next = n->next;
    }
  printf ("%d\n", nodes[0].value);
  return 0;
}
