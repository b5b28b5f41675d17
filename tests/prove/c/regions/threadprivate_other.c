// Another variable of the same name.
// expect: 8 undecided
int c;
#pragma omp threadprivate(c)
void f (int n)
{
  static int c;
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    c = i;
}
