// In two functions a name may mean two structures; here the members are bits of one word.
// expect: 18 undecided
int f (int n)
{
  struct pair
  {
    int a, b;
  } t = { n, n };
  return t.a + t.b;
}
void g (void)
{
  struct pair
  {
    int a : 4, b : 4;
  } t;
  struct pair *p = &t;
#pragma omp parallel sections
  {
#pragma omp section
    p->a = 1;
#pragma omp section
    p->b = 2;
  }
}
