// A template with a parallel loop, used for two types.
// expect: clean
template <typename T>
static T
sum (int n)
{
  T total = 0;
#pragma omp parallel for reduction(+ : total)
  for (int i = 0; i < n; i++)
    total += T (i);
  return total;
}

int
main ()
{
  return sum<int> (10) != 45 || sum<double> (10) != 45.0;
}
