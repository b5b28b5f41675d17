/* gcc hands the task the value in any case. */
/* compilers: clang */
/* hints: all */
/* output: 6 */
/* wants: `firstprivate\(node\)` */
#include <stdio.h>
struct node
{
  struct node *next;
  int value, seen;
};

int
main (void)
{
  struct node nodes[3] = { { nodes + 1, 1, 0 }, { nodes + 2, 2, 0 }, { NULL, 3, 0 } };
  struct node *list = nodes, *node;
  int x = 0;
#pragma omp parallel num_threads(2)
#pragma omp single
  {
    for (struct node **at = &list; *at; at = &(*at)->next)
      {
        node = *at;
#pragma omp task shared(node)
        node->seen = node->value;
      }
  }
  for (int i = 0; i < 3; i++)
    x += nodes[i].seen;
  printf ("%d\n", x);
  return 0;
}
