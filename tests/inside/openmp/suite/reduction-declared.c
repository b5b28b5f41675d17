// A reduction declared by the user for a structure.
// expect: clean
struct range
{
  int low, high;
};

static void
widen (struct range *to, const struct range *from)
{
  to->low = from->low < to->low ? from->low : to->low;
  to->high = from->high > to->high ? from->high : to->high;
}

#pragma omp declare reduction(widen \
                              : struct range \
                              : widen(&omp_out, &omp_in)) initializer(omp_priv = { 1000, -1000 })

int
main (void)
{
  struct range all = { 1000, -1000 };
#pragma omp parallel for reduction(widen : all)
  for (int i = 0; i < 30; i++)
    {
      struct range one = { i - 3, i + 3 };
      widen (&all, &one);
    }
  return all.low != -3 || all.high != 32;
}
