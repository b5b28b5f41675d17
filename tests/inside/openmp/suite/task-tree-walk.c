// A walk over a tree on the heap: a task for each subtree, results in the nodes.
// expect: clean
#include <stdlib.h>

struct tree
{
  struct tree *left, *right;
  int sum;
};

static struct tree *
make (int depth)
{
  struct tree *t = malloc (sizeof *t);
  t->sum = 1;
  t->left = depth ? make (depth - 1) : 0;
  t->right = depth ? make (depth - 1) : 0;
  return t;
}

static void
walk (struct tree *t)
{
  if (!t->left)
    return;
#pragma omp task
  walk (t->left);
#pragma omp task
  walk (t->right);
#pragma omp taskwait
  t->sum += t->left->sum + t->right->sum;
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
  struct tree *root = make (5);
#pragma omp parallel
#pragma omp single
  walk (root);
  int sum = root->sum;
  drop (root);
  return sum != 63;
}
