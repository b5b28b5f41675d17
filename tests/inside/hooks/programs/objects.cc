// C++: virtual tables, new and delete, a library's own copies.
#include "fake_monitor.h"

#include <algorithm>
#include <string>
#include <vector>

struct base
{
  virtual ~base () {}
  virtual int number () { return 1; }
  int field = 0;
};

struct derived : base
{
  int number () override { return 2; }
};

static base *__attribute__ ((noinline)) make () { return new derived; }

int
main ()
{
  fake_start ();
  base *object = make ();
  fake_stop ();
  EXPECT (fake_has_all (FAKE_FORGET, object, sizeof *object));
  EXPECT (fake_has_all (FAKE_WRITE, object, sizeof (void *)));
  fake_start ();
  int number = object->number ();
  fake_stop ();
  EXPECT (number == 2 && fake_has_all (FAKE_READ, object, sizeof (void *)));
  fake_start ();
  delete object;
  fake_stop ();
  EXPECT (fake_has_all (FAKE_WRITE, object, sizeof *object));
  std::vector<int> numbers = { 3, 1, 2 };
  fake_start ();
  std::sort (numbers.begin (), numbers.end ());
  std::string copy (100, 'x'), second = copy;
  fake_stop ();
  EXPECT (numbers[0] == 1 && fake_has_all (FAKE_READ, numbers.data (), 3 * sizeof (int)));
  EXPECT (fake_has_all (FAKE_WRITE, second.data (), 100));
  return fake_failures () != 0;
}
