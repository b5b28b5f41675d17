// The next one may be any.
// expect: 8 undecided
// expect: 14 undecided
struct list { struct list *next; int v; };
struct tree { struct tree *left, *right; int v; };
void f (struct list *l, int n)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    l[i].next->v = i;
}
void g (struct tree *t)
{
#pragma omp parallel sections
  {
#pragma omp section
    t->left->v = 1;
#pragma omp section
    t->right->v = 2;
  }
}
