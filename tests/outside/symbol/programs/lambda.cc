/* What a lambda captures, by reference and by value. */
/* names: sum kept */
#include <cstdio>

template <typename F>
static void
repeat (int n, F &&body)
{
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    body (i);
}

int
main ()
{
  int sum = 0, kept = 0;
  repeat (8, [&sum] (int i) { sum += i; });
  {
    int *to = &kept;
    repeat (8, [to] (int i) { *to = i; });
  }
  std::printf ("%d %d\n", sum, kept);
}
