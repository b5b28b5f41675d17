// A node is published by an atomic write that orders nothing; the critical sections have nothing to do with that.
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
#pragma omp atomic read
          n = head;
        }
#pragma omp critical
      other = 2;
      sum += n->value;
    }
#pragma omp section
    {
      struct node *n = malloc (sizeof *n);
      n->value = 3;
#pragma omp atomic write
      head = n;
#pragma omp critical
      other = 1;
    }
  }
  free (head);
  return sum > 3;
}
