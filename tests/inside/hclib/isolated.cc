// expect: undecided
// explored: race-free
#include "hclib_cpp.h"

int
main ()
{
  int accounts[3] = { 10, 10, 10 };
  hclib::launch ([&] {
    void *objects[] = { &accounts[0], &accounts[1], &accounts[2] };
    hclib::enable_isolation_n (objects, 3);
    hclib::finish ([&] {
      for (int i = 0; i < 2; i++)
        hclib::async ([=, &accounts] {
          hclib::isolated (&accounts[i], &accounts[i + 1], [&] {
            accounts[i]--;
            accounts[i + 1]++;
          });
        });
    });
    hclib::disable_isolation_n (objects, 3);
  });
  return accounts[0] + accounts[1] + accounts[2] != 30;
}
