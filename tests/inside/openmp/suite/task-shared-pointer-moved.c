// Each thread hands a shared pointer to a task by value, and then moves it on: that is a race on the pointer, in whatever
// way the compiler keeps it.
// expect: race list
#include <stdio.h>

struct node
{
  struct node *next;
  int value;
};

int
main (void)
{
  struct node nodes[9] = { 0 };
  for (int i = 0; i < 8; i++)
    nodes[i].next = &nodes[i + 1];
  nodes[8].next = &nodes[8];
  struct node *list = nodes;
#pragma omp parallel num_threads(2) shared(list)
  {
#pragma omp task firstprivate(list)
    {
#pragma omp atomic
      list->value++;
    }
    list = list->next;
  }
  printf ("%d\n", list != nodes);
  return 0;
}
