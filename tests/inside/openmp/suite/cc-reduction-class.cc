// A reduction of a class type with its own operator.
// expect: clean
struct money
{
  long cents = 0;
  money &
  operator+= (const money &other)
  {
    cents += other.cents;
    return *this;
  }
};

#pragma omp declare reduction(+ : money : omp_out += omp_in)

int
main ()
{
  money sum;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < 20; i++)
    {
      money one;
      one.cents = i;
      sum += one;
    }
  return sum.cents != 190;
}
