// Each call of a function that returns what malloc gave it returns other memory.
// expect: 15 proved
#include <stdlib.h>
static void *
get (size_t bytes)
{
  void *p = malloc (bytes);
  if (!p)
    abort ();
  return p;
}
void f (int n)
{
  int *a = get (40), *b = get (40);
#pragma omp parallel for
  for (int i = 1; i < n; i++)
    a[i] = b[i - 1];
}
