/* Binary Trees: 525 tasks, no regions, no race.
 *
 * Four full binary trees are built, a future for each of their 7 + 7 + 255 + 255 nodes. A node is
 * written by its own task, and read by its parent's after a get. */
#include <raceproof/task.h>
#include <stdint.h>
#include <stdlib.h>

typedef struct node
{
  struct node *left, *right;
  int levels, count;
} node;

static void *
build (void *argument)
{
  node *tree = malloc (sizeof *tree);
  if (!tree)
    abort ();
  *tree = (node) { NULL, NULL, (int) (intptr_t) argument, 1 };
  if (tree->levels == 1)
    return tree;
  void *below = (void *) (intptr_t) (tree->levels - 1);
  rp_future left = rp_future_new (build, below), right = rp_future_new (build, below);
  tree->left = rp_future_get (left);
  tree->right = rp_future_get (right);
  tree->count += tree->left->count + tree->right->count;
  return tree;
}

static int
clear (node *tree)
{
  int count = tree->count;
  if (tree->left)
    {
      clear (tree->left);
      clear (tree->right);
    }
  free (tree);
  return count;
}

int
main (void)
{
  static const int levels[] = { 3, 3, 8, 8 };
  rp_future trees[4];
  int nodes = 0;
  for (int i = 0; i < 4; i++)
    trees[i] = rp_future_new (build, (void *) (intptr_t) levels[i]);
  for (int i = 0; i < 4; i++)
    nodes += clear (rp_future_get (trees[i]));
  return nodes != 524;
}
