// A node is published in a critical section, and filled only then. Who reads it waits for the node, not for that.
// expect: race heap
#include <stdlib.h>

struct node
{
  int value;
};

struct node *head;
int other, sum;

int
main (void)
{
#pragma omp parallel sections num_threads(2)
  {
#pragma omp section
    {
      struct node *n = NULL;
      while (!n)
        {
#pragma omp critical
          n = head;
        }
      sum += n->value;
    }
#pragma omp section
    {
      struct node *n = malloc (sizeof *n);
#pragma omp critical
      head = n;
      n->value = 3;
#pragma omp critical
      other = 1;
    }
  }
  free (head);
  return sum > 3;
}
