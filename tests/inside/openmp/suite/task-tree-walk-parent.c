// Each task adds its count to the parent's node, at the same time as its sibling.
// expect: race heap
// at: 36
#include <stdio.h>
#include <stdlib.h>

struct tree
{
  struct tree *up, *left, *right;
  int sum;
};

static struct tree *
make (struct tree *up, int depth)
{
  struct tree *t = malloc (sizeof *t);
  t->up = up;
  t->sum = 1;
  t->left = depth ? make (t, depth - 1) : 0;
  t->right = depth ? make (t, depth - 1) : 0;
  return t;
}

static void
walk (struct tree *t)
{
  if (t->left)
    {
#pragma omp task
      walk (t->left);
#pragma omp task
      walk (t->right);
#pragma omp taskwait
    }
  if (t->up)
    t->up->sum += t->sum;
}

static void
drop (struct tree *t)
{
  if (t->left)
    {
      drop (t->left);
      drop (t->right);
    }
  free (t);
}

int
main (void)
{
  struct tree *root = make (0, 3);
#pragma omp parallel
#pragma omp single
  walk (root);
  printf ("%d\n", root->sum);
  drop (root);
  return 0;
}
