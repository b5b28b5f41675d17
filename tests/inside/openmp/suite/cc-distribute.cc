// Iterations over other types than int, with objects of their own.
// expect: clean
// prints: 1 2
#include <cstdio>
#include <vector>

int a[64];

struct values
{
  int all[4];
  explicit values (int i) { for (int &one : all) one = i; }
  ~values () { all[0] = 0; }
};

int
main ()
{
  std::vector<int> v (64);
#pragma omp teams distribute num_teams(3)
  for (unsigned char i = 60; i > 3; i -= 2)
    {
      values own (i);
      std::vector<int> more (4, i);
      a[i] = own.all[1] + more[2];
      v[i]++;
    }
#pragma omp teams distribute num_teams(3)
  for (auto at = v.begin (); at < v.end (); ++at)
    (*at)++;
#pragma omp teams distribute num_teams(3)
  for (int *at = a; at < a + 64; at++)
    {
      if (*at > 3)
        continue;
      (*at)++;
    }
  std::printf ("%d %d\n", a[3], v[4]);
}
