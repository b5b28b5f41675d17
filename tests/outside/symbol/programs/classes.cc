/* Members of a class that its functions access, and one of its base; an object on the stack, one on the heap. */
/* names: account.balance account.log.lines heap */
#include <cstdio>
#include <memory>

struct logged
{
  struct
  {
    int lines = 0;
  } log;
};

class account : public logged
{
  long balance = 0;

public:
  void add (int amount) { balance += amount; }
  void note () { log.lines++; }
  long total () const { return balance + log.lines; }
};

int
main ()
{
  account account;
  auto other = std::make_unique<class account> ();
#pragma omp parallel for
  for (int i = 0; i < 8; i++)
    {
      account.add (i);
      account.note ();
      other->add (i);
    }
  std::printf ("%ld %ld\n", account.total (), other->total ());
}
